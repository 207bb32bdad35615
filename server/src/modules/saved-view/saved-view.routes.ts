import { savedViewApi as api } from '@zhiping/shared/contracts/saved-view.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { deleteView, findViews, renameView, saveView } from './saved-view.queries.ts';

export const savedViewRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findViews(db, user, query.page)),
  on(api.save, ({ body, user }) => saveView(db, user, body)),
  on(api.rename, ({ params, body, user }) => renameView(db, user, { ...params, ...body })),
  on(api.remove, ({ params, user }) => deleteView(db, user, params.id)),
];
