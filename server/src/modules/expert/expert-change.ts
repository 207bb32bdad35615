import type { z } from 'zod';
import type { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { OwnExpertWrite, profileLabels } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db.ts';
import { editedBy } from '../../platform/edit-lock.ts';
import { AppError, badRequest, conflict, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/principal.ts';
import { findDictLabels } from '../dict/dict.queries.ts';
import { findFormerNames, pathKey, rememberFullNames } from '../subject/subject.queries.ts';
import { refuseBarred, visibleExperts } from './expert.policy.ts';
import { requireReferences } from './references.ts';
import { writeSubjects } from './save-expert.ts';
import { expertSearchText } from './search-words.ts';

export type Profile = Omit<z.output<typeof OwnExpertWrite>, 'version'>;
type Field = keyof Profile;
/** Only the fields that change, so that an approval does not undo what the office mended meanwhile. */
type Change = Partial<Profile>;

const ChangeForm = OwnExpertWrite.omit({ version: true }).partial();
const fields = Object.keys(profileLabels) as Field[];

type Stored = { [F in Field]: Profile[F] | null };

/** A profile as it stands, in the shape of the form. */
const findStored = async (db: Db, expertId: number): Promise<Stored> => {
  const [row, subjects] = await Promise.all([
    db
      .selectFrom('expert')
      .select([
        'name',
        'gender',
        'birth_date as birthDate',
        'title_series as titleSeries',
        'title_level as titleLevel',
        'title_name as titleName',
        'school_id as schoolId',
        'department',
        'phone',
        'email',
      ])
      .where('id', '=', expertId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('expert_subject')
      .select(['path', 'keywords'])
      .where('expert_id', '=', expertId)
      .orderBy('rank')
      .execute(),
  ]);
  return { ...row, subjects };
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a || null) === JSON.stringify(b || null);

const shapeOf = (profile: Stored | Profile): Stored => ({
  ...profile,
  subjects: (profile.subjects ?? []).map(({ path, keywords }) => ({ path, keywords })),
});

const differenceOf = (stored: Stored, wanted: Profile): Change => {
  const [before, after] = [shapeOf(stored), shapeOf(wanted)];
  return Object.fromEntries(
    fields.filter((field) => !isSame(before[field], after[field])).map((field) => [field, after[field]]),
  );
};

/**
 * What a confirmed expert wants to change waits for the office. A new wish takes the place of the one that waits; wishing
 * for what is stored takes it back.
 */
export const requestChange = async (tx: Tx, expertId: number, userId: number, wanted: Profile) => {
  const form = differenceOf(await findStored(tx, expertId), wanted);
  await tx
    .deleteFrom('expert_change')
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .execute();
  if (Object.keys(form).length === 0) return;
  const { id } = await tx
    .insertInto('expert_change')
    .values({ expert_id: expertId, form: JSON.stringify(form), status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    actorId: userId,
    action: 'expert.change_requested',
    entity: 'expert',
    entityId: expertId,
    detail: { changeId: id, fields: Object.keys(form) },
  });
};

const EMPTY = '（空）';
/** The office does not choose for the expert. */
const ADVICE = '请退回，由专家重新选择';

/** Full names of subjects, also of those that the catalogue has no more. */
const namesOf = async (deps: Pick<Deps, 'db' | 'remember'>, profiles: readonly Change[]) => {
  const names = await rememberFullNames(deps);
  const paths = profiles.flatMap(({ subjects = [] }) => subjects.map(({ path }) => path));
  const former = await findFormerNames(
    deps.db,
    paths.filter((path) => !names.has(pathKey(path))),
  );
  return (path: string[]) => names.get(pathKey(path)) ?? former.get(pathKey(path)) ?? pathKey(path);
};

/** Words for the values of a profile. */
const wordsFor = async (deps: Pick<Deps, 'db' | 'remember'>, profiles: Change[]) => {
  const { db } = deps;
  const schoolIds = profiles.flatMap(({ schoolId }) => schoolId ?? []);
  const [series, levels, nameOf, schools] = await Promise.all([
    findDictLabels(db, 'title_series'),
    findDictLabels(db, 'title_level'),
    namesOf(deps, profiles),
    schoolIds.length > 0
      ? db.selectFrom('dept').select(['id', 'name']).where('id', 'in', schoolIds).execute()
      : [],
  ]);
  const schoolNames = new Map(schools.map(({ id, name }) => [id, name]));
  return (field: Field, profile: Change): string => {
    const value = profile[field];
    if (!value) return EMPTY;
    if (field === 'titleSeries') return series.get(value as string) ?? (value as string);
    if (field === 'titleLevel') return levels.get(value as string) ?? (value as string);
    if (field === 'schoolId') return schoolNames.get(value as number) ?? EMPTY;
    if (field !== 'subjects') return String(value as string);
    const lines = (profile.subjects ?? []).map(({ path, keywords }) => {
      return keywords.length > 0 ? `${nameOf(path)}（${keywords.join('、')}）` : nameOf(path);
    });
    return lines.join('；') || EMPTY;
  };
};

const describe = async (deps: Pick<Deps, 'db' | 'remember'>, expertId: number, form: Change) => {
  const stored = shapeOf(await findStored(deps.db, expertId)) as Change;
  const words = await wordsFor(deps, [stored, form]);
  return fields
    .filter((field) => field in form)
    .map((field) => ({
      field,
      label: profileLabels[field],
      before: words(field, stored),
      after: words(field, form),
    }));
};

/** The stored form is our own, so it only fails after a change of the contract; then it tells nothing. */
const formOf = (stored: unknown): Change => ChangeForm.safeParse(stored).data ?? {};

/** Refuse a change that names what does not exist any more. */
const requireChangeReferences = (db: Db, form: Change) =>
  requireReferences(
    db,
    {
      schoolId: form.schoolId ?? null,
      titleSeries: form.titleSeries ?? null,
      titleLevel: form.titleLevel ?? null,
      subjects: form.subjects ?? [],
    },
    ADVICE,
  );

/** The last wish of an expert that waits or was returned. */
export const findOwnChange = async (deps: Pick<Deps, 'db' | 'remember'>, expertId: number) => {
  const row = await deps.db
    .selectFrom('expert_change')
    .select(['form', 'status', 'reason', 'requested_at as requestedAt'])
    .where('expert_id', '=', expertId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.status === 'approved') return null;
  const form = formOf(row.form);
  const nameOf = await namesOf(deps, [form]);
  const { subjects: wished, ...rest } = form;
  const subjects = wished?.map((subject) => ({ ...subject, fullName: nameOf(subject.path) }));
  return {
    form: { ...rest, ...(subjects && { subjects }) },
    status: row.status,
    reason: row.reason,
    requestedAt: row.requestedAt,
    fields: await describe(deps, expertId, form),
  };
};

export const findWaitingChange = async (deps: Pick<Deps, 'db' | 'remember'>, expertId: number) => {
  const row = await deps.db
    .selectFrom('expert_change')
    .select(['id', 'form', 'requested_at as requestedAt'])
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (!row) return null;
  const form = formOf(row.form);
  const problem = await requireChangeReferences(deps.db, form).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.message;
      throw error;
    },
  );
  return { id: row.id, requestedAt: row.requestedAt, fields: await describe(deps, expertId, form), problem };
};

const columnsOf = {
  name: 'name',
  gender: 'gender',
  birthDate: 'birth_date',
  titleSeries: 'title_series',
  titleLevel: 'title_level',
  titleName: 'title_name',
  schoolId: 'school_id',
  department: 'department',
  phone: 'phone',
  email: 'email',
} as const;

/** Store a whole profile, or the changed part of one. */
export const applyProfile = async (tx: Tx, expertId: number, change: Change) => {
  const { subjects, ...rest } = change;
  const values = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [columnsOf[field as keyof typeof columnsOf], value]),
  );
  if (subjects) await writeSubjects(tx, expertId, subjects);
  const { name, phone } = await tx
    .selectFrom('expert')
    .select(['name', 'phone'])
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('expert')
    .set({ ...values, search_text: expertSearchText(change.name ?? name, change.phone ?? phone) })
    .where('id', '=', expertId)
    .execute();
};

