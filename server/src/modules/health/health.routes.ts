import { sql } from 'kysely';
import { healthApi as api } from '@zhiping/shared/contracts/health.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';

export const healthRoutes = ({ db, log }: Deps) => [
  on(api.live, () => ({ status: 'ok' as const })),
  on(api.ready, async () => {
    try {
      await sql`select 1`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'database cannot be reached');
      throw new AppError(503, 'not_ready', '数据库暂时无法连接');
    }
    return { status: 'ok' as const };
  }),
];
