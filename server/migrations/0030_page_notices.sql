-- Nodes remember whole pages of the large lists, so they hear of every table and column that a page shows. A row of
-- person never changes; which one it is stands in expert and teacher.

create trigger expert_subject_pool after insert or update or delete or truncate on expert_subject
  for each statement execute function notify_pool();

-- Not of preferences and passwords, which change all day and stand on no page.
drop trigger user_counts on sys_user;
create trigger user_counts after insert or delete or truncate
  or update of username, nick_name, gender, phone, email, avatar_name, enabled, dept_id, pwd_reset_time, version on sys_user
  for each statement execute function notify_counts('users');
create trigger user_role_pages after insert or update or delete or truncate on user_role
  for each statement execute function notify_counts('users');
create trigger user_job_pages after insert or update or delete or truncate on user_job
  for each statement execute function notify_counts('users');
create trigger role_pages after update on role for each statement execute function notify_counts('users');
create trigger job_pages after update on job for each statement execute function notify_counts('users');
