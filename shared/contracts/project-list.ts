import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { type ProjectKind, projectKinds } from '../rules/review-rule/facts.ts';
import { dateTime, id, searchText, timeRange } from '../schemas.ts';
import {
  type ProjectWaiting,
  projectWaiting,
  type PublicityStage,
  publicityStages,
} from '../rules/project/waiting.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { cycleStates } from '../rules/cycle/states.ts';
import { type Turn, turns } from '../rules/project/states.ts';
import { State, SupervisorProject } from './project-views.ts';

const turn = z.enum(Object.keys(turns) as [Turn], { error: '没有这个审核环节' });

/** A project in the list of those who check it. Without content if it is not submitted. */
export const ProjectRow = z.object({
  id: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  no: z.string().nullable(),
  name: z.string(),
  schoolName: z.string(),
  state: State,
  /** The step in charge, while it is submitted. */
  checkStep: turn.nullable(),
  /** Whether the reader has to do something next. */
  isWaiting: z.boolean(),
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  kind: z.string().nullable(),
  submittedAt: dateTime.nullable(),
  /** Where the school publicises it: until when, and how many objections are open. */
  publicity: z
    .object({
      id: z.number(),
      startsOn: z.string(),
      endsOn: z.string(),
      isOver: z.boolean(),
      openObjections: z.number(),
    })
    .nullable(),
  /** When it was last saved or moved. */
  updateTime: dateTime,
  /** Whether what stands in it is there for the reader. */
  isReadable: z.boolean(),
  /** Sent with a step on many at once. */
  version: z.number(),
  /** Bulk steps of a college or a supervising body. */
  can: abilities(['pass']),
});
export type ProjectRow = z.output<typeof ProjectRow>;

const word = z.string().trim().max(50);

const stageFilters = {
  cycleId: id.optional(),
  /** With what is below it. */
  schoolId: id.optional(),
  /** Name, pinyin or its initials, or the number of the project. */
  blurry: searchText.optional(),
  titleSeries: word.optional(),
  titleLevel: word.optional(),
  /** A part of it. */
  titleName: searchText.optional(),
  /** How the publicity of its school stands. */
  publicity: z
    .enum(Object.keys(publicityStages) as [PublicityStage], { error: '没有这个公示状态' })
    .optional(),
  /** Filter for projects that may be stuck. */
  waiting: z.enum(Object.keys(projectWaiting) as [ProjectWaiting], { error: '没有这个筛选' }).optional(),
  checkStep: turn.optional(),
  kind: z.enum(Object.keys(projectKinds) as ProjectKind[], { error: '没有这个申报类型' }).optional(),
  /** Time of submission; named as in all lists. */
  createTime: timeRange,
  /** When it was last saved or moved. */
  updateTime: timeRange.optional(),
};
const filters = { ...stageFilters, id: id.optional(), state: State.optional() };
/** A sheet has its own kind, so this filter does not apply to it. */
const { kind: _kind, ...sheetFilters } = filters;
export type ProjectFilters = z.output<z.ZodObject<typeof filters>>;

const access = 'project:list';

/** Sheets that every office hands around, in their customary columns. */
export const projectSheets = {
  roster: '花名册',
  overview: '申报人员情况一览表',
  checks: '审核情况汇总表',
  eligible: '资格审查合格人员名单',
} as const;
export type ProjectSheet = keyof typeof projectSheets;
const sheetKind = z
  .enum(Object.keys(projectSheets) as [ProjectSheet], { error: '没有这种表' })
  .default('roster');

const Counts = z.array(z.object({ state: State, count: z.number() }));

export const projectListApi = {
  list: endpoint('GET', '/api/project', {
    summary: '申报列表',
    access,
    query: z.object({ ...pageQuery, ...filters }),
    knownQuery: true,
    result: pageOf(ProjectRow),
  }),
  /** How many stand where, of those that the other filters leave. */
  stages: endpoint('GET', '/api/project/stage', {
    summary: '各状态的申报数',
    access,
    query: z.object(stageFilters),
    result: z.array(z.object({ state: State, count: z.number() })),
  }),
  cycles: endpoint('GET', '/api/project/cycle', {
    summary: '有申报的批次',
    access,
    result: z.array(z.object({ id: z.number(), name: z.string(), suspendedReason: z.string().nullable() })),
  }),
  /** For supervisors: filters and sorts only by fields that they may see. */
  supervised: endpoint('GET', '/api/project/supervised', {
    summary: '申报编号与状态',
    access,
    query: z.object({
      ...pageQuery,
      cycleId: id.optional(),
      state: State.optional(),
      /** How it begins. */
      no: word.optional(),
    }),
    knownQuery: true,
    result: pageOf(SupervisorProject),
  }),
  /** A cycle at a glance: states of its projects, and those that may be stuck. */
  board: endpoint('GET', '/api/project/board', {
    summary: '批次看板',
    access,
    query: z.object({ cycleId: id }),
    result: z.object({
      /** Whether the reader knows the numbers alone, and no list behind them. */
      isSupervised: z.boolean(),
      cycle: z.object({
        id: z.number(),
        name: z.string(),
        state: z.enum(Object.keys(cycleStates) as [keyof typeof cycleStates]),
        suspendedReason: z.string().nullable(),
        deadlines: z.array(z.object({ label: z.string(), at: dateTime, isPast: z.boolean() })),
      }),
      targets: z.array(
        z.object({ titleSeries: z.string().nullable(), titleLevel: z.string().nullable(), counts: Counts }),
      ),
      /** Institutions with all that is below them. Where there is one alone, its colleges follow as parts of it. */
      schools: z.array(
        z.object({ schoolId: z.number(), schoolName: z.string(), isPart: z.boolean(), counts: Counts }),
      ),
      waiting: z.array(
        z.object({ waiting: z.enum(Object.keys(projectWaiting) as [ProjectWaiting]), count: z.number() }),
      ),
    }),
  }),
  /** A sheet for printing, with a limited number of rows. */
  sheet: endpoint('GET', '/api/project/sheet', {
    summary: '申报汇总表',
    access,
    query: z.object({ kind: sheetKind, sort: pageQuery.sort, ...sheetFilters }),
    result: z.object({
      headers: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** Whether there are more than are shown. */
      isCut: z.boolean(),
    }),
  }),
  sheetDownload: endpoint('GET', '/api/project/sheet/download', {
    summary: '导出申报汇总表',
    access,
    query: z.object({ kind: sheetKind, sort: pageQuery.sort, ...sheetFilters }),
    result: Bytes,
  }),
  download: endpoint('GET', '/api/project/download', {
    summary: '导出申报',
    access,
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
