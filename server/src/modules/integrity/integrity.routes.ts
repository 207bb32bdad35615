import { integrityApi as api } from '@zhiping/shared/contracts/integrity.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findIntegrity } from './integrity.queries.ts';
import { changeRecord, recordBreach, removeRecords } from './save-integrity.ts';

export const integrityRoutes = (deps: Deps) => [
  on(api.list, ({ query, user }) => findIntegrity(deps, query, user.at)),
  on(api.create, ({ body, user }) => recordBreach(deps, user, body)),
  on(api.update, ({ body, user }) => changeRecord(deps.db, user, body)),
  on(api.remove, ({ body, user }) => removeRecords(deps.db, user, body)),
];
