import { z } from 'zod';
import { Bytes, Created, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { DrawPlan } from '../rules/draw/plan.ts';
import { type PoolAction, poolActions } from '../rules/draw/pool-changes.ts';
import {
  drawMachine,
  type DrawEvent,
  type DrawState,
  drawStates,
  type StandingKind,
  standingKinds,
} from '../rules/draw/states.ts';
import { taskStates } from '../rules/task/states.ts';
import { dateTime, id, text } from '../schemas.ts';
import { NextStep } from './next-step.ts';

const State = z.enum(Object.keys(drawStates) as [DrawState], { error: '没有这个状态' });

export const DrawRow = z.object({
  id: z.number(),
  no: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  plan: DrawPlan,
  state: State,
  /** Whether all who are wanted have promised their numbers. */
  isCommitted: z.boolean(),
  createBy: z.string().nullable(),
  createTime: dateTime,
});
export type DrawRow = z.output<typeof DrawRow>;

/** The number of one side: first its hash, then itself. */
const Number = z.object({
  commit: z.string().nullable(),
  by: z.string().nullable(),
  secret: z.string().nullable(),
});

/** A computation in the background, and how far it is. */
export const DrawRun = z.object({
  taskId: z.number(),
  isCancelled: z.boolean(),
  /** Null once it is forgotten how it ended. */
  state: z.enum(taskStates).nullable(),
  done: z.number(),
  total: z.number(),
  error: z.string().nullable(),
});
export type DrawRun = z.output<typeof DrawRun>;

/** Places of a result that are not as they should be: how many, and the first of their files, each with each reason once. */
const NotedPlaces = z.object({
  kind: z.enum(Object.keys(standingKinds) as [StandingKind]),
  places: z.number(),
  named: z.array(z.object({ no: z.string(), reason: z.string() })),
  /** Whether there are others, which are not named. */
  more: z.boolean(),
});
export type NotedPlaces = z.output<typeof NotedPlaces>;

/** A draw as all participants see it: numbers, hashes and steps, but no names. */
export const Draw = DrawRow.extend({
  office: Number,
  supervisor: Number,
  rosterHash: z.string().nullable(),
  /** SHA-256 of the number that the server made at the freeze; null in draws of before. */
  nonceHash: z.string().nullable(),
  /** The number itself; null before the result. */
  nonce: z.string().nullable(),
  seed: z.string().nullable(),
  resultHash: z.string().nullable(),
  /** Changes after the result, as in its record: number of steps and their hash. Null before there is a result. */
  later: z.object({ count: z.number(), hash: z.string() }).nullable(),
  /** Counts of the frozen roster. */
  counts: z
    .object({ files: z.number(), experts: z.number(), conflicts: z.number(), places: z.number() })
    .nullable(),
  /** Whether places of the unreleased result hold other experts than it gave, so that its release takes a second person. */
  isChanged: z.boolean(),
  outcome: z.object({ filled: z.number(), unfilled: z.number() }).nullable(),
  problem: z.string().nullable(),
  /** Blind copies that must be released before its result is, while there is none; null without any. */
  notReady: z.string().nullable(),
  /** What follows its release; null before. */
  next: NextStep.nullable(),
  /** Why the office cannot freeze or release yet, though it is its turn, beside places that have to be changed (`standing`); null where it can, or where others are waited for. */
  waits: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The computation of its result; null before it was asked for. */
  run: DrawRun.nullable(),
  steps: z.array(
    z.object({
      event: z.enum(Object.keys(drawMachine.events) as [DrawEvent]),
      by: z.string().nullable(),
      note: z.string().nullable(),
      at: dateTime,
    }),
  ),
  /** How often each account of staff changed the pool or its conflicts, from `POOL_DAYS` before the draw until the round is closed. */
  poolChanges: z.array(
    z.object({
      action: z.enum(Object.keys(poolActions) as [PoolAction]),
      by: z.string(),
      count: z.number(),
      planned: z.number(),
      frozen: z.number(),
    }),
  ),
  /** All draws of the cycle that were aborted, this one among them: who, when, after which step, and why. */
  aborted: z.array(
    z.object({
      no: z.number(),
      by: z.string().nullable(),
      at: dateTime,
      after: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  can: abilities(Object.keys(drawMachine.events) as [DrawEvent]),
});
export type Draw = z.output<typeof Draw>;

/** SHA-256 in hex. */
const Hash = z.string({ error: '缺少承诺值' }).regex(/^[0-9a-f]{64}$/, '承诺值应为 64 位十六进制数');
export const Secret = z.string({ error: '缺少随机数' }).regex(/^[0-9a-f]{64}$/, '随机数应为 64 位十六进制数');

/** Asked for where a result is released that was changed by hand. */
export const ReleaseReason = z.object({ reason: text('调整的原因', 300) });

const params = z.object({ id });
const office = 'assignment:draw';
const both = ['assignment:draw', 'assignment:witness'] as const;

export const drawApi = {
  list: endpoint('GET', '/api/draw', {
    summary: '抽取列表',
    access: 'assignment:list',
    query: z.object({ ...pageQuery, id: id.optional(), cycleId: id.optional() }),
    knownQuery: true,
    result: pageOf(DrawRow),
  }),
  read: endpoint('GET', '/api/draw/:id', {
    summary: '一次抽取',
    access: 'assignment:list',
    params,
    result: Draw,
  }),
  create: endpoint('POST', '/api/draw', {
    summary: '新建抽取',
    access: office,
    status: 201,
    body: z.object({ cycleId: id, plan: DrawPlan }),
    result: Created,
  }),
  commit: endpoint('POST', '/api/draw/:id/commit', {
    summary: '提交随机数的承诺值',
    access: both,
    status: 204,
    params,
    body: z.object({ commit: Hash }),
  }),
  freeze: endpoint('POST', '/api/draw/:id/freeze', {
    summary: '冻结抽取名册',
    access: office,
    status: 204,
    params,
  }),
  open: endpoint('POST', '/api/draw/:id/open', {
    summary: '公开随机数',
    access: both,
    status: 204,
    params,
    body: z.object({ secret: Secret }),
  }),
  abort: endpoint('POST', '/api/draw/:id/abort', {
    summary: '中止抽取，名册冻结后须双人复核',
    access: both,
    params,
    body: z.object({ reason: text('中止原因', 300) }),
    /** The request that waits for a second person; null where the draw is aborted. */
    result: z.object({ confirmationId: z.number().nullable() }),
  }),
  /** Everything that is needed to compute the draw again, without names. */
  record: endpoint('GET', '/api/draw/:id/record', {
    summary: '下载抽取记录',
    access: 'assignment:list',
    params,
    result: Bytes,
    types: ['application/json'],
  }),
  /** Releases a result; one that was changed by hand with a second person. */
  release: endpoint('POST', '/api/draw/:id/release', {
    summary: '发布分配结果',
    access: 'assignment:release',
    params,
    /** `reason` is asked for where places hold other experts than the result gave. */
    body: ReleaseReason.partial().default({}),
    result: z.object({
      /** The request that waits for a second person; null where the result is released. */
      confirmationId: z.number().nullable(),
      /** How many places went out to how many experts, and what was left out; null where it waits. */
      released: z.object({ sent: z.number(), experts: z.number(), left: NotedPlaces }).nullable(),
    }),
  }),
  /** Reasons against releasing a result as it is; empty before there is one and after the release. */
  standing: endpoint('GET', '/api/draw/:id/standing', {
    summary: '抽取结果发布前须处理的分配',
    access: ['assignment:list', 'review:list'],
    params,
    result: z.object({ groups: z.array(NotedPlaces) }),
  }),
};
