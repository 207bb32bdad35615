import type { Permission } from '@zhiping/shared/permissions.ts';
import { auditEntities, type AuditEntity } from '../../platform/audit/audit-entity.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';

type Reading = {
  /** Permission to see its records; without one only the actor of the change sees them. */
  readableBy?: Permission;
  /** Readers see only records of their departments, so a log over all of them is hidden. */
  isScoped?: true;
  /** Its changes reveal grades, which some roles never see, whatever their permissions. */
  isGraded?: true;
  /** Its number stands beside a file in one list, and beside an expert in the log. */
  isPair?: true;
  /** The list below the base of the web app that shows a record by its id. */
  page?: string;
};

const readings: Partial<Record<AuditEntity, Reading>> = {
  user: { readableBy: 'user:list', isScoped: true, page: '/system/user' },
  role: { readableBy: 'roles:list', page: '/system/role' },
  menu: { readableBy: 'menu:list' },
  dept: { readableBy: 'dept:list', isScoped: true },
  job: { readableBy: 'job:list', page: '/system/job' },
  dict: { readableBy: 'dict:list' },
  dict_detail: { readableBy: 'dict:list' },
  expert: { readableBy: 'expert:list', isScoped: true, isGraded: true, page: '/pool/expert' },
  teacher: { readableBy: 'teacher:list', isScoped: true, page: '/pool/teacher' },
  school: { readableBy: 'school:list', isScoped: true, page: '/pool/school' },
  subject: { readableBy: 'subject:list' },
  subject_catalog: { readableBy: 'subject:list' },
  commitment_text: { readableBy: 'commitment:list' },
  cycle: { readableBy: 'cycle:list', page: '/review/cycle' },
  draw: { readableBy: 'assignment:list' },
  assignment: { isPair: true },
  message_text: { readableBy: 'message:list' },
  integrity_record: { readableBy: 'integrity:list', page: '/review/integrity' },
  holiday: { readableBy: 'holiday:list' },
  article: { readableBy: 'article:list' },
  file: { readableBy: 'storage:list' },
  archive: { readableBy: 'admin' },
  timing_job: { readableBy: 'timing:list' },
  outbox: { readableBy: 'outbox:list' },
};

/** Stored events may be about what an earlier release knew. */
const isKnown = (entity: string): entity is AuditEntity => Object.hasOwn(auditEntities, entity);

const find = (entity: string) => (isKnown(entity) ? readings[entity] : undefined);

export const entityName = (entity: string) => (isKnown(entity) ? auditEntities[entity] : '其他');

/** Whether a reader of the log sees records of a kind with their names, wherever they are. */
export const maySeeAll = (reader: Principal, entity: string): boolean => {
  const { readableBy, isScoped, isGraded } = find(entity) ?? {};
  if (readableBy === undefined || !holds(reader, [readableBy])) return false;
  return (!isScoped || reader.deptScope === null) && (!isGraded || seesGrades(reader));
};

/**
 * Whether even the number of a record is hidden from readers who may not see it: it would reveal a grading or an
 * assignment.
 */
export const hidesNumber = (entity: string): boolean => {
  const { isGraded, isPair } = find(entity) ?? {};
  return isGraded === true || isPair === true;
};

/** Page that shows a record. */
export const linkTo = (entity: string, id: string | null): string | null => {
  const page = find(entity)?.page;
  return page && id !== null ? `${page}?id=${id}&view=${id}` : null;
};
