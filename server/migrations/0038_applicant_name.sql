-- The name behind a reported application no longer follows the registers: only a correction by two persons changes it.
alter table project add column applicant_name text;
comment on column project.applicant_name is 'The name with which the school reported, or its correction; null before the report.';
update project set applicant_name = coalesce(
  (select name from teacher where teacher.person_id = project.person_id and teacher.school_id = project.school_id),
  (select content #>> '{person,name}' from project_snapshot where project_id = project.id order by round desc limit 1))
where state <> all('{draft,submitted,returned,notRecommended,unitPublicity,withdrawn}');
