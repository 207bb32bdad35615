import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { ImportReport } from '../import-report.ts';
import { changeKinds, type ChangeKind } from '../rules/draw/changes.ts';
import { dateTime, flag, id, searchText, text } from '../schemas.ts';
import { PairParts } from '../rules/assignment/pair-parts.ts';
import { DrawRun } from './draw.ts';

/** Defined in shared/rules/assignment/result-figures.ts. */
const Figures = z.object({
  files: z.number(),
  filled: z.number(),
  unfilled: z.number(),
  meanMatch: z.number().nullable(),
  worstFile: z.number().nullable(),
  loads: z.array(z.object({ load: z.number(), experts: z.number() })),
  matches: z.array(z.object({ from: z.number(), pairs: z.number() })),
});

const Kind = z.enum(Object.keys(changeKinds) as [ChangeKind]);
const RunKind = z.enum(['compute', 'solve', 'repeat'], { error: '没有这种计算' });

/** Why places stay empty: what is needed, what there is for it, what is missing. */
const Shortage = z.object({ words: z.string(), files: z.number(), missing: z.number() });

const Step = z.object({
  no: z.number(),
  kind: Kind,
  undoes: z.number().nullable(),
  /** Whether a later step took it back. */
  isUndone: z.boolean(),
  places: z.number(),
  reason: z.string(),
  by: z.string().nullable(),
  at: dateTime,
});
export type ResultStep = z.output<typeof Step>;

/** The result of a draw as it stands, in figures. */
const Result = z.object({
  id: z.number(),
  no: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  /** Why nothing of it can be changed; null while it can. */
  denial: z.string().nullable(),
  /** As the draw computed it, as it is now, without chance, and drawn by lot alone; null while that is not known. */
  figures: z.object({
    computed: Figures,
    now: Figures,
    optimise: Figures.nullable(),
    draw: Figures.nullable(),
  }),
  fixed: z.number(),
  /** Places that are not as the draw computed them. */
  moved: z.number(),
  /** Why no assignment could fill all places, as the draw was computed. */
  shortages: z.array(Shortage),
  /** Number of pairs kept apart only by a conflict; null if the computation did not report it. */
  avoided: z.number().nullable(),
  steps: z.array(Step),
  /** The step that can be undone next. */
  undo: z.number().nullable(),
  /** Holds the steps to the result: SHA-256 as in the record; null while there are none. */
  laterHash: z.string().nullable(),
  /** Why the rest cannot be solved again; null where it can. */
  solveDenial: z.string().nullable(),
  isByChance: z.boolean(),
  /** Of the pairs, how many an independent run has too. */
  repeat: z
    .object({
      runs: z.number(),
      mean: z.number(),
      least: z.number(),
      most: z.number(),
      /** Half of the interval at 95 %; null for estimates from before this was kept. */
      error: z.number().nullable(),
    })
    .nullable(),
  runs: z.object({ solve: DrawRun.nullable(), repeat: DrawRun.nullable() }),
});
export type DrawResultView = z.output<typeof Result>;

const ResultPlace = z.object({
  assignmentId: z.number(),
  slot: z.number(),
  expertId: z.number(),
  name: z.string(),
  schoolName: z.string().nullable(),
  parts: PairParts,
  byHand: z.string().nullable(),
  isFixed: z.boolean(),
  /** The expert whom the draw gave, where this one stands in their place. */
  drawn: z.string().nullable(),
  /** Why its expert has to be replaced; null if not. */
  flaw: z.string().nullable(),
});
export type ResultPlace = z.output<typeof ResultPlace>;

export const ResultFile = z.object({
  projectId: z.number(),
  no: z.string(),
  bagNo: z.string(),
  name: z.string(),
  schoolName: z.string(),
  subject: z.string(),
  need: z.number(),
  places: z.array(ResultPlace),
  /** Why it lacks experts, if the draw reports it. */
  shortage: z.string().nullable(),
  /** Whether it is no longer in review, so that release leaves it out. */
  isGone: z.boolean(),
  /** Reasons of places dropped when the result came, and still empty. */
  lapsed: z.array(z.string()),
});
export type ResultFile = z.output<typeof ResultFile>;

const Changed = z.object({
  projectId: z.number(),
  no: z.string(),
  subject: z.string(),
  slot: z.number(),
  out: z.string().nullable(),
  outMatch: z.number().nullable(),
  in: z.string().nullable(),
  inMatch: z.number().nullable(),
});
export type ChangedPlace = z.output<typeof Changed>;

export const Trial = z.object({
  taskId: z.number(),
  before: Figures,
  after: Figures,
  places: z.number(),
  /** The replaced expert, with all others free to move; null if the rest was only solved again. */
  leaving: z.string().nullable(),
  shortages: z.array(Shortage),
  /** Total gain or loss, in the points that solving weighs. */
  gain: z.string().nullable(),
  /** Whether that is a loss: experts of the current result are no longer allowed. */
  isLoss: z.boolean(),
  /** The first of them. */
  changes: z.array(Changed),
  /** Whether the result changed since, so that it can no longer be applied. */
  isOutdated: z.boolean(),
});
export type Trial = z.output<typeof Trial>;

/** Explanation of a project's experts, computed from the input of the draw. */
export const Why = z.object({
  /** The best matches who have not got it, refused or not, then more who may have it. */
  others: z.array(
    z.object({
      expertId: z.number(),
      name: z.string(),
      schoolName: z.string().nullable(),
      match: z.number(),
      ring: z.number(),
      kind: z.enum(['chosen', 'refused', 'loss', 'undrawn']),
      words: z.string(),
    }),
  ),
  /** Those who have it by this draw, and what replacing them costs: with all others free to move, and in their place alone. */
  places: z.array(
    z.object({
      expertId: z.number(),
      name: z.string(),
      /** Cost of the expert if the best assignment has another one. */
      own: z.string().nullable(),
      forAll: z.object({ words: z.string(), moved: z.number() }).nullable(),
      thisSlot: z.object({ name: z.string(), words: z.string() }).nullable(),
    }),
  ),
});
export type Why = z.output<typeof Why>;

