-- Versions in place of messages (decision 0030). Changes of permissions raise a number in their
-- transaction: the user's own for changes of one user, that of 'access' for changes of all. Nodes cache what they read
-- under these numbers and read the numbers with every call, so a change applies from the next request.

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

create trigger role_version after update or delete or truncate on role
  for each statement execute function raise_data_version('access');
create trigger role_menu_version after insert or update or delete or truncate on role_menu
  for each statement execute function raise_data_version('access');
create trigger role_dept_version after insert or update or delete or truncate on role_dept
  for each statement execute function raise_data_version('access');
create trigger menu_version after insert or update or delete or truncate on menu
  for each statement execute function raise_data_version('access');
create trigger dept_version after insert or update or delete or truncate on dept
  for each statement execute function raise_data_version('access');
create trigger job_version after update or delete or truncate on job
  for each statement execute function raise_data_version('access');

create function raise_access_version() returns trigger language plpgsql as $$
begin
  new.access_version := old.access_version + 1;
  return new;
end $$;
create trigger sys_user_version before update on sys_user for each row execute function raise_access_version();

-- Changes of rows that refer to a user count as changes of the user. Users of this transaction are not cached yet.
create function touch_users(ids bigint[]) returns void language sql as $$
  update sys_user set access_version = access_version where id = any(ids) and xmin <> pg_current_xact_id()::xid
$$;
-- For tables with a user_id; a row that passes from one user to another changes both of them.
create function touch_users_of_rows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform touch_users((select array_agg(distinct user_id) from gone)); end if;
  if tg_op <> 'DELETE' then perform touch_users((select array_agg(distinct user_id) from changed)); end if;
  return null;
end $$;

create trigger user_role_insert_version after insert on user_role referencing new table as changed
  for each statement execute function touch_users_of_rows();
create trigger user_role_update_version after update on user_role referencing old table as gone new table as changed
  for each statement execute function touch_users_of_rows();
create trigger user_role_delete_version after delete on user_role referencing old table as gone
  for each statement execute function touch_users_of_rows();
create trigger user_job_insert_version after insert on user_job referencing new table as changed
  for each statement execute function touch_users_of_rows();
create trigger user_job_update_version after update on user_job referencing old table as gone new table as changed
  for each statement execute function touch_users_of_rows();
create trigger user_job_delete_version after delete on user_job referencing old table as gone
  for each statement execute function touch_users_of_rows();
-- A truncate reports no rows; it counts as a change of all.
create trigger user_role_truncate_version after truncate on user_role
  for each statement execute function raise_data_version('access');
create trigger user_job_truncate_version after truncate on user_job
  for each statement execute function raise_data_version('access');

-- Open pages are notified, as `page:<user id>` or `page:all`. A lost message does no harm: their calls are judged by the
-- versions. None of these tables is written often.
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
