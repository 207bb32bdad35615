import { sql } from 'kysely';
import type { z } from 'zod';
import type { TeacherCreate, TeacherUpdate } from '@zhiping/shared/contracts/teacher.ts';
import { factsOfIdNumber } from '@zhiping/shared/rules/person/id-number.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import type { Deps } from '../../deps.ts';
import { audit, auditMany } from '../../platform/audit/audit.ts';
import { explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { badRequest } from '../../platform/errors.ts';
import { askHidden, type Hidden } from '../../platform/hidden-values.ts';
import type { Identity } from '../../platform/identity.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findSelf } from '../person/own-case.ts';
import { dropUnusedPersons, findOrAddPersons } from '../person/person.queries.ts';
import { personSearchText } from '../person/search-words.ts';
import { lockSchools } from '../school/lock-schools.ts';
import { lockSubjects } from '../subject/lock-subjects.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { OWN_TEACHER } from './bulk-teachers.ts';
import { carryApplications } from './carry-applications.ts';
import { correctionDenial, hasReported, hasSigned } from './reported-teacher.queries.ts';
import { requireReferences, requireSchoolInScope } from './teacher-references.ts';
import { visibleTeachers } from './teacher.queries.ts';

export type TeacherInput = z.output<typeof TeacherCreate>;
type TeacherChange = z.output<typeof TeacherUpdate>;
type SaveDeps = Pick<Deps, 'db' | 'identity'>;

export const TEACHER_TAKEN = '该校已登记这个身份证号码的教师';

const constraints = {
  uk_teacher_person: ['idCard', TEACHER_TAKEN],
  teacher_school_id_fkey: ['schoolId', '所选学校不存在'],
} satisfies Parameters<typeof explainBroken>[0];

export const explainTeacher = <T>(work: Promise<T>) => explainBroken(constraints, work);

/** Who may not read identity numbers learns only so often that one is taken. */
const READABLE_BY = 'teacher:identity';

export const hiddenIn = (actor: Principal, teachers: readonly { idCard?: string | undefined }[]): Hidden => ({
  actor,
  readableBy: READABLE_BY,
  masked: teachers.flatMap(({ idCard }) => (idCard ? [maskIdCard(idCard)] : [])),
});

const columnsOf = (teacher: Omit<TeacherInput, 'idCard'>) => ({
  school_id: teacher.schoolId,
  name: teacher.name,
  staff_no: teacher.staffNo,
  type: teacher.type,
  title_series: teacher.titleSeries,
  title_level: teacher.titleLevel,
  title_name: teacher.titleName,
  subject: teacher.subject && pathKey(teacher.subject.path),
  phone: teacher.phone,
  email: teacher.email,
  entry_date: teacher.entryDate,
  enabled: teacher.enabled,
  note: teacher.note,
  search_text: personSearchText(teacher.name, teacher.phone),
});

export const refuseSelf = async (tx: Tx, actor: Principal, personIds: readonly number[]) => {
  if ((await findSelf(tx, actor, personIds)).size > 0) throw badRequest('teacher.own', OWN_TEACHER);
};

/** Add teachers that were checked already, in one statement. */
export const insertTeachers = async (
  tx: Tx,
  identity: Identity,
  actor: Principal,
  teachers: readonly TeacherInput[],
): Promise<number[]> => {
  await lockSchools(
    tx,
    teachers.map(({ schoolId }) => schoolId),
  );
  await lockSubjects(
    tx,
    'subject',
    teachers.flatMap(({ subject }) => (subject ? [subject.path] : [])),
  );
  const personIds = await findOrAddPersons(
    tx,
    identity,
    teachers.map(({ idCard }) => idCard),
  );
  await refuseSelf(tx, actor, personIds);
  const rows = teachers.map((teacher, index) => ({
    ...columnsOf(teacher),
    gender: teacher.gender ?? factsOfIdNumber(teacher.idCard).gender,
    person_id: personIds[index] as number,
    update_by: actor.username,
    position: index,
  }));
  const { rows: added } = await sql<{ id: number }>`
    with fact as materialized (
      select f.*, nextval(pg_get_serial_sequence('teacher', 'id')) as id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (position integer, person_id bigint, school_id bigint,
        name text, staff_no text, gender text, type text, title_series text, title_level text, title_name text, subject text, phone text,
        email text, entry_date date, enabled boolean, note text, search_text text, update_by text)
    ), stored as (
      insert into teacher (id, person_id, school_id, name, staff_no, gender, type, title_series, title_level, title_name,
        subject, phone, email, entry_date, enabled, note, search_text, update_by)
      select id, person_id, school_id, name, staff_no, gender, type, title_series, title_level, title_name, subject, phone,
        email, entry_date, enabled, note, search_text, update_by
      from fact order by position
    )
    select id from fact order by position`.execute(tx);
  const ids = added.map(({ id }) => id);
  await auditMany(
    tx,
    ids.map((id, index) => ({
      actorId: actor.userId,
      action: 'teacher.created',
      entity: 'teacher',
      entityId: id,
      detail: { name: teachers[index]?.name, schoolId: teachers[index]?.schoolId },
    })),
  );
  return ids;
};

export const createTeacher = async (
  { db, identity }: SaveDeps,
  actor: Principal,
  teacher: TeacherInput,
): Promise<{ id: number }> => {
  requireSchoolInScope(actor, teacher.schoolId);
  await requireReferences(db, teacher);
  const [id] = await askHidden(db, hiddenIn(actor, [teacher]), () =>
    explainTeacher(inTransaction(db, (tx) => insertTeachers(tx, identity, actor, [teacher]))),
  );
  return { id: id as number };
};

/** A teacher locked for a write; 404 outside the actor's scope. */
export const lockTeacher = (
  tx: Tx,
  actor: Principal,
  { id, version }: Pick<TeacherChange, 'id' | 'version'>,
) => lockRow(tx, { table: 'teacher', noun: '教师' }, { id, version }, visibleTeachers(actor));
type Stored = Awaited<ReturnType<typeof lockTeacher>>;

const referencesOf = (stored: Stored) => ({
  schoolId: stored.school_id,
  type: stored.type,
  titleSeries: stored.title_series,
  titleLevel: stored.title_level,
  subject: stored.subject === null ? null : { path: stored.subject.split('/') },
});

/**
 * Once an application was signed, another person behind it takes two persons of the office, and another name once it
 * was reported.
 */
const refuseReported = async (tx: Tx, actor: Principal, personId: number, isOther: boolean) => {
  // Waits for a submission; the next statement sees it.
  await sql`select id from project where person_id = ${personId} order by id for update`.execute(tx);
  const person = sql`${personId}::bigint`;
  const { reported, signed } = await tx
    .selectNoFrom([hasReported(person).as('reported'), hasSigned(person).as('signed')])
    .executeTakeFirstOrThrow();
  const how = correctionDenial(actor) ?? '确有错误的，请用「更正」提请复核';
  if (reported) throw badRequest('teacher.reported', `已有报送的申报，姓名和身份证号码不能直接修改；${how}`);
  if (signed && isOther)
    throw badRequest('teacher.signed', `已有本人签名提交的申报，身份证号码不能直接修改；${how}`);
};

/** The person behind the record, when the identity number was sent. */
export const personColumns = async (
  tx: Tx,
  identity: Identity,
  { idCard, gender }: Pick<TeacherChange, 'idCard' | 'gender'>,
) => {
  if (!idCard) return gender ? { gender } : {};
  const [personId] = await findOrAddPersons(tx, identity, [idCard]);
  return { person_id: personId as number, gender: gender ?? factsOfIdNumber(idCard).gender };
};

/** Applications and accounts go with the record to another person. */
export const followPerson = async (
  tx: Tx,
  { id, school_id, person_id }: Pick<Stored, 'id' | 'school_id' | 'person_id'>,
  to: number | undefined,
): Promise<{ from: number; to: number } | undefined> => {
  if (to === undefined || to === person_id) return undefined;
  const isCarried = await carryApplications(tx, { teacherId: id, schoolId: school_id, from: person_id, to });
  await dropUnusedPersons(tx, [person_id]);
  return isCarried ? { from: person_id, to } : undefined;
};

export const updateTeacher = (deps: SaveDeps, actor: Principal, change: TeacherChange) =>
  askHidden(deps.db, hiddenIn(actor, [change]), () => writeTeacher(deps, actor, change));

const writeTeacher = ({ db, identity }: SaveDeps, actor: Principal, change: TeacherChange) =>
  explainTeacher(
    inTransaction(db, async (tx) => {
      const stored = await lockTeacher(tx, actor, change);
      await refuseSelf(tx, actor, [stored.person_id]);
      if (stored.school_id !== change.schoolId) {
        requireSchoolInScope(actor, change.schoolId);
        await lockSchools(tx, [change.schoolId]);
      }
      await requireReferences(tx, change, referencesOf(stored));
      const person = await personColumns(tx, identity, change);
      const personId = person.person_id ?? stored.person_id;
      const isOther = personId !== stored.person_id;
      if (isOther) await refuseSelf(tx, actor, [personId]);
      if (isOther || change.name !== stored.name) await refuseReported(tx, actor, stored.person_id, isOther);
      await tx
        .updateTable('teacher')
        .set({ ...columnsOf(change), ...person, ...editedBy(actor, stored) })
        .where('id', '=', change.id)
        .execute();
      const row = await followPerson(tx, stored, person.person_id);
      await audit(tx, {
        actorId: actor.userId,
        action: 'teacher.changed',
        entity: 'teacher',
        entityId: change.id,
        detail: {
          name: change.name,
          schoolId: change.schoolId,
          identityChanged: change.idCard !== undefined,
          row,
        },
        stored,
      });
    }),
  );