const Range = z.object({ least: z.number(), mean: z.number(), most: z.number() });

/** Defined in shared/rules/assignment/group-figures.ts. */
export const ResultSubject = z.object({
  code: z.string(),
  name: z.string(),
  files: z.number(),
  need: z.number(),
  experts: z.number(),
  places: z.number(),
  filled: z.number(),
  match: Range.nullable(),
  load: Range.nullable(),
});
export type ResultSubject = z.output<typeof ResultSubject>;

/** Filters for flawed or notable projects of a result. */
export const resultFilters = {
  short: '缺少专家',
  flagged: '须更换',
  gone: '已不在送审范围',
  lapsed: '有已撤下的专家',
  fixed: '有固定的专家',
  byHand: '有人工换上的专家',
  changed: '有与抽取产生的不同的专家',
} as const;
export type ResultFilter = keyof typeof resultFilters;

const params = z.object({ id });
const read = 'review:list';
const edit = 'assignment:edit';
const reason = text('原因', 300);

export const drawResultApi = {
  read: endpoint('GET', '/api/draw/:id/result', {
    summary: '抽取结果的概况',
    access: read,
    params,
    result: Result,
  }),
  files: endpoint('GET', '/api/draw-result', {
    summary: '抽取结果中的材料与专家',
    access: read,
    query: z.object({
      ...pageQuery,
      id,
      projectId: id.optional(),
      blurry: searchText.optional(),
      kind: z.enum(Object.keys(resultFilters) as [ResultFilter], { error: '没有这个条件' }).optional(),
    }),
    result: pageOf(ResultFile),
  }),
  subjects: endpoint('GET', '/api/draw/:id/subject', {
    summary: '抽取结果中各一级学科的供需与结果',
    access: read,
    params,
    result: z.array(ResultSubject),
  }),
  fix: endpoint('PUT', '/api/draw/:id/fixed', {
    summary: '固定或放开分配',
    access: edit,
    params,
    body: z.object({
      projectIds: z.array(id).max(1000, '一次最多 1000 份').optional(),
      assignmentIds: z.array(id).max(1000, '一次最多 1000 处').optional(),
      isFixed: z.boolean({ error: '请选择固定或放开' }),
    }),
    result: z.object({ changed: z.number() }),
  }),
  /** Effect of a manual change on the whole, before it is saved. */
  consequence: endpoint('GET', '/api/draw/:id/consequence', {
    summary: '换人之前看对整体的影响',
    access: edit,
    params,
    query: z.object({ assignmentId: id, expertId: id }),
    result: z.object({ before: Figures, after: Figures }),
  }),
  solve: endpoint('POST', '/api/draw/:id/solve', {
    summary: '固定所选后重新求解',
    access: edit,
    status: 204,
    params,
    /** An assignment whose expert must go, while all others may move. */
    query: z.object({ leaving: id.optional() }),
  }),
  trial: endpoint('GET', '/api/draw/:id/solve', {
    summary: '重新求解的结果与现在的对比',
    access: edit,
    params,
    result: z.object({ trial: Trial.nullable() }),
  }),
  apply: endpoint('POST', '/api/draw/:id/apply', {
    summary: '采用重新求解的结果',
    access: edit,
    status: 204,
    params,
    body: z.object({ taskId: id, reason }),
  }),
  undo: endpoint('POST', '/api/draw/:id/undo', {
    summary: '撤销最近一次调整',
    access: edit,
    status: 204,
    params,
    body: z.object({ no: id, reason }),
  }),
  startWhy: endpoint('POST', '/api/draw/:id/why', {
    summary: '计算一份材料为什么是这些专家',
    access: read,
    status: 204,
    params,
    /** `expertId` is an expert to explain as well. */
    body: z.object({ projectId: id, expertId: id.optional() }),
  }),
  why: endpoint('GET', '/api/draw/:id/why', {
    summary: '一份材料为什么是这些专家',
    access: read,
    params,
    query: z.object({ projectId: id }),
    result: z.object({ run: DrawRun.nullable(), why: Why.nullable() }),
  }),
  repeat: endpoint('POST', '/api/draw/:id/repeat', {
    summary: '估算重新抽取会重复的比例',
    access: read,
    status: 204,
    params,
  }),
  cancel: endpoint('POST', '/api/draw/:id/cancel', {
    summary: '取消计算',
    access: 'assignment:draw',
    status: 204,
    params,
    body: z.object({ kind: RunKind }),
  }),
  compute: endpoint('POST', '/api/draw/:id/compute', {
    summary: '再次计算抽取结果',
    access: 'assignment:draw',
    status: 204,
    params,
  }),
  sheet: endpoint('GET', '/api/draw/:id/sheet', {
    summary: '导出抽取结果',
    access: read,
    params,
    result: Bytes,
  }),
  /** All changes of a sheet as one step, or none; with `dryRun` only what would happen. */
  import: endpoint('POST', '/api/draw/:id/sheet', {
    summary: '导入修改过的抽取结果',
    access: edit,
    params,
    query: z.object({ dryRun: flag.optional(), reason: reason.optional() }),
    upload: { field: 'file', maxBytes: 20 * 1024 * 1024 },
    result: ImportReport.extend({
      changed: z.number(),
      figures: z.object({ before: Figures, after: Figures }).nullable(),
    }),
  }),
};
