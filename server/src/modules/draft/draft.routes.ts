import { draftApi as api } from '@zhiping/shared/contracts/draft.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findDraft, saveDraft } from './draft.queries.ts';

export const draftRoutes = ({ db }: Deps) => [
  on(api.read, async ({ params, user }) => {
    const draft = await findDraft(db, { userId: user.userId, ...params });
    return draft && { ...draft, form: draft.form as never };
  }),
  on(api.save, ({ params, user, body }) => saveDraft(db, { userId: user.userId, ...params }, body, user.at)),
];
