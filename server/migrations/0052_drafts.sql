-- One table for everything that somebody types over a while: the expert's profile first.

create table draft (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null,
  ref bigint not null default 0,
  base_version bigint not null,
  form jsonb not null,
  saved_at timestamptz not null default now(),
  unique (user_id, kind, ref)
);
comment on table draft is 'Unfinished input of one person; goes when what it is for has been saved.';
comment on column draft.ref is 'The record that the form belongs to; 0 where there is only one for a person.';
comment on column draft.base_version is 'Of the record, when the form was begun.';

insert into draft (user_id, kind, base_version, form, saved_at)
  select user_id, 'expertProfile', base_version, form, saved_at from expert_profile_draft;
drop table expert_profile_draft;