type Decision = z.output<typeof expertPoolApi.decideChange.body>;

/** Approve a change, which stores it, or return it with a reason. */
export const decideChange = async (
  db: Db,
  actor: Principal,
  expertId: number,
  { changeId, approved, reason }: Decision,
) => {
  refuseBarred(actor);
  await inTransaction(db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .select(['id', 'version'])
      .where('id', '=', expertId)
      .where(visibleExperts(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!expert) throw notFound('专家');
    const waiting = await tx
      .selectFrom('expert_change')
      .select(['id', 'form'])
      .where('expert_id', '=', expertId)
      .where('status', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst();
    if (!waiting) throw badRequest('expert.no_change', '没有待审核的变更，可能已被审核或撤回');
    if (waiting.id !== changeId) throw conflict('edit.conflict', '专家又提交了新的变更，请核对后重新审核');
    const form = formOf(waiting.form);
    if (approved) {
      await requireChangeReferences(tx, form);
      await applyProfile(tx, expertId, form);
      await tx
        .updateTable('expert')
        .set(editedBy(actor.username, expert))
        .where('id', '=', expertId)
        .execute();
    }
    await tx
      .updateTable('expert_change')
      .set({
        status: approved ? 'approved' : 'returned',
        decided_at: new Date(),
        decided_by: actor.view.user.nickName,
        reason,
      })
      .where('id', '=', changeId)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: approved ? 'expert.change_approved' : 'expert.change_returned',
      entity: 'expert',
      entityId: expertId,
      detail: { changeId, fields: Object.keys(form), reason },
    });
  });
};
