-- Subjects are maintained by the system's administrators and the office.

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (150, 2, 2, '学科新增', null, null, 1, null, null, 'subject:add', false, false),
  (151, 2, 2, '学科编辑', null, null, 2, null, null, 'subject:edit', false, false),
  (152, 2, 2, '学科删除', null, null, 3, null, null, 'subject:del', false, false);

insert into role_menu (role_id, menu_id)
select role.id, menu.id from role, menu where role.id in (2, 3) and menu.id between 150 and 152;
