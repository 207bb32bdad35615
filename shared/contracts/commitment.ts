import { z } from 'zod';
import { Created, endpoint } from '../endpoint.ts';
import { commitmentKinds } from '../rules/commitment/kinds.ts';
import type { Permission } from '../permissions.ts';
import { dateTime, id, idOr, numeric, optionalText, text } from '../schemas.ts';

const CommitmentKindName = z.enum(Object.keys(commitmentKinds) as (keyof typeof commitmentKinds)[], {
  error: '请选择承诺书的种类',
});

const versionFields = {
  id: z.number(),
  version: z.number(),
  hash: z.string(),
  reason: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: dateTime,
};

/** A version in the list of its kind. */
export const CommitmentVersion = z.object(versionFields);
export type CommitmentVersion = z.output<typeof CommitmentVersion>;

/** One version of one text, as it is signed. */
export const CommitmentText = z.object({
  ...versionFields,
  kind: CommitmentKindName,
  title: z.string(),
  body: z.string(),
});
export type CommitmentText = z.output<typeof CommitmentText>;

export const CommitmentWrite = z.object({
  kind: CommitmentKindName,
  title: text('标题', 100),
  /** Paragraphs, one a line. */
  body: text('正文', 5000),
  reason: optionalText('修改说明', 200),
  /** The version that the writer began with; 0 where there was none. */
  baseVersion: numeric(z.number({ error: '请刷新后再修改' }).int().min(0)),
});

/** Permissions of office decisions and draws. */
const staff = [
  'project:decide',
  'assignment:draw',
  'assignment:edit',
  'assignment:release',
] as const satisfies Permission[];

export const commitmentApi = {
  kinds: endpoint('GET', '/api/commitment', {
    summary: '承诺书的各版本',
    access: ['commitment:list', 'cycle:list'],
    /** Each kind with its versions, the newest first. */
    result: z.array(z.object({ kind: CommitmentKindName, versions: z.array(CommitmentVersion) })),
  }),
  text: endpoint('GET', '/api/commitment/text/:id', {
    summary: '承诺书文本',
    access: ['commitment:list', 'cycle:list'],
    params: z.object({ id }),
    result: CommitmentText,
  }),
  save: endpoint('POST', '/api/commitment/text', {
    summary: '新增承诺书版本',
    access: 'commitment:edit',
    status: 201,
    body: CommitmentWrite,
    result: Created,
  }),
  /** The text that officers sign before their first decision in a cycle; null if the cycle has none. */
  staff: endpoint('GET', '/api/commitment/staff', {
    summary: '本批次的工作人员承诺书',
    access: staff,
    query: z.object({ cycleId: id }),
    result: z.object({
      text: z
        .object({
          id: z.number(),
          title: z.string(),
          body: z.string(),
          version: z.number(),
          hash: z.string(),
        })
        .nullable(),
      /** When the reader signed it. */
      signedAt: dateTime.nullable(),
    }),
  }),
  signAsStaff: endpoint('POST', '/api/commitment/staff', {
    summary: '签署工作人员承诺书',
    access: staff,
    status: 204,
    body: z.object({
      cycleId: id,
      /** The text that was read and agreed to. */
      textId: idOr('请先阅读并同意承诺书'),
    }),
  }),
};
