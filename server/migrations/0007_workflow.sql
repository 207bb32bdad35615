-- Work in progress: the steps of everything with states, and drafts.

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
comment on table state_event is 'Every step: who, when, from where to where, and why. Written by transition() alone, in the transaction of the step.';
create index state_event_entity on state_event (entity, entity_id, id);
create trigger state_event_append_only before update or delete or truncate on state_event
  for each statement execute function refuse_change();

create table draft (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null,
  ref bigint not null default 0,
  base_version bigint not null,
  form jsonb not null,
  subject_edition bigint not null,
  saved_at timestamptz not null default now(),
  unique (user_id, kind, ref)
);
comment on table draft is 'Unfinished input of one person; goes when what it is for has been saved.';
comment on column draft.ref is 'The record that the form belongs to; 0 where there is only one for a person.';
comment on column draft.base_version is 'Of the record, when the form was begun.';
comment on column draft.subject_edition is 'The last change of paths of subjects when this was written (subject_successor); later ones are followed when it is read.';

create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  page text not null,
  name text not null,
  query text not null,
  subject_edition bigint not null,
  create_time timestamptz not null default now(),
  constraint saved_view_name_key unique (user_id, page, name)
);
comment on table saved_view is 'Named addresses of lists, each person''s own.';
