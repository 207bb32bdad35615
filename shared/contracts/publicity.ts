import { z } from 'zod';
import { Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, optionalText, text } from '../schemas.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { State } from './project-views.ts';
import { calendarDay } from './holiday.ts';
import { readVersion } from './project.ts';

export const publicityStandings = {
  planned: '未开始',
  running: '公示中',
  over: '已期满',
  cancelled: '已撤销',
} as const;
export type PublicityStanding = keyof typeof publicityStandings;
const Standing = z.enum(Object.keys(publicityStandings) as [PublicityStanding], { error: '没有这个状态' });

/** A publicity of a school, in the list of those who check projects. */
export const PublicityRow = z.object({
  id: z.number(),
  cycleName: z.string(),
  schoolName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  workingDays: z.number(),
  people: z.number(),
  openObjections: z.number(),
  standing: Standing,
});
export type PublicityRow = z.output<typeof PublicityRow>;

export const objectionVerdicts = { dismissed: '不成立', upheld: '成立' } as const;
const Verdict = z.enum(Object.keys(objectionVerdicts) as [keyof typeof objectionVerdicts], {
  error: '请选择核实结论',
});

const Objection = z.object({
  id: z.number(),
  projectId: z.number(),
  personName: z.string(),
  name: z.string(),
  contact: z.string().nullable(),
  content: z.string(),
  evidence: z.string().nullable(),
  receivedOn: z.string(),
  dueOn: z.string(),
  verdict: Verdict.nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: dateTime.nullable(),
  version: z.number(),
});
export type Objection = z.output<typeof Objection>;

const PublicisedPerson = z.object({
  projectId: z.number(),
  name: z.string(),
  department: z.string(),
  presentTitle: z.string(),
  titleName: z.string(),
  subject: z.string(),
});

/** A notice as it was put up, who is in it and what was objected. */
export const Publicity = PublicityRow.extend({
  place: z.string(),
  contact: z.string(),
  notice: z.string(),
  cancelReason: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: dateTime,
  people: z.array(PublicisedPerson.extend({ state: State })),
  objections: z.array(Objection),
  can: abilities(['cancel', 'object', 'answer']),
});
export type Publicity = z.output<typeof Publicity>;

const place = text('公示地点', 100);
const contact = text('受理部门及联系方式', 100);
const params = z.object({ id });
const check = 'project:check';

export const publicityApi = {
  list: endpoint('GET', '/api/publicity', {
    summary: '单位公示列表',
    access: 'project:list',
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      cycleId: id.optional(),
      standing: Standing.optional(),
    }),
    knownQuery: true,
    result: pageOf(PublicityRow),
  }),
  read: endpoint('GET', '/api/publicity/:id', {
    summary: '一次单位公示',
    access: 'project:list',
    params,
    result: Publicity,
  }),
  /** Preview of a notice for these projects: persons, end, and text. */
  draft: endpoint('POST', '/api/publicity/draft', {
    summary: '拟定单位公示',
    access: check,
    body: z.object({ ids: Ids, startsOn: calendarDay('公示开始日期'), place, contact }),
    result: z.object({
      endsOn: z.string(),
      workingDays: z.number(),
      notice: z.string(),
      people: z.array(PublicisedPerson),
      /** Warning before the publication. */
      warning: z.string().nullable(),
    }),
  }),
  create: endpoint('POST', '/api/publicity', {
    summary: '开始单位公示',
    access: check,
    status: 201,
    body: z.object({
      ids: Ids,
      startsOn: calendarDay('公示开始日期'),
      place,
      contact,
      notice: text('公示正文', 3000),
    }),
    result: Created,
  }),
  cancel: endpoint('POST', '/api/publicity/:id/cancel', {
    summary: '撤销单位公示',
    access: check,
    status: 204,
    params,
    body: z.object({ reason: text('撤销原因', 200) }),
  }),
  object: endpoint('POST', '/api/publicity/:id/objection', {
    summary: '登记异议',
    access: check,
    status: 201,
    params,
    body: z.object({
      projectId: id,
      name: text('异议人', 50),
      contact: optionalText('异议人联系方式', 100),
      content: text('异议内容', 2000),
      evidence: optionalText('证据材料', 1000),
      receivedOn: calendarDay('收到日期'),
    }),
    result: Created,
  }),
  answer: endpoint('POST', '/api/publicity/objection/:id', {
    summary: '办结异议',
    access: check,
    status: 204,
    params,
    body: z.object({ version: readVersion, verdict: Verdict, answer: text('核实与答复', 2000) }),
  }),
};
