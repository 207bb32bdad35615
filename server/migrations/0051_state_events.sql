-- Every step of whatever moves through states: who, when, from where to where, and why.

create table state_event (
  id bigint generated always as identity primary key,
  entity text not null,
  entity_id bigint not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor_id bigint,
  note text,
  at timestamptz not null default now()
);
comment on table state_event is 'Written by transition() alone, in the transaction of the step.';
create index state_event_entity on state_event (entity, entity_id, id);
create trigger state_event_append_only before update or delete on state_event
  for each row execute function refuse_change();
create trigger state_event_no_truncate before truncate on state_event
  for each statement execute function refuse_change();

-- What an expert took back or asked for anew stays, as a state.
alter table expert_change drop constraint expert_change_status_check;
alter table expert_change add constraint expert_change_status_check
  check (status in ('waiting', 'approved', 'returned', 'withdrawn', 'replaced'));
