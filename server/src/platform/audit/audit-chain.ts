import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import { createHeadLog } from './audit-heads.ts';

const EVERY_MS = 500;
const BATCH_SIZE = 1000;

/**
 * One text for one event, made by the database the same way when it is sealed and when it is verified: a JSON array of
 * seq, time in microseconds UTC, actor, action, entity, entity id and detail.
 */
const canonical = sql<string>`jsonb_build_array(e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  e.actor_id, e.action, e.entity, e.entity_id, e.detail)::text`;

const linkHash = (previous: Buffer, text: string) =>
  createHash('sha256').update(previous).update(text).digest();

/** Hash that the first link refers to. */
const GENESIS = Buffer.alloc(32);

/** Link queued events to the chain, at most 1000; answers how many. One sealer at a time over all nodes. */
export const sealEvents = (db: Db): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended('audit chain', 0)) as mine`.execute(tx);
    return rows[0]?.mine ? linkQueued(tx) : 0;
  });

const linkQueued = async (tx: Tx): Promise<number> => {
  const { rows: queued } = await sql<{ seq: number; text: string }>`
    select e.seq, ${canonical} as text from audit_queue q join audit_event e on e.seq = q.seq
    order by q.seq limit ${BATCH_SIZE}`.execute(tx);
  if (queued.length === 0) return 0;
  const head = await tx
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  let { position, hash } = head ?? { position: 0, hash: GENESIS };
  const links = queued.map(({ seq, text }) => {
    position += 1;
    hash = linkHash(hash, text);
    return { position, seq, hash };
  });
  await tx.insertInto('audit_link').values(links).execute();
  await tx
    .deleteFrom('audit_queue')
    .where(
      'seq',
      'in',
      queued.map(({ seq }) => seq),
    )
    .execute();
  return queued.length;
};

/** Seal twice a second for as long as the node runs, and a last time when it stops; heads are noted in the data directory. */
export const startSealer = (db: Db, log: FastifyBaseLogger, dataDir: string) => {
  let sealing = Promise.resolve();
  const noteHead = createHeadLog(db, dataDir);
  const seal = (isLast = false) => {
    sealing = sealing.then(async () => {
      try {
        while ((await sealEvents(db)) === BATCH_SIZE);
      } catch (error) {
        log.error({ err: error }, 'audit events not sealed');
      }
      // Whatever becomes of the file, events are sealed.
      await noteHead({ isLast }).catch((error: unknown) =>
        log.error({ err: error }, 'head of the audit chain not noted'),
      );
    });
    return sealing;
  };
  const timer = setInterval(() => void seal(), EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await seal(true);
    },
  };
};

type ChainState =
  | { intact: true; events: number; head: string; unsealed: number }
  | { intact: false; position: number; seq: number | null; problem: string };

type Row = { position: number; seq: number; hash: Buffer; text: string | null };

/**
 * Walk the whole chain and name the first event that was altered, removed, reordered or slipped in. What was cut off at
 * the end, or hashed anew as a whole, only shows against heads that were kept elsewhere: `noted`, by position, each a hash
 * in hex or its first digits.
 */
export const verifyChain = async (
  db: Db,
  noted: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<ChainState> => {
  let previous = GENESIS;
  let expected = 1;
  for await (const { position, seq, hash, text } of walk(db)) {
    const broken = (problem: string): ChainState => ({ intact: false, position: expected, seq, problem });
    if (position !== expected) return broken('链上缺少一个位置，事件被删除或顺序被改动');
    if (text === null) return broken('事件已被删除');
    previous = linkHash(previous, text);
    if (!hash.equals(previous)) return broken('事件内容或顺序被改动');
    const hex = previous.toString('hex');
    if (noted.get(position)?.some((kept) => !hex.startsWith(kept)))
      return broken('与另外记录的链头不符，整条链被改写过');
    expected += 1;
  }
  const { rows } = await sql<{ unsealed: number; stray: number | null }>`
    select (select count(*) from audit_queue) as unsealed,
      (select min(e.seq) from audit_event e where not exists (select from audit_link l where l.seq = e.seq)
        and not exists (select from audit_queue q where q.seq = e.seq)) as stray`.execute(db);
  const events = expected - 1;
  const last = Math.max(0, ...noted.keys());
  if (last > events)
    return {
      intact: false,
      position: expected,
      seq: null,
      problem: `另外记录的链头已到第 ${last} 个位置，其后的事件被截去`,
    };
  const { unsealed, stray } = rows[0] as { unsealed: number; stray: number | null };
  if (stray !== null) return { intact: false, position: expected, seq: stray, problem: '事件不在链上' };
  if (events + unsealed === 0)
    return { intact: false, position: 1, seq: null, problem: '没有任何事件，审计记录被清空' };
  return { intact: true, events, head: previous.toString('hex'), unsealed };
};

async function* walk(db: Db): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select l.position, l.seq, l.hash, case when e.seq is null then null else ${canonical} end as text
      from audit_link l left join audit_event e on e.seq = l.seq
      where l.position > ${after} order by l.position limit 5000`.execute(db);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.position as number;
  }
}
