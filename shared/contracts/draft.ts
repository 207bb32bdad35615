import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../schemas.ts';

/** Kinds of autosaved drafts; each user has their own. */
export const draftKinds = ['expertProfile'] as const;
export type DraftKind = (typeof draftKinds)[number];

const MAX_CHARACTERS = 60_000;

/** Any part may still be missing or wrong; only the size is bounded. */
export const Draft = z.object({
  /** Version of the record when the form was begun. */
  baseVersion: z.number().int(),
  form: z
    .record(z.string().max(50), z.json())
    .refine((form) => JSON.stringify(form).length <= MAX_CHARACTERS, '草稿过大'),
});

const params = z.object({
  kind: z.enum(draftKinds, { error: '没有这种草稿' }),
  /** The record that the form belongs to; 0 where a person has only one. */
  ref: z.coerce.number().int().min(0),
});

export const draftApi = {
  read: endpoint('GET', '/api/draft/:kind/:ref', {
    summary: '读取草稿',
    access: 'signedIn',
    atConfirmationGate: true,
    params,
    result: Draft.extend({ savedAt: dateTime }).nullable(),
  }),
  save: endpoint('PUT', '/api/draft/:kind/:ref', {
    summary: '保存草稿',
    access: 'signedIn',
    atConfirmationGate: true,
    autosave: true,
    params,
    body: Draft,
    result: z.object({ savedAt: dateTime }),
  }),
};
