/**
 * The closed list of permission strings, each with what it allows. A menu button of the database may carry only
 * these, and an endpoint only names these, so a slip of the pen does not compile.
 */
export const permissions = {
  admin: '超级管理员，拥有全部权限',
  'subject:list': '查看学科目录',
  'school:list': '查看学校',
  'online:list': '查看在线用户',
  'online:del': '强制用户下线',
  'outbox:list': '查看短信与邮件发件箱',
} as const;

export type Permission = keyof typeof permissions;
