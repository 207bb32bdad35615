import { publicityApi as api } from '@zhiping/shared/contracts/publicity.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { addObjection, answerObjection, cancelPublicity } from './objections.ts';
import { findPublicities, readPublicity } from './publicity.queries.ts';
import { draftPublicity, startPublicity } from './start-publicity.ts';

export const publicityRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findPublicities(db, user, query)),
  on(api.read, ({ params, user }) => readPublicity(db, user, params.id)),
  on(api.draft, ({ body, user }) => draftPublicity(db, user, body)),
  on(api.create, ({ body, user }) => startPublicity(db, user, body)),
  on(api.cancel, ({ params, body, user }) => cancelPublicity(db, user, { ...params, ...body })),
  on(api.object, ({ params, body, user }) => addObjection(db, user, { ...params, ...body })),
  on(api.answer, ({ params, body, user }) => answerObjection(db, user, { ...params, ...body })),
];
