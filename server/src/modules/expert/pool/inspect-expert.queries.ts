import { sql } from 'kysely';
import { eligibleFor, inspectExpert } from '@zhiping/shared/rules/expert/inspect-expert.ts';
import { runPlanned } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { findRecords } from '../../person/integrity-records.queries.ts';
import { findAllFullNames } from '../../subject/subject.queries.ts';
import { visibleExperts } from '../expert.policy.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { type ExpertDeps } from './expert.queries.ts';
import { dayOf } from '../../../platform/clock.ts';

const findRecord = async ({ db }: ExpertDeps, reader: Principal, id: number) =>
  db.selectFrom('expert').selectAll().where('id', '=', id).where(visibleExperts(reader)).executeTakeFirst();
type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

/**
 * Others who may be the same person, among those in the reader's scope: otherwise the check would reveal hidden ones.
 */
const countLookalikes = async ({ db }: ExpertDeps, reader: Principal, expert: RecordRow) => {
  const { total } = await db
    .selectFrom('expert')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('id', '<>', expert.id)
    .where(visibleExperts(reader))
    .where((where) =>
      where.or([
        where.and([where('name', '=', expert.name), where('birth_date', '=', expert.birth_date)]),
        where('phone', '=', expert.phone),
      ]),
    )
    .executeTakeFirstOrThrow();
  return total;
};

type Around = {
  hash: Buffer | null;
  sealed: Buffer | null;
  school: { name: string; enabled: boolean } | null;
  subjects: string[][];
  isKnownTitle: boolean;
  absentUntil: string | null;
  nextAbsence: { fromDay: string; toDay: string } | null;
  hasChange: boolean;
  conflictUnits: { id: number; name: string }[];
};

/** Related data of a record, in one statement. */
const findAround = async ({ db }: ExpertDeps, expert: RecordRow, day: string) => {
  const statement = sql<Around>`
    select p.id_card_hash as hash, p.id_card_sealed as sealed,
      (select jsonb_build_object('name', d.name, 'enabled', d.enabled) from dept d where d.id = e.school_id) as school,
      (select coalesce(jsonb_agg(s.path order by s.rank), '[]') from expert_subject s where s.expert_id = e.id) as subjects,
      exists (select from title_name t where t.series = e.title_series and t.level = e.title_level
        and t.name = e.title_name) as "isKnownTitle",
      (select max(u.to_day)::text from expert_unavailability u
        where u.expert_id = e.id and ${day}::date between u.from_day and u.to_day) as "absentUntil",
      (select jsonb_build_object('fromDay', u.from_day, 'toDay', u.to_day) from expert_unavailability u
        where u.expert_id = e.id and u.from_day > ${day}::date order by u.from_day limit 1) as "nextAbsence",
      exists (select from expert_change c where c.expert_id = e.id and c.status = 'waiting') as "hasChange",
      (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.id), '[]')
        from dept d where d.id in
          (select e.school_id union select a.org_id from expert_affiliation a where a.expert_id = e.id)) as "conflictUnits"
    from expert e left join person p on p.id = e.person_id where e.id = ${expert.id}`;
  const [around] = await runPlanned(db, statement.compile(db));
  return around as Around;
};

/** The check of an expert, computed now. School officers get it without the office's notes. */
export const readInspection = async (deps: ExpertDeps, reader: Principal, id: number) => {
  const expert = await findRecord(deps, reader, id);
  if (!expert) throw notFound('专家');
  const day = dayOf(reader.at);
  const [around, records, lookalikes, names] = await Promise.all([
    findAround(deps, expert, day),
    expert.person_id === null ? [] : findRecords(deps.db, expert.person_id, 'expert'),
    countLookalikes(deps, reader, expert),
    findAllFullNames(deps),
  ]);
  const gradesHidden = !seesGrades(reader);
  const result = inspectExpert({
    today: day,
    idCard: around.hash && around.sealed && deps.identity.open(around.sealed, around.hash),
    birthDate: expert.birth_date,
    gender: expert.gender,
    phone: expert.phone,
    email: expert.email,
    lookalikes,
    school: around.school,
    subjects: around.subjects.map((path) => ({
      name: names.get(pathKey(path)) ?? pathKey(path),
      isCurrent: names.has(pathKey(path)),
    })),
    titleSeries: expert.title_series,
    titleLevel: expert.title_level,
    titleName: expert.title_name,
    isKnownTitle: around.isKnownTitle,
    retired: expert.retired,
    accepted: expert.accepted_at !== null,
    enabled: expert.enabled,
    confirmed: expert.confirmed_at !== null,
    termEndsAt: expert.term_ends_at,
    rating: gradesHidden ? null : expert.rating,
    absentUntil: around.absentUntil,
    nextAbsence: around.nextAbsence,
    hasChange: around.hasChange,
  });
  return {
    expertId: expert.id,
    checkedAt: reader.at,
    ...result,
    load: { cap: gradesHidden ? null : expert.max_load },
    quality: null,
    integrity: records,
    conflictUnits: around.conflictUnits,
    eligibleFor: eligibleFor({ titleSeries: expert.title_series, titleLevel: expert.title_level }),
  };
};
