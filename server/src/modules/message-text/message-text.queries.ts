import type { MessageText } from '@zhiping/shared/contracts/message-text.ts';
import { messageCodes, messageTexts } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Db } from '../../platform/database/db.ts';

/** Every text, with what the office has made of it. */
export const findMessageTexts = async (db: Db): Promise<MessageText[]> => {
  const rows = await db.selectFrom('message_text').selectAll().execute();
  const stored = new Map(rows.map((row) => [row.code, row]));
  return messageCodes.map((code) => {
    const { text: standard, ...about } = messageTexts[code];
    const row = stored.get(code);
    return {
      code,
      ...about,
      standard,
      text: row?.text ?? null,
      version: row?.version ?? 0,
      updateBy: row?.update_by ?? null,
      updateTime: row ? formatDateTime(row.update_time) : null,
    };
  });
};
