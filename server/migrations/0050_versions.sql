-- Versions in place of messages. Whatever decides what somebody may do counts up, in the transaction of the change: his
-- own number for what is his, the number of 'access' for what is everybody's. Nodes keep what they have read under these
-- numbers and ask for them with every call, so a change holds from the next request, whatever becomes of a message.

drop trigger sys_user_access_update on sys_user;
drop trigger sys_user_access_delete on sys_user;
drop trigger user_role_access_insert on user_role;
drop trigger user_role_access_update on user_role;
drop trigger user_role_access_delete on user_role;
drop trigger user_job_access_insert on user_job;
drop trigger user_job_access_delete on user_job;
drop trigger expert_access_insert on expert;
drop trigger expert_access_update on expert;
drop trigger expert_access_delete on expert;
drop trigger session_access_delete on session;
drop trigger role_access on role;
drop trigger role_menu_access on role_menu;
drop trigger role_dept_access on role_dept;
drop trigger menu_access on menu;
drop trigger dept_access on dept;
drop trigger job_access on job;
drop trigger subject_register on subject;
drop trigger dict_register on dict;
drop trigger dict_detail_register on dict_detail;
drop trigger expert_pool on expert;
drop trigger expert_change_pool on expert_change;
drop trigger expert_subject_pool on expert_subject;
drop trigger dept_school on dept;
drop trigger school_school on school;
drop trigger teacher_counts on teacher;
drop trigger dept_teacher_counts on dept;
drop trigger dept_user_counts on dept;
drop trigger user_counts on sys_user;
drop trigger user_role_pages on user_role;
drop trigger user_job_pages on user_job;
drop trigger role_pages on role;
drop trigger job_pages on job;
drop function notify_access_of_users(), notify_access_of_all(), notify_register(), notify_pool(), notify_school(), notify_counts();

create table data_version (
  name text primary key,
  version bigint not null default 1
);
insert into data_version (name) values ('access'), ('register');

-- A row that this transaction has written already needs no second count.
create function raise_data_version() returns trigger language plpgsql as $$
begin
  update data_version set version = version + 1 where name = tg_argv[0] and xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

create trigger role_version after update or delete on role
  for each statement execute function raise_data_version('access');
create trigger role_menu_version after insert or update or delete on role_menu
  for each statement execute function raise_data_version('access');
create trigger role_dept_version after insert or update or delete on role_dept
  for each statement execute function raise_data_version('access');
create trigger menu_version after insert or update or delete on menu
  for each statement execute function raise_data_version('access');
create trigger dept_version after insert or update or delete on dept
  for each statement execute function raise_data_version('access');
create trigger job_version after update or delete on job
  for each statement execute function raise_data_version('access');
create trigger subject_version after insert or update or delete or truncate on subject
  for each statement execute function raise_data_version('register');
create trigger dict_version after insert or update or delete or truncate on dict
  for each statement execute function raise_data_version('register');
create trigger dict_detail_version after insert or update or delete or truncate on dict_detail
  for each statement execute function raise_data_version('register');

alter table sys_user add access_version bigint not null default 1;

create function raise_access_version() returns trigger language plpgsql as $$
begin
  new.access_version := old.access_version + 1;
  return new;
end $$;
create trigger sys_user_version before update on sys_user for each row execute function raise_access_version();

-- What hangs on a user counts as a change of him. Users of this very transaction are known to nobody yet.
create function touch_users(ids bigint[]) returns void language sql as $$
  update sys_user set access_version = access_version where id = any(ids) and xmin <> pg_current_xact_id()::xid
$$;
create function touch_users_changed() returns trigger language plpgsql as $$
begin
  perform touch_users((select array_agg(distinct user_id) from changed));
  return null;
end $$;
create function touch_users_gone() returns trigger language plpgsql as $$
begin
  perform touch_users((select array_agg(distinct user_id) from gone));
  return null;
end $$;
create function touch_users_of_experts() returns trigger language plpgsql as $$
begin
  perform touch_users((select array_agg(distinct id) from (
    select unnest(array[gone.user_id, changed.user_id]) as id from gone join changed using (id)
    where (gone.user_id, gone.confirmed_at) is distinct from (changed.user_id, changed.confirmed_at)) as moved));
  return null;
end $$;

create trigger user_role_insert_version after insert on user_role referencing new table as changed
  for each statement execute function touch_users_changed();
create trigger user_role_update_version after update on user_role referencing new table as changed
  for each statement execute function touch_users_changed();
create trigger user_role_delete_version after delete on user_role referencing old table as gone
  for each statement execute function touch_users_gone();
create trigger user_job_insert_version after insert on user_job referencing new table as changed
  for each statement execute function touch_users_changed();
create trigger user_job_delete_version after delete on user_job referencing old table as gone
  for each statement execute function touch_users_gone();
create trigger expert_insert_version after insert on expert referencing new table as changed
  for each statement execute function touch_users_changed();
create trigger expert_update_version after update on expert referencing old table as gone new table as changed
  for each statement execute function touch_users_of_experts();
create trigger expert_delete_version after delete on expert referencing old table as gone
  for each statement execute function touch_users_gone();

-- Open pages are told, as `page:<user id>` or `page:all`. A message that is lost costs nothing: their calls are judged by
-- the versions. None of these tables is written often.
create function notify_pages() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  execute format('select array_agg(distinct %I) from touched', tg_argv[0]) into ids;
  if cardinality(ids) > 20 then
    perform pg_notify('zhiping', 'page:all');
  elsif ids is not null then
    perform pg_notify('zhiping', 'page:' || id) from unnest(ids) as id;
  end if;
  return null;
end $$;
create function notify_all_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'page:all');
  return null;
end $$;
create trigger sys_user_update_pages after update on sys_user referencing new table as touched
  for each statement execute function notify_pages('id');
create trigger sys_user_delete_pages after delete on sys_user referencing old table as touched
  for each statement execute function notify_pages('id');
create trigger session_delete_pages after delete on session referencing old table as touched
  for each statement execute function notify_pages('user_id');
create trigger data_version_pages after update on data_version for each row when (new.name = 'access')
  execute function notify_all_pages();
