import type { Db } from '../../platform/db.ts';
import { AppError, badRequest, type FieldError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/principal.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { findFullNames, pathKey } from '../subject/subject.queries.ts';

type Referring = {
  schoolId: number | null;
  titleSeries: string | null;
  titleLevel: string | null;
  subjects: readonly { path: string[] }[];
};

/** What only the database can tell about a profile: that the school, the title and every subject exist. */
const findProblems = async (db: Db, profile: Referring): Promise<FieldError[]> => {
  const [school, dicts, names] = await Promise.all([
    db
      .selectFrom('school')
      .innerJoin('dept', 'dept.id', 'school.dept_id')
      .select('dept.id')
      .where('dept.id', '=', profile.schoolId)
      .where('dept.enabled', '=', true)
      .executeTakeFirst(),
    findDictMap(db, ['title_series', 'title_level']),
    findFullNames(
      db,
      profile.subjects.map((subject) => subject.path),
    ),
  ]);
  const problems: FieldError[] = [];
  const isUnknown = (dict: string, value: string | null) =>
    value !== null && !dicts[dict]?.some((detail) => detail.value === value);
  if (profile.schoolId !== null && !school)
    problems.push({ field: 'schoolId', message: '所选学校不存在或已停用' });
  if (isUnknown('title_series', profile.titleSeries))
    problems.push({ field: 'titleSeries', message: '请选择职称系列' });
  if (isUnknown('title_level', profile.titleLevel))
    problems.push({ field: 'titleLevel', message: '请选择职称层级' });
  const seen = new Set<string>();
  for (const [index, { path }] of profile.subjects.entries()) {
    const key = pathKey(path);
    if (!names.has(key)) problems.push({ field: `subjects.${index}`, message: '所选学科不存在或已停用' });
    else if (seen.has(key)) problems.push({ field: `subjects.${index}`, message: '学科重复' });
    seen.add(key);
  }
  return problems;
};

/** Refuse a profile that names what does not exist, each on its field. */
export const requireReferences = async (db: Db, profile: Referring) => {
  const problems = await findProblems(db, profile);
  if (problems[0]) throw badRequest('input.invalid', problems[0].message, problems);
};

/** An expert may only be put at a school that the actor may see. */
export const requireSchoolInScope = (actor: Principal, schoolId: number) => {
  if (actor.deptScope === null || actor.deptScope.includes(schoolId)) return;
  const message = '所选学校不在您的数据范围内';
  throw new AppError(403, 'expert.school_scope', message, [{ field: 'schoolId', message }]);
};
