import { z } from 'zod';
import { Created, endpoint, Ids } from '../endpoint.ts';
import type { RelationKind } from '../rules/conflict/kinds.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { dateTime, optionalText, text } from '../schemas.ts';

/** Relations that experts declare themselves. Whole units are for the office, which knows their registration. */
export const ownRelationKinds = {
  advisor: '师生',
  relative: '亲属',
  other: '其他利害关系',
} as const satisfies Partial<Record<RelationKind, string>>;
export type OwnRelationKind = keyof typeof ownRelationKinds;

const Kind = z.enum(Object.keys(ownRelationKinds) as [OwnRelationKind], { error: '请选择关系' });

const OwnRelation = z.object({
  id: z.number(),
  kind: Kind,
  name: z.string(),
  unit: z.string().nullable(),
  reason: z.string(),
  createTime: dateTime,
  can: abilities(['remove']),
});
export type OwnRelation = z.output<typeof OwnRelation>;

const own = { access: 'signedIn', atConfirmationGate: true, failures: [404] } as const;
const path = '/api/expert/info/owner/relation';

/** No answer reveals whether a person of that name applies. */
export const ownRelationApi = {
  list: endpoint('GET', path, { summary: '我申明的利害关系', ...own, result: z.array(OwnRelation) }),
  declare: endpoint('POST', path, {
    summary: '申明我的利害关系',
    ...own,
    status: 201,
    body: z.object({
      kind: Kind,
      name: text('姓名', 50),
      unit: optionalText('单位', 100),
      reason: text('说明', 300),
    }),
    result: Created,
  }),
  remove: endpoint('DELETE', path, { summary: '删除我申明的利害关系', ...own, status: 204, body: Ids }),
};
