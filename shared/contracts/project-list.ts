import { z } from 'zod';
import { Bytes, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { type ProjectKind, projectKinds } from '../rules/review-rules/facts.ts';
import { dateTime, id, searchText, timeRange } from '../schemas.ts';
import { State } from './project-views.ts';

/** An application in the list of those who check it. Of one that is not handed in nothing of its content is told. */
export const ProjectRow = z.object({
  id: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  no: z.string().nullable(),
  name: z.string(),
  schoolName: z.string(),
  state: State,
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  kind: z.string().nullable(),
  submittedAt: dateTime.nullable(),
  /** Where the school publicises it: until when, and how many objections are open. */
  publicity: z
    .object({ id: z.number(), startsOn: z.string(), endsOn: z.string(), openObjections: z.number() })
    .nullable(),
  /** When it was last saved or moved. */
  updateTime: dateTime,
});
export type ProjectRow = z.output<typeof ProjectRow>;

const word = z.string().trim().max(50);

const stageFilters = {
  cycleId: id.optional(),
  /** With what is below it. */
  schoolId: id.optional(),
  /** Name, pinyin or its initials, or the number of the application. */
  blurry: searchText.optional(),
  titleSeries: word.optional(),
  titleLevel: word.optional(),
  kind: z.enum(Object.keys(projectKinds) as ProjectKind[], { error: '没有这个申报类型' }).optional(),
  /** When it was handed in; called as in every other list. */
  createTime: timeRange,
};
const filters = { ...stageFilters, id: id.optional(), state: State.optional() };
export type ProjectFilters = z.output<z.ZodObject<typeof filters>>;

const access = 'project:list';

export const projectListApi = {
  list: endpoint('GET', '/api/project', {
    summary: '申报列表',
    access,
    query: z.object({ ...pageQuery, ...filters }),
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
    result: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  download: endpoint('GET', '/api/project/download', {
    summary: '导出申报',
    access,
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
};
