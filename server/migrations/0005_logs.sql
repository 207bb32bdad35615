-- Logs for administrators: who did what, who signed in, what went wrong. No call erases them; retention is a setting.

create index operation_log_time on operation_log (create_time desc, id desc);
create index operation_log_username on operation_log (username, create_time desc, id desc);
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

-- Hash chain over the audit events. Writers only add to the queue, in their own transaction; one sealer at a time takes
-- events from it and links them, so that writers never wait for each other.
create table audit_queue (
  seq bigint primary key references audit_event
);
create table audit_link (
  position bigint primary key,
  seq bigint not null unique references audit_event,
  hash bytea not null
);
comment on column audit_link.hash is 'SHA-256 of the previous hash and the canonical text of the event.';

create function queue_audit_event() returns trigger language plpgsql as $$
begin
  insert into audit_queue (seq) values (new.seq);
  return null;
end $$;
create trigger audit_event_queue after insert on audit_event for each row execute function queue_audit_event();
insert into audit_queue (seq) select seq from audit_event;

create trigger audit_link_append_only before update or delete on audit_link
  for each row execute function refuse_change();
create trigger audit_link_no_truncate before truncate on audit_link
  for each statement execute function refuse_change();

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (70, 4, 1, '操作日志', 'OperationLog', 'log/index', 71, 'log', 'file-text', 'log:list', false, true),
  (71, 4, 1, '登录日志', 'LoginLog', 'login-log/index', 72, 'login-log', 'login', 'log:list', false, true),
  (72, 4, 1, '错误日志', 'ErrorLog', 'error-log/index', 73, 'error-log', 'bug', 'log:list', false, true);
insert into role_menu (role_id, menu_id) select 2, id from menu where id between 70 and 72;
insert into role_menu (role_id, menu_id) values (4, 4), (4, 70), (4, 71);
