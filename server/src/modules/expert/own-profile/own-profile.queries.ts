import { sql } from 'kysely';
import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findAllFullNames, findFormerNames, OBSOLETE_SUBJECT } from '../../subject/subject.queries.ts';
import { findOwnChanges } from '../change-requests/change-requests.queries.ts';
import { findAffiliations } from '../affiliations.ts';
import { findOwnAbsences } from './own-absences.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { dayOf } from '../../../platform/clock.ts';

type OwnRow = Omit<
  OwnExpert,
  'subjects' | 'confirmedAt' | 'idCard' | 'affiliations' | 'unavailability' | 'changes'
> & {
  confirmedAt: Date | null;
  hash: Buffer | null;
  sealed: Buffer | null;
  subjects: { path: string[]; keywords: string[] }[];
};

const selectOwn = (userId: number) => sql<OwnRow>`
  select e.id, e.name, e.gender, e.birth_date as "birthDate", e.title_series as "titleSeries",
    e.title_level as "titleLevel", e.title_name as "titleName", e.school_id as "schoolId", d.name as "schoolName",
    p.id_card_hash as hash, p.id_card_sealed as sealed,
    e.department, e.phone, e.email, e.confirmed_at as "confirmedAt", e.term_ends_at as "termEndsAt", e.version,
    (select coalesce(jsonb_agg(jsonb_build_object('path', s.path, 'keywords', s.keywords) order by s.rank), '[]')
      from expert_subject s where s.expert_id = e.id) as subjects
  from expert e left join dept d on d.id = e.school_id left join person p on p.id = e.person_id
  where e.user_id = ${userId}`;

/** The expert profile of an account; 404 for accounts that are no expert. */
export const findOwnExpert = async (
  deps: Pick<Deps, 'db' | 'identity' | 'registerCache'>,
  { userId, at }: Pick<Principal, 'userId' | 'at'>,
) => {
  const { rows } = await selectOwn(userId).execute(deps.db);
  const row = rows[0];
  if (!row) throw notFound('您的专家档案');
  const { hash, sealed, ...profile } = row;
  const [names, affiliations, unavailability, changes] = await Promise.all([
    findAllFullNames(deps),
    findAffiliations(deps.db, row.id),
    findOwnAbsences(deps.db, row.id, dayOf(at)),
    findOwnChanges(deps, row.id, at),
  ]);
  const paths = row.subjects.map(({ path }) => path).filter((path) => !names.has(pathKey(path)));
  const former = await findFormerNames(deps.db, paths);
  return {
    ...profile,
    idCard: hash && sealed && deps.identity.openMasked(sealed, hash),
    affiliations,
    unavailability,
    changes,
    subjects: row.subjects.map((subject) => ({
      ...subject,
      fullName: names.get(pathKey(subject.path)) ?? former.get(pathKey(subject.path)) ?? OBSOLETE_SUBJECT,
    })),
  };
};

/** Lock the profile of an account for a change. */
export const lockOwnExpert = async (tx: Tx, userId: number) => {
  const expert = await tx
    .selectFrom('expert')
    .select(['id', 'version', 'confirmed_at', 'phone'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!expert) throw notFound('您的专家档案');
  return expert;
};
