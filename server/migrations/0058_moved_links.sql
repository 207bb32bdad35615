-- A role or a job that passes from one user to another changes both of them.
create function touch_users_moved() returns trigger language plpgsql as $$
begin
  perform touch_users((select array_agg(distinct user_id) from (
    select user_id from gone union all select user_id from changed) as moved));
  return null;
end $$;
drop trigger user_role_update_version on user_role;
create trigger user_role_update_version after update on user_role referencing old table as gone new table as changed
  for each statement execute function touch_users_moved();
create trigger user_job_update_version after update on user_job referencing old table as gone new table as changed
  for each statement execute function touch_users_moved();

-- Emptied at once, these tell no rows; then it concerns everybody.
create trigger role_truncate_version after truncate on role
  for each statement execute function raise_data_version('access');
create trigger role_menu_truncate_version after truncate on role_menu
  for each statement execute function raise_data_version('access');
create trigger role_dept_truncate_version after truncate on role_dept
  for each statement execute function raise_data_version('access');
create trigger menu_truncate_version after truncate on menu
  for each statement execute function raise_data_version('access');
create trigger job_truncate_version after truncate on job
  for each statement execute function raise_data_version('access');
create trigger user_role_truncate_version after truncate on user_role
  for each statement execute function raise_data_version('access');
create trigger user_job_truncate_version after truncate on user_job
  for each statement execute function raise_data_version('access');
create trigger expert_truncate_version after truncate on expert
  for each statement execute function raise_data_version('access');
