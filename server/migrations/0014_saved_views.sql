-- Named addresses of lists, each person's own.
create table saved_view (
  id bigint primary key generated always as identity,
  user_id bigint not null references sys_user (id) on delete cascade,
  page text not null,
  name text not null,
  query text not null,
  create_time timestamptz not null default now(),
  constraint saved_view_name_key unique (user_id, page, name)
);
