-- Reports of unreadable materials wait until the office answers them; a message alone was read by one officer and lost.
create table material_report (
  id bigint generated always as identity primary key,
  assignment_id bigint not null references assignment,
  project_id bigint not null references project,
  material_id bigint not null references project_material,
  shown_as bigint not null,
  shown_name text not null,
  problem text not null,
  note text,
  create_time timestamptz not null,
  answer text,
  answered_by bigint references sys_user,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
comment on table material_report is 'What an expert reported of a file that he cannot read, and what the office answered.';
comment on column material_report.shown_as is 'The number that the file has on the desk of its expert, where names are hidden another than its own.';
create index material_report_assignment on material_report (assignment_id);
create index material_report_project on material_report (project_id);
create index material_report_open on material_report (project_id) where answered_at is null;

-- A report that comes or is answered moves the round for those who watch it, as assignments do (0012_round.sql).
create function notify_round_of_report() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'round:' || cycle_id)
    from (select distinct cycle_id from changed join project on project.id = project_id) as cycles;
  return null;
end $$;
create trigger material_report_added after insert on material_report referencing new table as changed
  for each statement execute function notify_round_of_report();
create trigger material_report_answered after update on material_report referencing new table as changed
  for each statement execute function notify_round_of_report();
