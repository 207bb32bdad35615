/** Lists whose rows people see, add, edit and delete, each by a permission; and what a row is called, in the log too. */
export const resources = {
  user: '用户',
  menu: '菜单',
  dept: '部门',
  job: '岗位',
  dict: '字典',
  expert: '专家',
  teacher: '教师',
  subject: '学科',
  school: '学校',
  article: '公告',
} as const;

const verbs = { list: '查看', add: '新增', edit: '编辑', del: '删除' } as const;

const ofResources = Object.fromEntries(
  Object.entries(resources).flatMap(([name, noun]) =>
    Object.entries(verbs).map(([action, verb]) => [`${name}:${action}`, `${verb}${noun}`]),
  ),
) as Record<`${keyof typeof resources}:${keyof typeof verbs}`, string>;

/**
 * The closed list of permission strings, each with what it allows. A menu button of the database may carry only
 * these, and an endpoint only names these, so a slip of the pen does not compile.
 */
export const permissions = {
  admin: '超级管理员，拥有全部权限',
  ...ofResources,
  'roles:list': '查看角色',
  'roles:add': '新增角色',
  'roles:edit': '编辑角色',
  'roles:del': '删除角色',
  'expert:rating': '给专家评级',
  'expert:enabled': '启用与停用专家',
  'expert:approve': '审核专家的资料变更',
  'expert:inspect': '核查专家',
  'expert:identity': '查看专家的身份证号码',
  'teacher:identity': '查看教师的身份证号码',
  'applicant:open': '为教师开通申报账号',
  'project:apply': '申报职称',
  'project:list': '查看申报',
  'project:import': '导入申报与材料',
  'project:check': '审核申报：退回、推荐、公示、报送',
  'project:decide': '资格审查：判定资格、要求补正',
  'conflict:list': '查看回避',
  'conflict:pin': '人工判定回避、登记利害关系',
  'conflict:compute': '计算回避',
  'assignment:list': '查看抽取与送审分配',
  'assignment:draw': '组织抽取：方案、名册、随机数',
  'assignment:witness': '见证抽取：提交与公开另一个随机数',
  'assignment:edit': '人工调整送审分配',
  'assignment:release': '发布送审分配、更换专家、结束送审',
  'review:own': '评审分配给自己的材料',
  'review:list': '查看评审意见与进度',
  'review:return': '退回评审意见、催办专家',
  'review:export': '导出评分表与评审意见，不含专家姓名',
  'review:exportNames': '导出评审意见，含专家姓名',
  'review:consent': '同意其他人查看盲审专家与材料的对应',
  'review:figures': '查看专家历年的宽严、一致与用时',
  'subject:list': '查看学科目录',
  'subject:edit': '编辑学科、导入新版学科目录',
  'school:merge': '合并学校',
  'holiday:list': '查看工作日历',
  'holiday:edit': '更正工作日历',
  'rule:list': '查看评审规则',
  'commitment:list': '查看承诺书',
  'commitment:edit': '新增承诺书版本',
  'message:list': '查看消息模板',
  'message:edit': '编辑消息模板',
  'cycle:list': '查看评审批次',
  'cycle:add': '新增评审批次',
  'cycle:edit': '编辑评审批次',
  'cycle:del': '删除评审批次草稿',
  'cycle:publish': '发布、推进、暂停与恢复评审批次',
  'blind:list': '查看盲审副本',
  'blind:edit': '制作盲审副本、处理标记',
  'blind:release': '放行盲审副本',
  'article:list': '查看全部公告',
  'storage:list': '查看全部文件',
  'storage:add': '上传文件',
  'storage:edit': '重命名文件',
  'storage:del': '删除文件',
  'online:list': '查看在线用户',
  'online:del': '强制用户下线',
  'log:list': '查看日志',
  'monitor:list': '查看服务监控',
  'outbox:list': '查看短信与邮件发件箱',
  'outbox:edit': '重新发送邮件',
  'timing:list': '查看定时任务',
  'timing:edit': '编辑、暂停和执行定时任务',
} as const;

export type Permission = keyof typeof permissions;
