import type { Db } from '../../platform/database/db.ts';
import { AppError, badRequest, type FieldError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findFullNames } from '../subject/subject.queries.ts';

type Referring = {
  schoolId: number;
  type: string;
  titleSeries: string | null;
  titleLevel: string | null;
  subject: { path: string[] } | null;
};

const dictOf = { type: 'teacher_type', titleSeries: 'title_series', titleLevel: 'title_level' } as const;
const messages = { type: '请选择类别', titleSeries: '请选择职称系列', titleLevel: '请选择职称层级' };

/**
 * Refuse a teacher that names what does not exist or is disabled, each on its field. What stands in the record already
 * may stay, so that an old subject does not keep a phone number from being mended.
 */
export const requireReferences = async (db: Db, teacher: Referring, stored?: Referring) => {
  const [school, dicts, names] = await Promise.all([
    db
      .selectFrom('school')
      .innerJoin('dept', 'dept.id', 'school.dept_id')
      .select('dept.id')
      .where('dept.id', '=', teacher.schoolId)
      .where('dept.enabled', '=', true)
      .executeTakeFirst(),
    findDictMap(db, Object.values(dictOf)),
    findFullNames(db, teacher.subject ? [teacher.subject.path] : []),
  ]);
  const problems: FieldError[] = [];
  if (!school && stored?.schoolId !== teacher.schoolId)
    problems.push({ field: 'schoolId', message: '所选学校不存在或已停用' });
  for (const field of ['type', 'titleSeries', 'titleLevel'] as const) {
    const value = teacher[field];
    const isKnown = value === null || dicts[dictOf[field]]?.some((detail) => detail.value === value);
    if (!isKnown && stored?.[field] !== value) problems.push({ field, message: messages[field] });
  }
  const key = teacher.subject && pathKey(teacher.subject.path);
  if (key && !names.has(key) && key !== (stored?.subject && pathKey(stored.subject.path)))
    problems.push({ field: 'subject', message: '所选学科不存在或已停用' });
  if (problems[0]) throw badRequest('input.invalid', problems[0].message, problems);
};

/** A teacher may only be put at a school that the actor may see. */
export const requireSchoolInScope = (actor: Principal, schoolId: number) => {
  if (actor.deptScope === null || actor.deptScope.includes(schoolId)) return;
  const message = '所选学校不在您的数据范围内';
  throw new AppError(403, 'teacher.school_scope', message, [{ field: 'schoolId', message }]);
};
