import { z } from 'zod';
import { Created, endpoint } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { dateTime, id, optionalText, text } from '../schemas.ts';

/** So long does a consent hold. */
export const CONSENT_HOURS = 2;

const Consent = z.object({
  id: z.number(),
  reason: z.string(),
  askedBy: z.string().nullable(),
  askedAt: dateTime,
  decidedBy: z.string().nullable(),
  decidedAt: dateTime.nullable(),
  /** Null before the decision. */
  isAgreed: z.boolean().nullable(),
  note: z.string().nullable(),
  validUntil: dateTime.nullable(),
  can: abilities(['decide']),
});
export type Consent = z.output<typeof Consent>;

const access = 'review:list';

/** Who has which blind file: named to the office only where a second person agrees. */
export const mappingApi = {
  read: endpoint('GET', '/api/mapping', {
    summary: '专家与材料的对应是否须经同意',
    access: ['review:list', 'review:consent'],
    query: z.object({ cycleId: id }),
    result: z.object({
      /** Whether the cycle covers names at this moment. */
      isCovered: z.boolean(),
      /** Until when the reader sees them nevertheless. */
      validUntil: dateTime.nullable(),
      /** Newest first. */
      consents: z.array(Consent),
      can: abilities(['ask']),
    }),
  }),
  ask: endpoint('POST', '/api/mapping', {
    summary: '申请查看专家与材料的对应',
    access,
    status: 201,
    body: z.object({ cycleId: id, reason: text('申请原因', 300) }),
    result: Created,
  }),
  decide: endpoint('PUT', '/api/mapping/:id', {
    summary: '同意或拒绝查看专家与材料的对应',
    access: 'review:consent',
    status: 204,
    params: z.object({ id }),
    body: z.object({
      isAgreed: z.boolean({ error: '请选择同意或拒绝' }),
      note: optionalText('说明', 300),
    }),
  }),
};
