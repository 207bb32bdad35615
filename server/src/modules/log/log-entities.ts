import type { Permission } from '@zhiping/shared/permissions.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { seesGrades } from '@zhiping/shared/rules/expert-grades.ts';

type Entity = {
  name: string;
  /** Who sees its records; without one only whoever made the change. */
  readableBy?: Permission;
  /** Of these a reader sees those of his departments only, so that a log over all of them is not for him. */
  isScoped?: true;
  /** Its changes tell how the office grades, which some never learn, whatever else they hold. */
  isGraded?: true;
  /** The list below the base of the web app that shows a record by its id. */
  page?: string;
};

/** What the audit events are about. */
const entities: Record<string, Entity> = {
  user: { name: '用户', readableBy: 'user:list', isScoped: true, page: '/system/user' },
  role: { name: '角色', readableBy: 'roles:list', page: '/system/role' },
  menu: { name: '菜单', readableBy: 'menu:list' },
  dept: { name: '部门', readableBy: 'dept:list', isScoped: true },
  job: { name: '岗位', readableBy: 'job:list', page: '/system/job' },
  dict: { name: '字典', readableBy: 'dict:list' },
  dict_detail: { name: '字典项', readableBy: 'dict:list' },
  expert: { name: '专家', readableBy: 'expert:list', isScoped: true, isGraded: true, page: '/pool/expert' },
  teacher: { name: '教师', readableBy: 'teacher:list', isScoped: true, page: '/pool/teacher' },
  school: { name: '学校', readableBy: 'school:list', isScoped: true, page: '/pool/school' },
  subject: { name: '学科', readableBy: 'subject:list' },
  subject_catalog: { name: '学科目录', readableBy: 'subject:list' },
  commitment_text: { name: '承诺书', readableBy: 'commitment:list' },
  cycle: { name: '评审批次', readableBy: 'cycle:list', page: '/review/cycle' },
  project: { name: '申报' },
  holiday: { name: '工作日更正', readableBy: 'holiday:list' },
  article: { name: '公告', readableBy: 'article:list' },
  file: { name: '文件', readableBy: 'storage:list' },
  archive: { name: '归档文件', readableBy: 'admin' },
  timing_job: { name: '定时任务', readableBy: 'timing:list' },
  outbox: { name: '发件', readableBy: 'outbox:list' },
  task: { name: '后台任务' },
  saved_view: { name: '保存的视图' },
};

export const entityName = (entity: string) => entities[entity]?.name ?? '其他';

/** Whether a reader of the log sees records of a kind with their names, wherever they are. */
export const maySeeAll = (reader: Principal, entity: string): boolean => {
  const { readableBy, isScoped, isGraded } = entities[entity] ?? {};
  if (readableBy === undefined || !holds(reader, [readableBy])) return false;
  return (!isScoped || reader.deptScope === null) && (!isGraded || seesGrades(reader));
};

/** Whether even the number of a record says too much to who may not see it: that somebody was graded. */
export const hidesNumber = (entity: string): boolean => entities[entity]?.isGraded === true;

/** Where a record is shown to whoever may see it. */
export const linkTo = (entity: string, id: string | null): string | null => {
  const page = entities[entity]?.page;
  return page && id !== null ? `${page}?id=${id}&view=${id}` : null;
};
