import type { z } from 'zod';
import { OwnExpertWrite } from '@zhiping/shared/contracts/expert.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { badRequest, conflict, type FieldError } from '../../platform/errors.ts';
import { searchTextOf } from '../../platform/pinyin.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { findFullNames, pathKey } from '../subject/subject.queries.ts';
import { findOwnExpert, lockOwnExpert } from './own-profile.queries.ts';

type Profile = z.output<typeof OwnExpertWrite>;

/** What only the database can tell about a profile: that the school, the title and every subject exist. */
const unknownReferences = async (db: Db, profile: Profile): Promise<FieldError[]> => {
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
  if (!school) problems.push({ field: 'schoolId', message: '所选学校不存在或已停用' });
  if (!dicts['title_series']?.some((detail) => detail.value === profile.titleSeries))
    problems.push({ field: 'titleSeries', message: '请选择职称系列' });
  if (!dicts['title_level']?.some((detail) => detail.value === profile.titleLevel))
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

const write = async (tx: Tx, userId: number, profile: Profile) => {
  const expert = await lockOwnExpert(tx, userId);
  if (expert.version !== profile.version)
    throw conflict('expert.changed', '您的资料已在别处被修改，请核对后重新保存');
  await tx
    .updateTable('expert')
    .set({
      name: profile.name,
      gender: profile.gender,
      birth_date: profile.birthDate,
      title_series: profile.titleSeries,
      title_level: profile.titleLevel,
      title_name: profile.titleName,
      school_id: profile.schoolId,
      department: profile.department,
      phone: profile.phone,
      email: profile.email,
      search_text: searchTextOf(profile.name, profile.phone),
      version: expert.version + 1,
      update_time: new Date(),
    })
    .where('id', '=', expert.id)
    .execute();
  await tx.deleteFrom('expert_subject').where('expert_id', '=', expert.id).execute();
  await tx
    .insertInto('expert_subject')
    .values(profile.subjects.map((subject, index) => ({ expert_id: expert.id, rank: index + 1, ...subject })))
    .execute();
  await audit(tx, {
    actorId: userId,
    action: 'expert.own_profile_changed',
    entity: 'expert',
    entityId: expert.id,
  });
};

const refuseUnknown = async (db: Db, profile: Profile) => {
  const problems = await unknownReferences(db, profile);
  if (problems[0]) throw badRequest('input.invalid', problems[0].message, problems);
};

/** Save corrections of the own profile; refused with 409 when it changed since it was read. */
export const saveOwnExpert = async (db: Db, userId: number, profile: Profile) => {
  await refuseUnknown(db, profile);
  await inTransaction(db, (tx) => write(tx, userId, profile));
};

/**
 * Confirm the own profile, with last corrections if there are any: lifts the gate (specification §4) and starts a term of
 * three years. What is stored must be complete. Confirming twice changes nothing.
 */
export const confirmOwnExpert = async (db: Db, userId: number, corrections: Profile | null) => {
  const profile = corrections ?? (await storedProfile(db, userId));
  await refuseUnknown(db, profile);
  await inTransaction(db, async (tx) => {
    if (corrections) await write(tx, userId, corrections);
    const expert = await lockOwnExpert(tx, userId);
    await tx.deleteFrom('expert_profile_draft').where('user_id', '=', userId).execute();
    if (expert.confirmed_at) return;
    const today = formatDateTime(new Date()).slice(0, 10);
    await tx
      .updateTable('expert')
      .set({ confirmed_at: new Date(), term_start: today, term_ends_at: threeYearsAfter(today) })
      .where('id', '=', expert.id)
      .execute();
    await audit(tx, { actorId: userId, action: 'expert.confirmed', entity: 'expert', entityId: expert.id });
  });
  return findOwnExpert(db, userId);
};

/** The last day of a term that starts on this day, both as yyyy-MM-dd; 29 February ends on the 28th. */
const threeYearsAfter = (day: string) => {
  const later = `${Number(day.slice(0, 4)) + 3}${day.slice(4)}`;
  return later.endsWith('-02-29') ? later.replace('-29', '-28') : later;
};

const storedProfile = async (db: Db, userId: number): Promise<Profile> => {
  const stored = await findOwnExpert(db, userId);
  const parsed = OwnExpertWrite.safeParse(stored);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  throw badRequest('expert.incomplete', '资料不完整，请补充后再确认', problems);
};
