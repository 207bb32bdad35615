-- History: the audit events with their chain, and the logs for administrators. No call erases a log; how long they
-- are kept is a setting.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows cannot be changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_event (
  seq bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  entity text not null,
  entity_id text,
  detail jsonb not null default '{}',
  request_id text
);
comment on table audit_event is 'One row a state change, written in its transaction; never changed, never deleted.';
comment on column audit_event.request_id is 'The call that made the change, as operation_log names it; no part of the chain.';
create index audit_event_entity on audit_event (entity, entity_id, seq);
create index audit_event_request on audit_event (request_id, seq) where request_id is not null;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

-- Hash chain over the audit events. Writers only add to the queue, in their own transaction; one sealer at a time takes
-- events from it and links them, so that writers never wait for each other.
create table audit_queue (
  seq bigint primary key references audit_event
);
create function queue_audit_event() returns trigger language plpgsql as $$
begin
  insert into audit_queue (seq) values (new.seq);
  return null;
end $$;
create trigger audit_event_queue after insert on audit_event for each row execute function queue_audit_event();

create table audit_link (
  position bigint primary key,
  seq bigint not null unique references audit_event,
  hash bytea not null
);
comment on column audit_link.hash is 'SHA-256 of the previous hash and the canonical text of the event.';
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

create table operation_log (
  id bigint generated always as identity primary key,
  user_id bigint references sys_user on delete set null,
  username text,
  description text not null,
  method text not null,
  path text not null,
  status smallint not null,
  request_id text not null,
  ip text not null,
  browser text,
  duration_ms integer not null,
  create_time timestamptz not null default now()
);
create index operation_log_user on operation_log (user_id, id desc);
create index operation_log_time on operation_log (create_time desc, id desc);
create index operation_log_username on operation_log (username, create_time desc, id desc);
-- Rare rows have an index of their own.
create index operation_log_refused on operation_log (create_time desc, id desc) where status >= 400;
create index operation_log_search on operation_log
  using gin (lower(coalesce(username, '') || ' ' || description || ' ' || ip) gin_trgm_ops);

create table login_log (
  id bigint generated always as identity primary key,
  username text not null,
  user_id bigint references sys_user on delete set null,
  succeeded boolean not null,
  reason text,
  ip text not null,
  browser text,
  create_time timestamptz not null default now()
);
comment on column login_log.reason is 'Code of the refusal; null for a success.';
create index login_log_time on login_log (create_time desc, id desc);
create index login_log_failed on login_log (create_time desc, id desc) where not succeeded;
create index login_log_search on login_log using gin (lower(username || ' ' || ip) gin_trgm_ops);

create table error_log (
  id bigint generated always as identity primary key,
  request_id text not null,
  user_id bigint references sys_user on delete set null,
  username text,
  method text not null,
  path text not null,
  message text not null,
  stack text not null,
  ip text not null,
  browser text,
  create_time timestamptz not null default now()
);
create index error_log_time on error_log (create_time desc, id desc);
create index error_log_request on error_log (request_id);
create index error_log_search on error_log using gin (lower(path || ' ' || message) gin_trgm_ops);
