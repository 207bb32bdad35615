import { recordCheckApi as api } from '@zhiping/shared/contracts/record-check.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';

export const recordCheckRoutes = ({ db }: Deps) => [
  on(api.read, async () => {
    const last = await db
      .selectFrom('record_check')
      .select(['started_at as startedAt', 'ended_at as endedAt', 'is_intact as isIntact', 'chain', 'results'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return { last: last ?? null };
  }),
];
