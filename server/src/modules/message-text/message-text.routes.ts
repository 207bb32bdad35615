import { messageTextApi as api } from '@zhiping/shared/contracts/message-text.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findMessageTexts } from './message-text.queries.ts';
import { saveMessageText } from './save-message-text.ts';

export const messageTextRoutes = ({ db }: Deps) => [
  on(api.list, () => findMessageTexts(db)),
  on(api.save, ({ params, body, user }) => saveMessageText(db, user, { ...params, ...body })),
];
