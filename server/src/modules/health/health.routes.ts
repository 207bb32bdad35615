import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { healthApi as api } from '@zhiping/shared/contracts/health.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import { asUnavailable } from '../../platform/http/unavailable.ts';
import { version } from '../../platform/version.ts';

const MEGABYTE = 1024 * 1024;
/** A pool of which nothing is left says so after 4 s. */
const LIMIT_MS = 5000;

/** A database that is silent is away: who asks does not wait for it. */
const askDatabase = async (db: Deps['db']) => {
  const limit = new AbortController();
  try {
    await Promise.race([
      sql`select 1`.execute(db),
      sleep(LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
        throw new Error('no answer');
      }),
    ]);
  } finally {
    limit.abort();
  }
};

/** Why this node can do no work for the moment, or null. A disk without room fails the next write. */
const problemOf = async ({ db, config, log }: Deps): Promise<string | null> => {
  try {
    await askDatabase(db);
  } catch (error) {
    log.warn({ err: error }, 'database cannot be reached');
    return asUnavailable(error)?.message ?? '数据库暂时无法连接';
  }
  const isWritable = await access(config.DATA_DIR, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return '服务器的数据目录不可写';
  const { bavail, bsize } = await statfs(config.DATA_DIR);
  return bavail * bsize < config.DISK_RESERVE_MB * MEGABYTE ? '服务器存储空间不足' : null;
};

export const healthRoutes = (deps: Deps) => [
  on(api.live, () => ({ status: 'ok' as const })),
  on(api.ready, async () => {
    const problem = await problemOf(deps);
    if (problem) throw new AppError(503, 'not_ready', problem);
    return { status: deps.notices.healthy ? ('ok' as const) : ('degraded' as const), version };
  }),
];
