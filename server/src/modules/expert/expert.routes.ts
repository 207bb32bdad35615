import { expertApi as api } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http.ts';
import { findDraft, findOwnExpert, saveDraft } from './own-profile.queries.ts';
import { confirmOwnExpert, saveOwnExpert } from './save-own-profile.ts';

export const expertRoutes = ({ db }: Deps) => [
  on(api.own, ({ user }) => findOwnExpert(db, user.userId)),
  on(api.saveOwn, ({ user, body }) => saveOwnExpert(db, user.userId, body)),
  on(api.confirm, ({ user, body }) => confirmOwnExpert(db, user.userId, body ?? null)),
  on(api.draft, async ({ user }) => {
    const draft = await findDraft(db, user.userId);
    return draft && { ...draft, form: draft.form as never };
  }),
  on(api.saveDraft, ({ user, body }) => saveDraft(db, user.userId, body)),
];
