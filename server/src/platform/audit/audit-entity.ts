import { resources } from '@zhiping/shared/permissions.ts';

/** Kinds of audited objects, with their names in the log. Others cannot be audited. */
export const auditEntities = {
  ...resources,
  role: '角色',
  dict_detail: '字典项',
  declared_relation: '专家申报的关系',
  subject_catalog: '学科目录',
  commitment_text: '承诺书',
  message_text: '消息模板',
  cycle: '评审批次',
  project: '申报',
  unit_publicity: '单位公示',
  objection: '异议',
  integrity_record: '失信记录',
  conflict: '回避',
  draw: '抽取',
  assignment: '送审',
  holiday: '工作日更正',
  file: '文件',
  archive: '归档文件',
  timing_job: '定时任务',
  outbox: '发件',
  task: '后台任务',
  saved_view: '保存的视图',
} as const;

export type AuditEntity = keyof typeof auditEntities;
