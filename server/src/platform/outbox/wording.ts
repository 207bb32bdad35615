import { type MessageCode, messageTexts } from '@zhiping/shared/rules/message-text/message-texts.ts';
import type { Tx } from '../database/db.ts';

/** How a text reads now: as the office has worded it, or else as the product brings it. Words in braces are not filled in. */
export const wordingOf = async (tx: Tx, code: MessageCode): Promise<string> => {
  const worded = await tx
    .selectFrom('message_text')
    .select('text')
    .where('code', '=', code)
    .executeTakeFirst();
  return worded?.text ?? messageTexts[code].text;
};
