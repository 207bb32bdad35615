import type pg from 'pg';
import { ConfigError } from '../../config.ts';
import { type Clock, systemClock } from '../clock.ts';
import { findUnknown } from './migrate.ts';

const LEAST_VERSION = 15;
/** Terms end by the clock of a node: one that is this far off ends them at another time than the others. */
const MAX_OFF_MS = 60_000;

/**
 * Refuses a database on which the product cannot work: another encoding than UTF-8, too old a PostgreSQL, or one that a
 * newer version of the product has brought up to date. Warns of a clock that is off.
 */
export const requireSound = async (
  client: pg.ClientBase,
  { clock = systemClock, warn }: { clock?: Clock; warn: (warning: string) => void },
): Promise<void> => {
  const begun = clock.now().getTime();
  const { rows } = await client.query<{ encoding: string; version: number; at: Date }>(
    `select current_setting('server_encoding') as encoding, clock_timestamp() as at,
       current_setting('server_version_num')::integer / 10000 as version`,
  );
  const { encoding, version, at } = rows[0]!;
  const middle = (begun + clock.now().getTime()) / 2;
  if (encoding !== 'UTF8')
    throw new ConfigError([`数据库的编码是 ${encoding}，须为 UTF8；请用 encoding 'UTF8' 新建数据库`]);
  if (version < LEAST_VERSION)
    throw new ConfigError([`数据库是 PostgreSQL ${version}，须为 ${LEAST_VERSION} 或更高版本`]);
  const unknown = await findUnknown(client);
  if (unknown.length > 0)
    throw new ConfigError([
      `数据库已由更新的版本升级（${unknown.join('、')}），此版本不能使用；请换用新版本，或从升级前的备份恢复`,
    ]);
  const off = Math.round((middle - at.getTime()) / 1000);
  if (Math.abs(off) * 1000 > MAX_OFF_MS)
    warn(
      `注意：本机时钟比数据库${off > 0 ? '快' : '慢'} ${Math.abs(off)} 秒，截止时间以本机时钟为准，请校准时钟`,
    );
};
