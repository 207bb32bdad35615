import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Db } from '../database/db.ts';
import { systemClock } from '../clock.ts';

/** The last link of the audit chain at some moment; the hash in hex. */
type Head = { position: number; hash: string };

/**
 * Heads of the chain outside the database: who empties, cuts or hashes anew what is in it does not reach this file. Every
 * node writes its own, a line each: time, position and hash. `restored` says that the chain went back to this place.
 */
const fileOf = (dataDir: string) => join(dataDir, 'audit-heads.log');
const RESTORED = 'restored';

/** `position:hash`, as it is printed and noted on paper. At least 16 digits of the hash. */
export const parseHead = (text: string): Head | null => {
  const parts = /^([1-9]\d{0,14}):([0-9a-f]{16,64})$/i.exec(text.trim());
  return parts ? { position: Number(parts[1]), hash: (parts[2] as string).toLowerCase() } : null;
};

export const headText = ({ position, hash }: Head) => `${position}:${hash}`;

/** The last link, or null when there is none yet. */
export const findHead = async (db: Db): Promise<Head | null> => {
  const link = await db
    .selectFrom('audit_link')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ? { position: link.position, hash: link.hash.toString('hex') } : null;
};

const append = async (dataDir: string, head: Head, mark?: typeof RESTORED) => {
  // A line that a crash cut short must not swallow the next one.
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const line = [formatDateTime(systemClock.now()).replace(' ', 'T'), headText(head), mark]
    .filter(Boolean)
    .join(' ');
  await appendFile(fileOf(dataDir), `${start}${line}\n`, { mode: 0o600, flush: true });
};

const EVERY_MS = 60_000;

/** Notes the head when it has moved, at most once a minute; `isLast` when the node stops. */
export const createHeadLog = (db: Db, dataDir: string) => {
  let last = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  return async ({ isLast = false } = {}) => {
    if (!isLast && performance.now() - notedAt < EVERY_MS) return;
    const head = await findHead(db);
    if (!head || head.position === last) return;
    await append(dataDir, head);
    last = head.position;
    notedAt = performance.now();
  };
};

/** A restored chain may be shorter than what was noted; without a file there is nothing to correct. */
export const noteRestored = async (client: pg.ClientBase, dataDir: string) => {
  const { heads } = await readHeads(dataDir);
  const { rows } = await client.query<{ position: string; hash: string }>(
    "select position, encode(hash, 'hex') as hash from audit_link order by position desc limit 1",
  );
  const [link] = rows;
  if (heads && link) await append(dataDir, { ...link, position: Number(link.position) }, RESTORED);
};

type NotedHeads = {
  /** Null: there is no file. */
  heads: ReadonlyMap<number, string> | null;
  /** Remarks about the file, for people. */
  notes: string[];
};

/** Noted heads, which must still hold. */
export const readHeads = async (dataDir: string): Promise<NotedHeads> => {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  if (text === null) return { heads: null, notes: [] };
  const heads = new Map<number, string>();
  const notes: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [time = '', noted = '', mark] = line.split(' ');
    const head = parseHead(noted);
    if (!head) {
      notes.push(`链头文件第 ${index + 1} 行无法读取`);
      continue;
    }
    if (mark === RESTORED) {
      const gone = [...heads.keys()].filter((position) => position > head.position);
      for (const position of gone) heads.delete(position);
      const lost = gone.length > 0 ? `，此前曾记到第 ${Math.max(...gone)} 个位置` : '';
      notes.push(`${time.replace('T', ' ')} 从备份恢复到第 ${head.position} 个位置${lost}`);
    }
    // The first line for a position stands: a later one cannot make another hash right.
    if (!heads.has(head.position)) heads.set(head.position, head.hash);
  }
  return { heads, notes };
};
