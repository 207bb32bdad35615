import { sql } from 'kysely';
import { type PartKey, OwnExpertWrite, profileLabels } from '@zhiping/shared/contracts/expert.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { expertChangeMachine, type ExpertChangeState } from '@zhiping/shared/rules/expert/change-states.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Deps } from '../../../deps.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { findDictLabels } from '../../dict/dict.queries.ts';
import { followProfile } from '../../succession/follow-profile.ts';
import { findSuccession } from '../../succession/succession.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findFormerNames, findAllFullNames } from '../../subject/subject.queries.ts';
import { type Change, type Field, findStored, profileFields, type Stored } from '../profile-store.ts';
import { requireFreeContact } from '../follow-contact.ts';
import { requireReferences } from '../references.ts';
import { daysBefore } from '../../../platform/clock.ts';

/** Change requests of experts, in words. */

type Reading = Pick<Deps, 'db' | 'registerCache'>;

const ChangeForm = OwnExpertWrite.omit({ version: true }).partial();

/**
 * The stored form is written by this program, so it only fails after a change of the contract; then it counts as empty.
 */
export const formOf = (stored: unknown): Change => ChangeForm.safeParse(stored).data ?? {};

type StoredChange = { form: unknown; edition: number; status: ExpertChangeState };

/** The forms of changes: of those that wait as they are meant by now, of others as they were decided about. */
export const formsOf = async (db: Db | Tx, changes: readonly StoredChange[]): Promise<Change[]> => {
  const waiting = changes.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return changes.map(({ form }) => formOf(form));
  const succession = await findSuccession(
    db,
    waiting.map(({ edition }) => edition),
  );
  return changes.map(({ form, edition, status }) =>
    status === 'waiting' ? followProfile(succession, edition, formOf(form)) : formOf(form),
  );
};

const EMPTY = '（空）';

/** Full names of subjects, also of those that the catalogue has no more. */
const namesOf = async (deps: Reading, profiles: readonly Change[]) => {
  const names = await findAllFullNames(deps);
  const paths = profiles.flatMap(({ subjects = [] }) => subjects.map(({ path }) => path));
  const former = await findFormerNames(
    deps.db,
    paths.filter((path) => !names.has(pathKey(path))),
  );
  return (path: string[]) => names.get(pathKey(path)) ?? former.get(pathKey(path)) ?? pathKey(path);
};

/** Words for the values of a profile. */
const wordsFor = async (deps: Reading, profiles: Change[]) => {
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
  const subjectsOf = ({ subjects = [] }: Change) =>
    subjects.map(({ path, keywords }) =>
      keywords.length > 0 ? `${nameOf(path)}（${keywords.join('、')}）` : nameOf(path),
    );
  const affiliationsOf = ({ affiliations = [] }: Change) =>
    affiliations.map(({ orgName, post, fromYear, toYear }) =>
      [`${fromYear} 至 ${toYear ?? '今'}`, orgName, post].filter(Boolean).join('，'),
    );
  return (field: Field, profile: Change): string => {
    const value = profile[field];
    if (!value) return EMPTY;
    if (field === 'titleSeries') return series.get(value as string) ?? (value as string);
    if (field === 'titleLevel') return levels.get(value as string) ?? (value as string);
    if (field === 'schoolId') return schoolNames.get(value as number) ?? EMPTY;
    if (field === 'subjects') return subjectsOf(profile).join('；') || EMPTY;
    if (field === 'affiliations') return affiliationsOf(profile).join('；') || EMPTY;
    return String(value as string);
  };
};

/** Each request beside what is stored. */
const describe = async (deps: Reading, stored: Stored, forms: Change[]) => {
  const words = await wordsFor(deps, [stored as Change, ...forms]);
  return (form: Change) =>
    profileFields
      .filter((field) => field in form)
      .map((field) => ({
        field,
        label: profileLabels[field],
        before: words(field, stored as Change),
        after: words(field, form),
      }));
};

/** Days for which an approved change is shown to the expert. */
const APPROVED_DAYS = 30;

type Row = {
  id: number;
  part: PartKey;
  form: unknown;
  edition: number;
  status: 'waiting' | 'approved' | 'returned';
  reason: string | null;
  requestedAt: Date;
  decidedAt: Date | null;
};

/** State of the last request for each part, newest first. */
export const findOwnChanges = async (deps: Reading, expertId: number, now: Date) => {
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (part) id, part, form, subject_edition as edition, status, reason, requested_at as "requestedAt",
        decided_at as "decidedAt"
      from expert_change where expert_id = ${expertId} and status not in ('withdrawn', 'replaced')
      order by part, id desc
    ) as last
    where status <> 'approved' or "decidedAt" > ${daysBefore(now, APPROVED_DAYS)}
    order by id desc`.execute(deps.db);
  if (rows.length === 0) return [];
  const forms = await formsOf(deps.db, rows);
  const [stored, nameOf] = await Promise.all([findStored(deps.db, expertId), namesOf(deps, forms)]);
  const fieldsOf = await describe(deps, stored, forms);
  return rows.map(({ edition: _edition, ...row }, index) => {
    const { subjects: requested, ...form } = forms[index] as Change;
    const subjects = requested?.map((subject) => ({ ...subject, fullName: nameOf(subject.path) }));
    return {
      ...row,
      form: { ...form, ...(subjects && { subjects }) },
      fields: fieldsOf(forms[index] as Change),
      can: eventsFor(expertChangeMachine, row.status, ['expert'], { problem: null }),
    };
  });
};

/** The office does not choose for the expert. */
const ADVICE = '请退回，由专家重新选择';

const TAKEN_ADVICE = '请与专家核对后退回';

/** Refuse a change that names what does not exist any more, or a contact that another account has. */
export const requireApplicable = async (db: Db | Tx, expertId: number, form: Change) => {
  await requireReferences(
    db,
    {
      schoolId: form.schoolId ?? null,
      titleSeries: form.titleSeries ?? null,
      titleLevel: form.titleLevel ?? null,
      subjects: form.subjects ?? [],
    },
    ADVICE,
  );
  await requireFreeContact(db, expertId, form, TAKEN_ADVICE);
};

/** Why an approval would be refused now. */
const problemOf = ({ db }: Reading, expertId: number, form: Change): Promise<Denial | null> =>
  requireApplicable(db, expertId, form).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );

export const findWaitingChanges = async (deps: Reading, expertId: number) => {
  const rows = await deps.db
    .selectFrom('expert_change')
    .select(['id', 'part', 'form', 'subject_edition as edition', 'status', 'requested_at as requestedAt'])
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const stored = await findStored(deps.db, expertId);
  const forms = await formsOf(deps.db, rows);
  const fieldsOf = await describe(deps, stored, forms);
  return Promise.all(
    rows.map(async ({ id, part, requestedAt }, index) => {
      const form = forms[index] as Change;
      const problem = await problemOf(deps, expertId, form);
      const can = eventsFor(expertChangeMachine, 'waiting', ['office'], { problem });
      return { id, part, requestedAt, fields: fieldsOf(form), can };
    }),
  );
};
