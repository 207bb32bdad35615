import { type Db, inTransaction, type Tx } from '../database/db.ts';
import { audit } from './audit.ts';

type Event = Parameters<typeof audit>[1] & { actorId: number };

const QUIET_MS = 10 * 60_000;
const MAX_CACHED = 10_000;
const lastOf = new WeakMap<Db, Map<string, number>>();

/** Whether the same was recorded on this node a moment ago; if not, it is from now on. */
const isRepeated = (db: Db, event: Event, at: Date): boolean => {
  const last = lastOf.get(db) ?? new Map<string, number>();
  lastOf.set(db, last);
  const key = JSON.stringify(event);
  const isRecent = at.getTime() - (last.get(key) ?? 0) < QUIET_MS;
  if (last.size > MAX_CACHED) last.clear();
  if (!isRecent) last.set(key, at.getTime());
  return isRecent;
};

/** Records a reading of a file. A viewer requests it in hundreds of parts, which count as one reading. */
export const auditReading = async (db: Db, event: Event, { at, isPart }: { at: Date; isPart: boolean }) => {
  const isKnown = isRepeated(db, event, at);
  if (isPart && isKnown) return;
  await (db.isTransaction ? audit(db as Tx, event) : inTransaction(db, (tx) => audit(tx, event)));
};
