-- Work behind the answers (decision 0009): a queue that every node takes from, named jobs with a cron expression, exports
-- made in the background, mail and SMS that are tried again, and messages for people.

create table task (
  id bigint generated always as identity primary key,
  kind text not null,
  key text,
  payload jsonb not null default '{}',
  owner_id bigint references sys_user on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  attempt integer not null default 0,
  due_at timestamptz not null default now(),
  node uuid,
  done integer not null default 0,
  total integer not null default 0,
  result jsonb,
  error text,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  end_time timestamptz
);
comment on column task.key is 'At most one open task has it.';
comment on column task.due_at is 'Waiting: when it may begin. Running: until when its node answers for it; later anybody takes it over.';
comment on column task.error is 'For a person, without internals.';
create unique index uk_task_open_key on task (key) where state in ('waiting', 'running');
create index task_due on task (due_at) where state in ('waiting', 'running');
create index task_owner on task (owner_id, kind, id desc);
create index task_ended on task (end_time) where state in ('done', 'failed');

-- An idle node takes up a new task at once; without the message it would at its next look.
create function notify_task() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'task:');
  return null;
end $$;
create trigger task_added after insert on task for each statement execute function notify_task();

create table task_input (
  task_id bigint primary key references task on delete cascade,
  name text not null,
  bytes bytea not null
);
comment on table task_input is 'An uploaded file that a task works on, kept in the database so that any node can; goes with the task.';

create table export_file (
  task_id bigint primary key references task on delete cascade,
  name text not null,
  sha256 text not null,
  bytes bigint not null,
  whole boolean not null default false,
  dept_scope bigint[],
  permissions text[],
  roles bigint[],
  create_time timestamptz not null default now()
);
comment on table export_file is 'A finished export waits a day for the person who asked for it, as long as he may still see all that it holds.';
comment on column export_file.whole is 'Set in the transaction that ends the task; before that the content may be missing.';
comment on column export_file.dept_scope is 'Departments that its owner could see when it was made; null: all of them.';
comment on column export_file.permissions is 'What its owner could do when it was made; null: nobody knows, so it is not handed out.';
comment on column export_file.roles is 'Roles of its owner when it was made.';

create table timing_job (
  id bigint primary key,
  cron text not null,
  paused boolean not null default false,
  pause_after_failure boolean not null default false,
  person_in_charge text,
  email text,
  next_run timestamptz,
  version integer not null default 0,
  update_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
comment on table timing_job is 'What may be set about the named jobs; what they do stands in the code, under the same id.';
comment on column timing_job.next_run is 'Null while it is paused, or when the expression has no time left.';

create table timing_log (
  id bigint generated always as identity primary key,
  job_id bigint not null,
  job_name text not null,
  cron text not null,
  trigger text not null check (trigger in ('cron', 'manual')),
  succeeded boolean not null,
  result text,
  error text,
  duration_ms integer not null,
  create_time timestamptz not null default now()
);
create index timing_log_time on timing_log (create_time desc, id desc);
create index timing_log_job on timing_log (job_id, create_time desc, id desc);

create table outbox (
  id bigint generated always as identity primary key,
  message_id uuid not null default gen_random_uuid(),
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  subject text,
  content text not null,
  html text,
  notice jsonb,
  status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  create_time timestamptz not null default now(),
  expires_at timestamptz,
  sent_at timestamptz
);
comment on column outbox.message_id is 'Under which an e-mail goes out however often it is sent; another one in every installation.';
comment on column outbox.notice is 'Of an SMS that is no code: its template and variables.';
comment on column outbox.content is 'Emptied once the message was sent or has expired: the codes in it open accounts.';
comment on column outbox.status is 'kept: no carrier is configured, the message is only readable here.';
comment on column outbox.expires_at is 'Not sent any more after that.';
create index outbox_time on outbox (create_time desc, id desc);
create index outbox_status on outbox (status, create_time desc, id desc);
create index outbox_search on outbox using gin (lower(recipient || ' ' || coalesce(subject, '')) gin_trgm_ops);

create table notification (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('success', 'info', 'warning', 'error')),
  text text not null check (char_length(text) <= 300),
  link text check (char_length(link) <= 300),
  create_time timestamptz not null default now(),
  read_time timestamptz
);
create index notification_user on notification (user_id, id desc);
create index notification_unread on notification (user_id) where read_time is null;
