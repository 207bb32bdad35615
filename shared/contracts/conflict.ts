import { z } from 'zod';
import { Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import {
  conflictKinds,
  conflictSources,
  pinnedSeverities,
  relationKinds,
  severities,
} from '../rules/conflict/kinds.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { taskStates } from '../rules/task/states.ts';
import { dateTime, flag, id, optionalText, searchText, text } from '../schemas.ts';
import { CycleStateName } from './cycle.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

const Kind = z.enum(keysOf(conflictKinds), { error: '没有这种回避' });
const Pinned = z.enum(keysOf(pinnedSeverities), { error: '请选择如何处理' });

/** A conflict between an expert and a project, with its evidence. */
export const ConflictRow = z.object({
  id: z.number(),
  projectId: z.number(),
  projectNo: z.string(),
  applicantName: z.string(),
  schoolName: z.string(),
  expertId: z.number(),
  expertName: z.string(),
  expertUnit: z.string().nullable(),
  kind: Kind,
  /** As it was computed; null: only the decision of a person keeps it. */
  severity: z.enum(keysOf(severities)).nullable(),
  /** The severity in force. */
  effective: Pinned,
  evidence: z.string(),
  source: z.enum(keysOf(conflictSources)),
  pinned: Pinned.nullable(),
  pinReason: z.string().nullable(),
  pinnedBy: z.string().nullable(),
  pinnedAt: dateTime.nullable(),
  computedAt: dateTime,
  can: abilities(['pin', 'unpin']),
});
export type ConflictRow = z.output<typeof ConflictRow>;

const filters = {
  id: id.optional(),
  cycleId: id.optional(),
  projectId: id.optional(),
  expertId: id.optional(),
  /** Of the applicant, with what is below it. */
  schoolId: id.optional(),
  kind: Kind.optional(),
  effective: Pinned.optional(),
  pinned: flag.optional(),
  /** Name or pinyin of the applicant or the expert, or the number of the project. */
  blurry: searchText.optional(),
};
export type ConflictFilters = z.output<z.ZodObject<typeof filters>>;

const Named = z.object({ id: z.number(), name: z.string() });

const Relation = z.object({
  id: z.number(),
  kind: z.enum(keysOf(relationKinds)),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  reason: z.string(),
  declaredBy: z.enum(['expert', 'office']),
  createTime: dateTime,
});
export type DeclaredRelation = z.output<typeof Relation>;

const params = z.object({ id });
const reason = text('理由', 300);
const ofCycle = z.object({ cycleId: id });

/** How the conflicts of a cycle stand. */
export const ConflictState = z.object({
  cycle: z.object({ id: z.number(), name: z.string(), state: CycleStateName }),
  /** As of when the last whole computation holds; null: there was none. */
  computedAt: dateTime.nullable(),
  /** Whether the rules were changed since. */
  isOutdated: z.boolean(),
  /** Whether changes wait to be computed. */
  isWaiting: z.boolean(),
  /** Why the last whole computation did not come to its end: until one does, nothing is frozen or released. */
  problem: z.string().nullable(),
  projects: z.number(),
  experts: z.number(),
  counts: z.object({ block: z.number(), warn: z.number(), pinned: z.number() }),
  /** Experts who apply in the cycle themselves: none of them reviews anything in it. */
  applying: z.array(Named),
  /** The computation that was last asked for. */
  task: z
    .object({
      state: z.enum(taskStates),
      done: z.number(),
      total: z.number(),
      isCancelled: z.boolean(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type ConflictState = z.output<typeof ConflictState>;

export const RelationWrite = z
  .object({
    expertId: id,
    kind: z.enum(keysOf(relationKinds), { error: '请选择关系' }),
    name: optionalText('姓名', 50),
    unit: optionalText('单位', 100),
    reason: text('说明', 300),
  })
  .superRefine(({ kind, name, unit }, context) => {
    const require = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'unit' && unit === null) require('unit', '请输入单位');
    if (kind === 'unit' && name !== null) require('name', '利害单位不填姓名');
    if (kind !== 'unit' && name === null) require('name', '请输入姓名');
  });

export const conflictApi = {
  list: endpoint('GET', '/api/conflict', {
    summary: '回避列表',
    access: 'conflict:list',
    query: z.object({ ...pageQuery, ...filters }),
    knownQuery: true,
    result: pageOf(ConflictRow),
  }),
  cycles: endpoint('GET', '/api/conflict/cycle', {
    summary: '可以计算回避的批次',
    access: 'conflict:list',
    result: z.array(Named.extend({ suspendedReason: z.string().nullable() })),
  }),
  state: endpoint('GET', '/api/conflict/state', {
    summary: '回避的计算情况',
    access: 'conflict:list',
    query: ofCycle,
    result: ConflictState,
  }),
  project: endpoint('GET', '/api/conflict/project/:id', {
    summary: '一份申报的回避情况',
    access: 'conflict:list',
    params,
    result: z.object({
      id: z.number(),
      no: z.string(),
      name: z.string(),
      schoolName: z.string(),
      cycle: Named,
      counts: z.object({ block: z.number(), warn: z.number() }),
      applying: z.array(Named),
    }),
  }),
  expert: endpoint('GET', '/api/conflict/expert/:id', {
    summary: '一位专家的回避情况',
    access: 'conflict:list',
    params,
    result: z.object({
      id: z.number(),
      name: z.string(),
      schoolName: z.string().nullable(),
      counts: z.object({ block: z.number(), warn: z.number() }),
      /** Cycles in which the expert applies, and so reviews nothing. */
      appliesIn: z.array(Named),
      relations: z.array(Relation),
    }),
  }),
  pin: endpoint('POST', '/api/conflict/:id/pin', {
    summary: '人工判定回避',
    access: 'conflict:pin',
    status: 204,
    params,
    body: z.object({ pinned: Pinned, reason }),
  }),
  /** Asks a second person to lift a conflict that blocks: with the given severity, or as computed without one. */
  lift: endpoint('POST', '/api/conflict/:id/lift', {
    summary: '提出解除回避',
    access: 'conflict:pin',
    status: 201,
    params,
    body: z.object({ pinned: Pinned.nullable(), reason }),
    result: Created,
  }),
  unpin: endpoint('POST', '/api/conflict/:id/unpin', {
    summary: '撤销人工判定',
    access: 'conflict:pin',
    status: 204,
    params,
    body: z.object({ reason }),
  }),
  declare: endpoint('POST', '/api/conflict/relation', {
    summary: '登记专家的利害关系',
    access: 'conflict:pin',
    status: 201,
    body: RelationWrite,
    result: Created,
  }),
  removeRelation: endpoint('DELETE', '/api/conflict/relation', {
    summary: '删除登记的利害关系',
    access: 'conflict:pin',
    body: Ids,
  }),
  compute: endpoint('POST', '/api/conflict/compute', {
    summary: '计算回避',
    access: 'conflict:compute',
    body: ofCycle,
    result: z.object({ taskId: z.number() }),
  }),
  cancel: endpoint('POST', '/api/conflict/cancel', {
    summary: '取消计算回避',
    access: 'conflict:compute',
    status: 204,
    body: ofCycle,
  }),
};
