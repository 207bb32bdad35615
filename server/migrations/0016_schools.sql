-- Schools are maintained: by the review office all of them, by a school's title officer what is below his school.
alter table school add merged_into bigint references dept;
comment on column school.merged_into is 'The school that took over everything of this one, which stays as a disabled name.';
create index school_merged_into on school (merged_into) where merged_into is not null;

-- Lists begin with it.
create index dept_sort on dept (sort, id);

-- Nodes remember how many schools there are until one changes.
create function notify_school() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'school:' || tg_table_name);
  return null;
end $$;
create trigger dept_school after insert or update or delete or truncate on dept
  for each statement execute function notify_school();
create trigger school_school after insert or update or delete or truncate on school
  for each statement execute function notify_school();

-- A department inside the two trees is a school, also one that was added on the page of departments.
insert into school (dept_id)
with recursive tree (id) as (
  select id from dept where pid in (30, 12350089)
  union
  select d.id from dept d join tree on d.pid = tree.id
)
select id from tree on conflict do nothing;

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (140, 3, 2, '学校新增', null, null, 1, null, null, 'school:add', false, false),
  (141, 3, 2, '学校编辑', null, null, 2, null, null, 'school:edit', false, false),
  (142, 3, 2, '学校删除', null, null, 3, null, null, 'school:del', false, false),
  (143, 3, 2, '学校合并', null, null, 4, null, null, 'school:merge', false, false);
insert into role_menu (role_id, menu_id) values
  (2, 140), (2, 141), (2, 142), (2, 143),
  (3, 140), (3, 141), (3, 142), (3, 143),
  (9, 140), (9, 141), (9, 142);
