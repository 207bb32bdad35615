import type pg from 'pg';
import { ConfigError } from '../../config.ts';
import { type Clock, systemClock } from '../clock.ts';
import { findUnknown } from './migrate.ts';

const LEAST_VERSION = 15;
/** Terms end by the clock of a node: one that is this far off ends them at another time than the others. */
const MAX_OFF_MS = 60_000;

type Stated = { encoding: string; version: number; at: Date };

const readServer = async (client: pg.ClientBase): Promise<Stated> => {
  const { rows } = await client.query<Stated>(
    `select current_setting('server_encoding') as encoding, clock_timestamp() as at,
       current_setting('server_version_num')::integer / 10000 as version`,
  );
  return rows[0]!;
};

/** Version and encoding of a server, and why the product cannot work on it. */
export const describeServer = async (client: pg.ClientBase) => {
  const { encoding, version } = await readServer(client);
  const problems = [
    encoding !== 'UTF8' && `数据库的编码是 ${encoding}，须为 UTF8；请用 encoding 'UTF8' 新建数据库`,
    version < LEAST_VERSION && `数据库是 PostgreSQL ${version}，须为 ${LEAST_VERSION} 或更高版本`,
  ];
  return { encoding, version, problem: problems.find((words) => words !== false) ?? null };
};

/** Names of migrations of a newer version, in words; null where there are none. */
export const findNewer = async (client: pg.ClientBase): Promise<string | null> => {
  const unknown = await findUnknown(client);
  if (unknown.length === 0) return null;
  return `数据库已由更新的版本升级（${unknown.join('、')}），此版本不能使用；请换用新版本，或从升级前的备份恢复`;
};

/** A clock that is off, in words; null for one that is right. */
export const findClockProblem = async (client: pg.ClientBase, clock: Clock): Promise<string | null> => {
  const begun = clock.now().getTime();
  const { at } = await readServer(client);
  const middle = (begun + clock.now().getTime()) / 2;
  const off = Math.round((middle - at.getTime()) / 1000);
  if (Math.abs(off) * 1000 <= MAX_OFF_MS) return null;
  return `本机时钟比数据库${off > 0 ? '快' : '慢'} ${Math.abs(off)} 秒，截止时间以本机时钟为准，请校准时钟`;
};

/**
 * Refuses a database on which the product cannot work: another encoding than UTF-8, too old a PostgreSQL, or one that a
 * newer version of the product has brought up to date. Warns of a clock that is off.
 */
export const requireSound = async (
  client: pg.ClientBase,
  { clock = systemClock, warn }: { clock?: Clock; warn: (warning: string) => void },
): Promise<void> => {
  const { problem } = await describeServer(client);
  const refused = problem ?? (await findNewer(client));
  if (refused) throw new ConfigError([refused]);
  const off = await findClockProblem(client, clock);
  if (off) warn(`注意：${off}`);
};
