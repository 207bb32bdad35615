import { schoolApi as api } from '@zhiping/shared/contracts/school.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { findAllSchools, findSchools } from './school.queries.ts';

export const schoolRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findSchools(db, user, query)),
  on(api.all, () => findAllSchools(db)),
];
