-- What administration adds: who changed a row last, versions, and search by pinyin for users.

alter table job add column version integer not null default 0, add column update_time timestamptz not null default now();
alter table dict add column version integer not null default 0;

-- Told to the second of two people who edit the same row.
alter table sys_user add column update_by text;
alter table role add column update_by text;
alter table menu add column update_by text;
alter table dept add column update_by text;
alter table job add column update_by text;
alter table dict add column update_by text;
alter table subject add column update_by text;
alter table expert add column update_by text;

create index sys_user_create_time on sys_user (create_time desc, id desc);
create index sys_user_search on sys_user using gin (lower(username || ' ' || nick_name || ' ' || coalesce(email, '')) gin_trgm_ops);

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (10, 4, 1, '用户管理', 'User', 'user/index', 10, 'user', 'user', 'user:list', false, true),
  (11, 10, 2, '用户新增', null, null, 1, null, null, 'user:add', false, false),
  (12, 10, 2, '用户编辑', null, null, 2, null, null, 'user:edit', false, false),
  (13, 10, 2, '用户删除', null, null, 3, null, null, 'user:del', false, false),
  (20, 4, 1, '角色管理', 'Role', 'role/index', 20, 'role', 'safety', 'roles:list', false, true),
  (21, 20, 2, '角色新增', null, null, 1, null, null, 'roles:add', false, false),
  (22, 20, 2, '角色编辑', null, null, 2, null, null, 'roles:edit', false, false),
  (23, 20, 2, '角色删除', null, null, 3, null, null, 'roles:del', false, false),
  (30, 4, 1, '菜单管理', 'Menu', 'menu/index', 30, 'menu', 'menu', 'menu:list', false, true),
  (31, 30, 2, '菜单新增', null, null, 1, null, null, 'menu:add', false, false),
  (32, 30, 2, '菜单编辑', null, null, 2, null, null, 'menu:edit', false, false),
  (33, 30, 2, '菜单删除', null, null, 3, null, null, 'menu:del', false, false),
  (40, 4, 1, '部门管理', 'Dept', 'dept/index', 40, 'dept', 'apartment', 'dept:list', false, true),
  (41, 40, 2, '部门新增', null, null, 1, null, null, 'dept:add', false, false),
  (42, 40, 2, '部门编辑', null, null, 2, null, null, 'dept:edit', false, false),
  (43, 40, 2, '部门删除', null, null, 3, null, null, 'dept:del', false, false),
  (50, 4, 1, '岗位管理', 'Job', 'job/index', 50, 'job', 'idcard', 'job:list', false, true),
  (51, 50, 2, '岗位新增', null, null, 1, null, null, 'job:add', false, false),
  (52, 50, 2, '岗位编辑', null, null, 2, null, null, 'job:edit', false, false),
  (53, 50, 2, '岗位删除', null, null, 3, null, null, 'job:del', false, false),
  (60, 4, 1, '字典管理', 'Dict', 'dict/index', 60, 'dict', 'profile', 'dict:list', false, true),
  (61, 60, 2, '字典新增', null, null, 1, null, null, 'dict:add', false, false),
  (62, 60, 2, '字典编辑', null, null, 2, null, null, 'dict:edit', false, false),
  (63, 60, 2, '字典删除', null, null, 3, null, null, 'dict:del', false, false);

insert into role_menu (role_id, menu_id) select 2, id from menu where id between 10 and 63;
