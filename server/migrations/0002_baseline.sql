-- What every installation starts with: departments, roles, menus and dictionaries that the product itself relies on.

insert into dept (id, pid, name, sort, search_text) values
  (1, null, '职称评审中心', 1, '职称评审中心 zhichengpingshenzhongxin zcpszx'),
  (20, null, '专家库', 2, '专家库 zhuanjiaku zjk'),
  (30, null, '高等学校', 3, '高等学校 gaodengxuexiao gdxx'),
  (12350089, null, '直属及其他单位', 4, '直属及其他单位 zhishujiqitadanwei zsjqtdw'),
  (2, 1, '评审办公室', 1, '评审办公室 pingshenbangongshi psbgs'),
  (3, 1, '纪检监督组', 2, '纪检监督组 jijianjianduzu jjjdz'),
  (4, 1, '信息技术组', 3, '信息技术组 xinxijishuzu xxjsz');

insert into role (id, name, level, description, data_scope) values
  (1, '超级管理员', 1, '拥有全部权限，仅用于系统初始化与应急', '全部'),
  (2, '系统管理员', 2, '管理账号、菜单与字典，不接触评审内容', '全部'),
  (3, '评审办', 3, '组织评审：专家、学校、学科、批次与分配', '全部'),
  (4, '监督员', 3, '监督抽取与投票，只读', '全部'),
  (5, '普通用户', 9, '查看公告与个人资料', '仅本人'),
  (6, '评审专家', 6, '专家库成员，评审分配给自己的材料', '仅本人'),
  (9, '学校职称管理员', 5, '维护本校的教师与推荐专家', '本级及以下');

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (1, null, 0, '专家资源', null, null, 10, 'pool', 'team', null, false, false),
  (2, 1, 1, '学科目录', 'Subject', 'subject/index', 20, 'subject', 'book', 'subject:list', false, true),
  (3, 1, 1, '学校管理', 'School', 'school/index', 30, 'school', 'bank', 'school:list', false, true),
  (4, null, 0, '系统管理', null, null, 90, 'system', 'setting', null, false, false),
  (5, 4, 1, '发件箱', 'Outbox', 'outbox/index', 80, 'outbox', 'mail', 'outbox:list', false, true),
  (6, 4, 1, '在线用户', 'OnlineUser', 'online/index', 70, 'online', 'user', 'online:list', false, true),
  (7, 6, 2, '强制下线', null, null, 1, null, null, 'online:del', false, false);

insert into role_menu (role_id, menu_id)
select role_id, menu_id from (values
  (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7),
  (3, 1), (3, 2), (3, 3),
  (4, 1), (4, 2), (4, 3),
  (9, 1), (9, 2), (9, 3)
) as granted (role_id, menu_id);

insert into dict (id, name, description) values
  (1, 'subject_catalog', '学科目录'),
  (2, 'title_level', '职称层级'),
  (3, 'title_series', '职称系列');

insert into dict_detail (dict_id, label, value, dict_sort) values
  (1, '研究生学科专业目录', 'graduate', 1),
  (1, '本科专业目录', 'undergraduate', 2),
  (1, '职业教育专业目录', 'vocational', 3),
  (2, '正高级', 'fullSenior', 1),
  (2, '副高级', 'associateSenior', 2),
  (2, '中级', 'middle', 3),
  (2, '助理级', 'junior', 4),
  (2, '员级', 'technician', 5);
