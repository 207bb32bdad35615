/**
 * The closed list of permission strings, each with what it allows. A menu button of the database may carry only
 * these, and an endpoint only names these, so a slip of the pen does not compile.
 */
export const permissions = {
  admin: '超级管理员，拥有全部权限',
  'user:list': '查看用户',
  'user:add': '新增用户',
  'user:edit': '编辑用户',
  'user:del': '删除用户',
  'roles:list': '查看角色',
  'roles:add': '新增角色',
  'roles:edit': '编辑角色',
  'roles:del': '删除角色',
  'menu:list': '查看菜单',
  'menu:add': '新增菜单',
  'menu:edit': '编辑菜单',
  'menu:del': '删除菜单',
  'dept:list': '查看部门',
  'dept:add': '新增部门',
  'dept:edit': '编辑部门',
  'dept:del': '删除部门',
  'job:list': '查看岗位',
  'job:add': '新增岗位',
  'job:edit': '编辑岗位',
  'job:del': '删除岗位',
  'dict:list': '查看字典',
  'dict:add': '新增字典',
  'dict:edit': '编辑字典',
  'dict:del': '删除字典',
  'subject:list': '查看学科目录',
  'school:list': '查看学校',
  'article:list': '查看全部公告',
  'article:add': '新增公告',
  'article:edit': '编辑公告',
  'article:del': '删除公告',
  'online:list': '查看在线用户',
  'online:del': '强制用户下线',
  'log:list': '查看日志',
  'monitor:list': '查看服务监控',
  'outbox:list': '查看短信与邮件发件箱',
} as const;

export type Permission = keyof typeof permissions;
