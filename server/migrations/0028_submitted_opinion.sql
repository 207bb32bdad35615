-- A submitted opinion counts from then on: recalled, returned or never submitted again, its last submitted version stays.
alter table review add column submitted jsonb;
comment on column review.submitted is 'The opinion as it was last submitted, which counts; null before the first submission.';
comment on column review.hash is 'SHA-256 of the canonical JSON of the last submission; null before the first one.';

alter table assignment add column is_counted boolean not null default false;
comment on column assignment.is_counted is 'Whether an opinion was submitted. Its assignment is not replaced any more.';

-- Before this file the moment of a submission stood in the audit log alone once an opinion was recalled or returned.
update review set submitted = last.opinion, hash = last.hash from (
  select distinct on (revision.assignment_id) revision.assignment_id, revision.opinion, event.detail ->> 'hash' as hash
  from audit_event event join review_revision revision
    on revision.assignment_id = event.entity_id::bigint and revision.version = (event.detail ->> 'opinionVersion')::integer
  where event.entity = 'assignment' and event.action = 'assignment.submitted'
  order by revision.assignment_id, revision.version desc
) as last where last.assignment_id = review.assignment_id;
update assignment set is_counted = true from review
  where assignment_id = assignment.id and submitted is not null
    and assignment.state in ('reviewing', 'submitted', 'returned', 'locked');

-- An opinion that counts keeps its place.
alter table assignment add constraint assignment_counted check (case when is_counted
  then state in ('reviewing', 'submitted', 'returned', 'locked') else state not in ('submitted', 'locked') end);

drop index assignment_board;
create index assignment_board on assignment (cycle_id, project_id)
  include (expert_id, state, due_at, total, answer, match, is_counted);
