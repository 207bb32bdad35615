import { mappingApi as api } from '@zhiping/shared/contracts/mapping.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { askConsent, decideConsent } from './consent.ts';
import { readMapping } from './mapping.queries.ts';

export const mappingRoutes = ({ db }: Deps) => [
  on(api.read, ({ query, user }) => readMapping(db, user, query.cycleId)),
  on(api.ask, ({ body, user }) => askConsent(db, user, body)),
  on(api.decide, ({ params, body, user }) => decideConsent(db, user, { ...params, ...body })),
];
