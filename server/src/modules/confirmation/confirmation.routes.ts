import { confirmationApi as api } from '@zhiping/shared/contracts/confirmation.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { answerConfirmation, type PerformedActs, withdrawConfirmation } from './answer-confirmation.ts';
import { findConfirmations } from './confirmation.queries.ts';

export const confirmationRoutes = ({ db }: Deps, acts: PerformedActs) => [
  on(api.list, ({ query, user }) => findConfirmations(db, user, query)),
  on(api.confirm, ({ params, body, user }) =>
    answerConfirmation(db, user, acts, { ...params, event: 'confirm', note: body.note }),
  ),
  on(api.refuse, ({ params, body, user }) =>
    answerConfirmation(db, user, acts, { ...params, event: 'refuse', note: body.reason }),
  ),
  on(api.withdraw, ({ params, user }) => withdrawConfirmation(db, user, params.id)),
];
