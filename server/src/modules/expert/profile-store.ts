import type { z } from 'zod';
import { type OwnExpertWrite, profileLabels } from '@zhiping/shared/contracts/expert.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { lockSchools } from '../school/lock-schools.ts';
import { findAffiliations, writeAffiliations } from './affiliations.ts';
import { writeSubjects } from './subjects.ts';
import { personSearchText } from '../person/search-words.ts';

/** The part of an expert's record that they may correct: read, compared and stored. */
export type Profile = Omit<z.output<typeof OwnExpertWrite>, 'version'>;
export type Field = keyof Profile;
/** Only the fields that change, so that an approval does not undo what the office mended meanwhile. */
export type Change = Partial<Profile>;
export type Stored = { [F in Field]-?: Exclude<Profile[F], undefined> | null };

export const profileFields = Object.keys(profileLabels) as Field[];

/** A profile as it stands, in the shape of the form. */
export const findStored = async (db: Db | Tx, expertId: number): Promise<Stored> => {
  const [row, subjects, affiliations] = await Promise.all([
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
    findAffiliations(db, expertId),
  ]);
  return { ...row, subjects, affiliations: affiliations.map(({ orgId: _unit, ...rest }) => rest) };
};

type Employment = NonNullable<Profile['affiliations']>[number];

/** The newest first, whatever order they were typed in. */
const sorted = (affiliations: readonly Employment[]) =>
  affiliations
    .map(({ orgName, post, fromYear, toYear }) => ({ orgName, post, fromYear, toYear }))
    .toSorted(
      (a, b) =>
        b.fromYear - a.fromYear ||
        a.orgName.localeCompare(b.orgName) ||
        (a.post ?? '').localeCompare(b.post ?? ''),
    );

const comparable = (profile: Stored | Profile): Change => ({
  ...(profile as Profile),
  subjects: (profile.subjects ?? []).map(({ path, keywords }) => ({ path, keywords })),
  affiliations: profile.affiliations ? sorted(profile.affiliations) : undefined,
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a || null) === JSON.stringify(b || null);

/** The fields of a request that are not as they are stored. */
export const differenceOf = (stored: Stored, wanted: Profile): Change => {
  const [before, after] = [comparable(stored), comparable(wanted)];
  return Object.fromEntries(
    profileFields
      .filter((field) => after[field] !== undefined && !isSame(before[field], after[field]))
      .map((field) => [field, after[field]]),
  );
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
  const { subjects, affiliations, ...rest } = change;
  const values = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [columnsOf[field as keyof typeof columnsOf], value]),
  );
  if (change.schoolId) await lockSchools(tx, [change.schoolId]);
  if (subjects) await writeSubjects(tx, expertId, subjects);
  if (affiliations) await writeAffiliations(tx, expertId, affiliations);
  const { name, phone } = await tx
    .selectFrom('expert')
    .select(['name', 'phone'])
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('expert')
    .set({ ...values, search_text: personSearchText(change.name ?? name, change.phone ?? phone) })
    .where('id', '=', expertId)
    .execute();
};
