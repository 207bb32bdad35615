import { z } from 'zod';
import { Bytes, Created, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { markKinds, type MarkKind, pageDoubts, type PageDoubt } from '../rules/blind-copy/kinds.ts';
import { blindStates, type BlindState, copyProblems, type CopyProblem } from '../rules/blind-copy/states.ts';
import { dateTime, flag, id, searchText, text, version } from '../schemas.ts';

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K];

const State = z.enum(keysOf<BlindState>(blindStates), { error: '没有这个状态' });
const Kind = z.enum(keysOf<MarkKind>(markKinds));
const Problem = z.enum(keysOf<CopyProblem>(copyProblems));

/** A material and how its blind copy stands. */
export const BlindRow = z.object({
  id: z.number(),
  projectNo: z.string().nullable(),
  personName: z.string(),
  schoolName: z.string(),
  fileName: z.string(),
  state: State,
  problem: Problem.nullable(),
  pages: z.number().nullable(),
  coveredMarks: z.number(),
  openMarks: z.number(),
  doubtedPages: z.number(),
  leftOver: z.number(),
  isChanged: z.boolean(),
  /** Made by an earlier version of the pipeline. */
  isOld: z.boolean(),
  coveredAt: dateTime.nullable(),
  releasedAt: dateTime.nullable(),
});
export type BlindRow = z.output<typeof BlindRow>;

const number = z.number({ error: '请输入数字' }).min(-20_000).max(20_000);
const Place = z.object({
  page: z.number().int().min(1),
  x: number,
  y: number,
  width: number,
  height: number,
  angle: z.number().min(-7).max(7),
});

export const BlindMark = z.object({
  id: z.number(),
  page: z.number(),
  kind: Kind,
  words: z.string(),
  places: z.array(Place),
  source: z.enum(['machine', 'person']),
  state: z.enum(['open', 'covered', 'ignored']),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: dateTime.nullable(),
});
export type BlindMark = z.output<typeof BlindMark>;

export const BlindPage = z.object({
  page: z.number(),
  width: z.number(),
  height: z.number(),
  doubts: z.array(z.enum(keysOf<PageDoubt>(pageDoubts))),
  checkedBy: z.string().nullable(),
});
export type BlindPage = z.output<typeof BlindPage>;

/** A copy with everything that was found, for those who check it. */
export const BlindCopy = BlindRow.extend({
  cycleId: z.number(),
  format: z.string(),
  bytes: z.number().nullable(),
  releasedBy: z.string().nullable(),
  waiver: z.string().nullable(),
  /** Whether it is being made right now or waits for it. */
  isRunning: z.boolean(),
  version: z.number(),
  pageList: z.array(BlindPage),
  marks: z.array(BlindMark),
  /** `waive`: released with a reason although finds are open or pages doubted. */
  can: abilities(['edit', 'cover', 'release', 'waive', 'withdraw']),
});
export type BlindCopy = z.output<typeof BlindCopy>;

const params = z.object({ id });
const cycleId = id;
const ids = z.array(id).min(1, '请选择副本').max(1000, '一次最多 1000 个');
const reason = text('理由', 200);

