import type { Db } from '../../platform/database/db.ts';
import { AppError, badRequest, type FieldError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { closedProblem, findStandings } from '../school/lock-schools.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findFullNames } from '../subject/subject.queries.ts';

type Referring = {
  schoolId: number | null;
  titleSeries: string | null;
  titleLevel: string | null;
  subjects: readonly { path: string[] }[];
};

const AGAIN = '请重新选择';

/** Why a school cannot be chosen, in words; null when it can. */
const schoolProblem = async (db: Db, id: number, advice: string): Promise<string | null> => {
  const [school] = await findStandings(db, [id]);
  return school?.isSchool ? closedProblem(school, advice) : '所选学校不存在或已停用';
};

/** Checks of a profile that need the database: the school, the title and every subject exist. */
const findProblems = async (db: Db, profile: Referring, advice: string): Promise<FieldError[]> => {
  const [school, dicts, names] = await Promise.all([
    profile.schoolId === null ? null : schoolProblem(db, profile.schoolId, advice),
    findDictMap(db, ['title_series', 'title_level']),
    findFullNames(
      db,
      profile.subjects.map((subject) => subject.path),
    ),
  ]);
  const problems: FieldError[] = [];
  const isUnknown = (dict: string, value: string | null) =>
    value !== null && !dicts[dict]?.some((detail) => detail.value === value);
  if (school) problems.push({ field: 'schoolId', message: school });
  if (isUnknown('title_series', profile.titleSeries))
    problems.push({ field: 'titleSeries', message: '请选择职称系列' });
  if (isUnknown('title_level', profile.titleLevel))
    problems.push({ field: 'titleLevel', message: '请选择职称层级' });
  const unknown = profile.subjects.map(({ path }) => path).filter((path) => !names.has(pathKey(path)));
  const former = await findFullNames(db, unknown, { withDisabled: true });
  const seen = new Set<string>();
  for (const [index, { path }] of profile.subjects.entries()) {
    const key = pathKey(path);
    const name = former.get(key);
    if (name)
      problems.push({ field: `subjects.${index}`, message: `学科「${name}」已不在现行目录中，${advice}` });
    else if (!names.has(key))
      problems.push({ field: `subjects.${index}`, message: '所选学科不存在或已停用' });
    else if (seen.has(key)) problems.push({ field: `subjects.${index}`, message: '学科重复' });
    seen.add(key);
  }
  return problems;
};

/** Refuse a profile that names what does not exist, each on its field; `advice` is what the reader may do about it. */
export const requireReferences = async (db: Db, profile: Referring, advice = AGAIN) => {
  const problems = await findProblems(db, profile, advice);
  if (problems[0]) throw badRequest('input.invalid', problems[0].message, problems);
};

/** An expert may only be put at a school that the actor may see. */
export const requireSchoolInScope = (actor: Principal, schoolId: number) => {
  if (actor.deptScope === null || actor.deptScope.includes(schoolId)) return;
  const message = '所选学校不在您的数据范围内';
  throw new AppError(403, 'expert.school_scope', message, [{ field: 'schoolId', message }]);
};
