import { outboxApi as api } from '@zhiping/shared/contracts/outbox.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findMessages } from './outbox.queries.ts';
import { resendMail } from './resend-mail.ts';

export const outboxRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findMessages(db, user, query)),
  on(api.resend, ({ params, user }) => resendMail(db, user, params.id)),
];
