import { type RawBuilder, sql } from 'kysely';
import { MAPPING_HOURS } from '@zhiping/shared/contracts/mapping.ts';
import { audit } from '../../platform/audit/audit.ts';
import { auditReading } from '../../platform/audit/audit-reading.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { isAskerGone, isConcerned } from '../confirmation/seconds.queries.ts';
import { badRequest } from '../../platform/errors.ts';

const HOUR_MS = 3_600_000;

/** Cycles that hide which expert has which project: blind ones with this option, until their results are published. */
export const coveredCycles = sql`(select covered.id from cycle as covered
  left join review_round as round on round.cycle_id = covered.id
  where covered.blind and covered.mapping_consent and round.released_at is null)`;

/** Requests of a reader for a cycle that a second person has confirmed and that still hold. */
const confirmedFor = ({ userId, at }: Principal, cycleId: RawBuilder<unknown>) =>
  sql`from confirmation where act = 'readMapping' and object = 'cycle' and object_id = ${cycleId}
    and confirmation.state = 'confirmed' and asked_by = ${userId}
    and answered_at > ${new Date(at.getTime() - MAPPING_HOURS * HOUR_MS)} and not ${isAskerGone}`;

/** Assignments in cycles whose mapping a reader may know, because nothing hides it or a second person has confirmed. */
export const isShownTo = (reader: Principal) =>
  sql<boolean>`(assignment.cycle_id not in ${coveredCycles}
    or exists (select ${confirmedFor(reader, sql.ref('assignment.cycle_id'))}))`;

/**
 * Whether a cycle's mapping is hidden from a reader. Unreleased assignments are not hidden: the office checks their
 * conflicts by name.
 */
export type Mapping = {
  /** Whether the cycle hides the mapping at all. */
  isCovered: boolean;
  /** Whether it is hidden from this reader. */
  isHidden: boolean;
  /** The confirmed request under which the reader sees it, and until when. */
  shown: { confirmation: number; until: Date } | null;
};

/** The only function that decides whether an account may know which expert has which project. */
export const findMapping = async (db: Db, reader: Principal, cycleId: number | null): Promise<Mapping> => {
  if (cycleId === null) return { isCovered: false, isHidden: false, shown: null };
  const { rows } = await sql<{ isCovered: boolean; confirmation: number | null; since: Date | null }>`
    select ${cycleId} in ${coveredCycles} as "isCovered", newest.*
    from (select) as one left join lateral (
      select id as confirmation, answered_at as since ${confirmedFor(reader, sql`${cycleId}`)} order by id desc limit 1
    ) as newest on true`.execute(db);
  const { isCovered, confirmation, since } = rows[0]!;
  const shown =
    isCovered && confirmation !== null && since !== null
      ? { confirmation, until: new Date(since.getTime() + MAPPING_HOURS * HOUR_MS) }
      : null;
  return { isCovered, isHidden: isCovered && shown === null, shown };
};

const hidden = () =>
  badRequest('mapping.hidden', '本批次查看专家与材料的对应须经另一人复核，请先在送审分配中申请');

type Reading = {
  cycleId: number | null;
  what:
    | 'files'
    | 'opinions'
    | 'candidates'
    | 'change'
    | 'extension'
    | 'export'
    | 'result'
    | 'trial'
    | 'sheet'
    | 'record'
    | 'why'
    | 'tasks';
  projectId?: number;
};

/** Records what was read under a confirmed request; other readings are not recorded. */
export const recordReading = async (
  db: Db,
  reader: Principal,
  { shown }: Mapping,
  { cycleId, ...detail }: Reading,
): Promise<void> => {
  if (shown === null) return;
  const record = (tx: Tx) =>
    audit(tx, {
      actorId: reader.userId,
      action: 'mapping.read',
      entity: 'cycle',
      entityId: cycleId,
      detail: { confirmation: shown.confirmation, ...detail },
    });
  await (db.isTransaction ? record(db as Tx) : inTransaction(db, record));
};

/** Refuses readers without a confirmed request. Records no reading: for data that a page requests often before it is shown. */
export const requireShown = async (db: Db, reader: Principal, cycleId: number | null): Promise<Mapping> => {
  const mapping = await findMapping(db, reader, cycleId);
  if (mapping.isHidden) throw hidden();
  return mapping;
};

/** Refuses readers without a confirmed request; otherwise records the reading. */
export const requireMapping = async (db: Db, reader: Principal, reading: Reading): Promise<void> =>
  recordReading(db, reader, await requireShown(db, reader, reading.cycleId), reading);

/** Whether one of these projects was released: the reason "already has it" would then reveal an expert. */
export const wasReleased = async (db: Db, projectIds: readonly number[]): Promise<boolean> => {
  const found = await db
    .selectFrom('assignment')
    .select('id')
    .where(sql<boolean>`project_id = any(${[...projectIds]}::bigint[])`)
    .where('released_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Refuses to filter a list by an expert if that would reveal their projects. */
export const refuseExpertFilter = ({ isHidden }: Mapping, expertId: number | undefined): void => {
  if (isHidden && expertId !== undefined) throw hidden();
};

/**
 * Numbers from 1 for the experts of one project where names are hidden, ordered by the random ids of the assignments:
 * the same numbers as in sheets and for applicants.
 */
export const expertNumbersOf = (places: readonly { assignmentId: number }[]): Map<number, number> =>
  new Map(
    places
      .map(({ assignmentId }) => assignmentId)
      .toSorted((one, other) => one - other)
      .map((id, index) => [id, index + 1]),
  );

/** Refuses to find by a mark what experts are flagged for: disabling one, or a conflict of one, would show their projects. */
export const refuseFlaggedMark = ({ isHidden }: Mapping, mark: string | undefined): void => {
  if (isHidden && mark === 'flagged') throw hidden();
};

/** Whether an account arranges the pairs of a draw. Until the release nobody else reads them. */
export const arrangesPairs = (reader: Principal): boolean => holds(reader, ['assignment:edit']);

type UnreleasedReading = { cycleId: number | null; drawId: number | null; what: Reading['what'] };

/** Records that pairs were read before their release; a page that asks again within minutes counts once. */
export const recordUnreleased = (
  db: Db,
  reader: Principal,
  { cycleId, drawId, what }: UnreleasedReading,
): Promise<void> =>
  auditReading(
    db,
    {
      actorId: reader.userId,
      action: 'draw.pairs_read',
      entity: drawId === null ? 'cycle' : 'draw',
      entityId: drawId ?? cycleId,
      detail: { what },
    },
    { at: reader.at, isPart: true },
  );

/** Refuses readers who do not arrange the pairs, or apply or review in the cycle, and records the others. */
export const requireArranging = async (
  db: Db,
  reader: Principal,
  reading: UnreleasedReading,
): Promise<void> => {
  if (!arrangesPairs(reader))
    throw badRequest(
      'draw.not_released',
      '发布前只有安排专家的工作人员可以查看分配；请记下结果摘要，发布后用它核对抽取记录',
    );
  if (reading.cycleId !== null && (await isConcerned(db, reader, reading.cycleId)))
    throw badRequest('draw.concerned', '您在本批次申报或评审，发布前不能查看分配');
  await recordUnreleased(db, reader, reading);
};
