-- Lists of 100 000 users and 50 000 teachers: an index behind each order, words to search in, and counts that nodes remember.

create index sys_user_username on sys_user (username, id);
create index sys_user_nick_name on sys_user (nick_name, id);
create index sys_user_enabled on sys_user (enabled, id);
create index teacher_enabled on teacher (enabled, id);
create index dept_name on dept (name, id);

-- As with experts (0011): each word begins behind a space, and so does each end of a Chinese name.
alter table sys_user add column search_text text not null generated always as (
  lower(' ' || username || ' ' || nick_name || ' ' || substr(nick_name, 2) || ' ' || substr(nick_name, 3) || ' ' || coalesce(email, ''))
) stored;
drop index sys_user_search;
create index sys_user_search on sys_user using gin (search_text gin_trgm_ops);

create function notify_counts() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', tg_argv[0] || ':' || tg_table_name);
  return null;
end $$;
create trigger teacher_counts after insert or update or delete or truncate on teacher
  for each statement execute function notify_counts('teachers');
create trigger user_counts after insert or delete or truncate or update of username, nick_name, email, enabled, dept_id on sys_user
  for each statement execute function notify_counts('users');
-- A department that moves changes what a choice in the tree finds.
create trigger dept_teacher_counts after insert or update or delete or truncate on dept
  for each statement execute function notify_counts('teachers');
create trigger dept_user_counts after insert or update or delete or truncate on dept
  for each statement execute function notify_counts('users');