/** Blind copies of the materials of a cycle, for the office alone. Blind readers get released ones elsewhere. */
export const blindCopyApi = {
  cycles: endpoint('GET', '/api/blind-copy/cycle', {
    summary: '有盲审副本的批次',
    access: 'blind:list',
    result: z.array(z.object({ id: z.number(), name: z.string(), suspendedReason: z.string().nullable() })),
  }),
  summary: endpoint('GET', '/api/blind-copy/summary', {
    summary: '盲审副本各状态数量',
    access: 'blind:list',
    query: z.object({ cycleId }),
    result: z.object({
      counts: z.array(z.object({ state: State, count: z.number() })),
      /** The run that makes copies now, or null. */
      running: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
      /** Whether recognition of pictures is installed. */
      canRecognise: z.boolean(),
      /** Released copies that an earlier version made, and those of them that experts are reviewing. */
      old: z.object({ released: z.number(), inReview: z.number() }),
    }),
  }),
  list: endpoint('GET', '/api/blind-copy', {
    summary: '盲审副本列表',
    access: 'blind:list',
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      cycleId: cycleId.optional(),
      state: State.optional(),
      name: searchText.optional(),
      isOld: flag.optional(),
    }),
    knownQuery: true,
    result: pageOf(BlindRow),
  }),
  /** Makes every copy of a cycle that is missing or no longer holds, as background work (`blind.cover`) that goes on after a stop. */
  run: endpoint('POST', '/api/blind-copy/run', {
    summary: '制作盲审副本',
    access: 'blind:edit',
    status: 204,
    body: z.object({ cycleId, again: flag.optional() }),
    failures: [404, 409],
  }),
  read: endpoint('GET', '/api/blind-copy/:id', {
    summary: '盲审副本',
    access: 'blind:list',
    params,
    result: BlindCopy,
  }),
  /** A page as a picture: of the original, or of the copy as it is. */
  page: endpoint('GET', '/api/blind-copy/:id/page/:page', {
    summary: '盲审副本的页面图片',
    access: 'blind:list',
    params: z.object({ id, page: id }),
    query: z.object({
      side: z.enum(['original', 'copy'], { error: '只有原件与副本' }),
      width: z.coerce.number().int().min(200).max(2400).default(1000),
    }),
    result: Bytes,
    types: ['image/png'],
    byCookie: true,
    failures: [404],
  }),
  decide: endpoint('PUT', '/api/blind-copy/:id/mark', {
    summary: '处理盲审标记',
    access: 'blind:edit',
    status: 204,
    params,
    body: z.object({
      markIds: ids,
      isCovered: z.boolean(),
      reason: reason.optional(),
      version: version.optional(),
    }),
    failures: [404, 409],
  }),
  addMark: endpoint('POST', '/api/blind-copy/:id/mark', {
    summary: '新增盲审标记',
    access: 'blind:edit',
    status: 201,
    params,
    body: z.object({ place: Place, reason: reason.optional() }),
    result: Created,
    failures: [404, 409],
  }),
  removeMarks: endpoint('DELETE', '/api/blind-copy/:id/mark', {
    summary: '删除人工标记',
    access: 'blind:edit',
    params,
    body: ids,
    failures: [404, 409],
  }),
  checkPages: endpoint('PUT', '/api/blind-copy/:id/page', {
    summary: '核对盲审副本的页面',
    access: 'blind:edit',
    status: 204,
    params,
    body: z.object({ pages: z.array(id).min(1, '请选择页面').max(2000), isChecked: z.boolean() }),
    failures: [404, 409],
  }),
  cover: endpoint('POST', '/api/blind-copy/:id/cover', {
    summary: '重新遮盖并检验',
    access: 'blind:edit',
    status: 204,
    params,
    failures: [404, 409],
  }),
  release: endpoint('POST', '/api/blind-copy/:id/release', {
    summary: '放行盲审副本',
    access: 'blind:release',
    status: 204,
    params,
    body: z.object({ waiver: reason.optional(), version: version.optional() }),
    failures: [404, 409],
  }),
  /** Releases the clean and trusted ones of these, or of the whole cycle; the others are reported with the reason. */
  releaseMany: endpoint('POST', '/api/blind-copy/release', {
    summary: '批量放行盲审副本',
    access: 'blind:release',
    body: z.object({ cycleId, ids: ids.optional() }),
    result: z.object({
      succeeded: z.number(),
      failed: z.array(z.object({ id: z.number(), name: z.string(), message: z.string() })),
    }),
  }),
  /**
   * Withdraws these released copies of an earlier version, or all of the cycle, and makes them again. Copies under
   * review stay unless `withOpen` is set; if they were named, they are reported with the reason.
   */
  recheck: endpoint('POST', '/api/blind-copy/recheck', {
    summary: '重新检查旧版本的盲审副本',
    access: 'blind:release',
    body: z.object({ cycleId, ids: ids.optional(), withOpen: flag.optional() }),
    result: z.object({
      succeeded: z.number(),
      failed: z.array(z.object({ id: z.number(), name: z.string(), message: z.string() })),
    }),
    failures: [409],
  }),
  withdraw: endpoint('POST', '/api/blind-copy/:id/withdraw', {
    summary: '撤回放行',
    access: 'blind:release',
    status: 204,
    params,
    failures: [404, 409],
  }),
};
