import { mappingApi as api } from '@zhiping/shared/contracts/mapping.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { askMapping } from './ask-mapping.ts';
import { readMapping } from './mapping.queries.ts';

export const mappingRoutes = ({ db }: Deps) => [
  on(api.read, ({ query, user }) => readMapping(db, user, query.cycleId)),
  on(api.ask, ({ body, user }) => askMapping(db, user, body)),
];
