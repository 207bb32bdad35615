-- Whatever decides who may do what tells every node when it changes, from the database, so that no code can forget to.
-- Messages are `access:<user id>` or `access:all`; equal ones of a transaction are sent once.

create function notify_access_of_users() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'DELETE' then
    execute format('select array_agg(distinct %I) from gone', tg_argv[0]) into ids;
  else
    execute format('select array_agg(distinct %I) from changed', tg_argv[0]) into ids;
  end if;
  if cardinality(ids) > 20 then
    perform pg_notify('zhiping', 'access:all');
  elsif ids is not null then
    perform pg_notify('zhiping', 'access:' || id) from unnest(ids) as id;
  end if;
  return null;
end $$;

create function notify_access_of_all() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'access:all');
  return null;
end $$;

create trigger sys_user_access_update after update on sys_user referencing new table as changed
  for each statement execute function notify_access_of_users('id');
create trigger sys_user_access_delete after delete on sys_user referencing old table as gone
  for each statement execute function notify_access_of_users('id');
create trigger user_role_access_insert after insert on user_role referencing new table as changed
  for each statement execute function notify_access_of_users('user_id');
create trigger user_role_access_update after update on user_role referencing new table as changed
  for each statement execute function notify_access_of_users('user_id');
create trigger user_role_access_delete after delete on user_role referencing old table as gone
  for each statement execute function notify_access_of_users('user_id');
create trigger user_job_access_insert after insert on user_job referencing new table as changed
  for each statement execute function notify_access_of_users('user_id');
create trigger user_job_access_delete after delete on user_job referencing old table as gone
  for each statement execute function notify_access_of_users('user_id');
create trigger expert_access_insert after insert on expert referencing new table as changed
  for each statement execute function notify_access_of_users('user_id');
create trigger expert_access_update after update on expert referencing new table as changed
  for each statement execute function notify_access_of_users('user_id');
create trigger expert_access_delete after delete on expert referencing old table as gone
  for each statement execute function notify_access_of_users('user_id');
create trigger session_access_delete after delete on session referencing old table as gone
  for each statement execute function notify_access_of_users('user_id');

create trigger role_access after update or delete on role
  for each statement execute function notify_access_of_all();
create trigger role_menu_access after insert or update or delete on role_menu
  for each statement execute function notify_access_of_all();
create trigger role_dept_access after insert or update or delete on role_dept
  for each statement execute function notify_access_of_all();
create trigger menu_access after insert or update or delete on menu
  for each statement execute function notify_access_of_all();
create trigger dept_access after insert or update or delete on dept
  for each statement execute function notify_access_of_all();
create trigger job_access after update or delete on job
  for each statement execute function notify_access_of_all();
