-- Supervisors (监督员) read the board of a cycle, and numbers and states of its applications. Databases that are new get the menus with
-- the other built-in rows.

insert into menu (pid, type, title, component_name, component, menu_sort, path, icon, permission, cache)
select pid, 1, '申报进度', 'ProjectStanding', 'project/standing', menu_sort, 'standing', 'profile', 'project:list', true
from menu where component_name = 'ReviewBoard'
on conflict do nothing;

insert into role_menu (role_id, menu_id)
select role.id, menu.id from role, menu
where role.id = 4 and role.name = '监督员' and menu.component_name in ('ReviewBoard', 'ProjectStanding')
on conflict do nothing;
