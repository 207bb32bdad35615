import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { messageCodes } from '../rules/message-text/message-texts.ts';
import { dateTime, numeric, optionalText } from '../schemas.ts';

const Code = z.enum(messageCodes, { error: '没有这条消息' });
export const MAX_TEXT = 300;

/** A text that is sent by itself: who gets it when, and how the office words it. */
export const MessageText = z.object({
  code: Code,
  to: z.string(),
  way: z.string(),
  when: z.string(),
  /** As the product brings it. */
  standard: z.string(),
  /** As the office words it; null where the standard holds. */
  text: z.string().nullable(),
  version: z.number(),
  updateBy: z.string().nullable(),
  updateTime: dateTime.nullable(),
});
export type MessageText = z.output<typeof MessageText>;

export const messageTextApi = {
  list: endpoint('GET', '/api/message-text', {
    summary: '消息模板',
    access: 'message:list',
    result: z.array(MessageText),
  }),
  save: endpoint('PUT', '/api/message-text/:code', {
    summary: '编辑消息模板',
    access: 'message:edit',
    status: 204,
    params: z.object({ code: Code }),
    body: z.object({
      version: numeric(z.number({ error: '缺少版本号' }).int().min(0)),
      /** None for the standard text. */
      text: optionalText('消息内容', MAX_TEXT),
    }),
  }),
};
