import { z } from 'zod';
import { endpoint, Ids } from '../endpoint.ts';
import { id, idOr, text } from '../schemas.ts';
import { readVersion } from './project.ts';
import { BulkReport } from './user.ts';

const access = 'project:check';
const Text = z.object({ id: z.number(), title: z.string(), body: z.string(), version: z.number() });

/** Steps of a school on checked projects, one or many at once. */
export const projectCheckApi = {
  /** The commitment that is signed with a report to this cycle, null where it asks for none, and who gets what the reader reports. */
  commitment: endpoint('GET', '/api/project/report/commitment', {
    summary: '单位承诺书',
    access,
    query: z.object({ cycleId: id }),
    result: z.object({
      text: Text.nullable(),
      /** The supervising body of the reader's school, where it checks before the office; null: the office. */
      body: z.string().nullable(),
    }),
  }),
  report: endpoint('POST', '/api/project/report', {
    summary: '报送申报',
    access,
    body: z.object({
      ids: Ids,
      /** The text that was read and agreed to; null where the cycle asks for none. */
      commitmentId: idOr('请先阅读并同意单位承诺书').nullable(),
    }),
    result: BulkReport,
  }),
  /** Many at once. */
  retract: endpoint('POST', '/api/project/report/retract', {
    summary: '批量撤回报送',
    access,
    body: z.object({
      /** As they were read: what its supervising body has decided about one since is looked at first. */
      rows: z
        .array(z.object({ id, version: readVersion }), { error: '请先选择数据' })
        .min(1, '请先选择数据')
        .max(1000, '一次最多 1000 条'),
      reason: text('撤回原因', 500),
    }),
    result: BulkReport,
  }),
  /** By a college, or by a supervising body: what it has checked goes on. */
  pass: endpoint('POST', '/api/project/pass', {
    summary: '院系或主管部门批量审核通过',
    access,
    body: z.object({ ids: Ids, reason: text('审核意见', 500) }),
    result: BulkReport,
  }),
  verdict: endpoint('POST', '/api/project/:id/check/:event', {
    summary: '不予推荐、重新审核、撤回报送、院系审核通过或退回院系、主管部门审核通过或退回学校',
    access,
    status: 204,
    params: z.object({
      id,
      event: z.enum(['decline', 'reconsider', 'retract', 'handOn', 'sendBack', 'endorse', 'giveBack'], {
        error: '没有这个操作',
      }),
    }),
    body: z.object({ version: readVersion, reason: text('原因', 500) }),
  }),
};
