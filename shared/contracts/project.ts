import { z } from 'zod';
import { Bytes, Created, endpoint, Ids } from '../endpoint.ts';
import { cycleStates } from '../rules/cycle/states.ts';
import { calendarDay } from './holiday.ts';
import { countProblem, isMajority, voteProblem } from '../rules/project/department-vote.ts';
import { fileFormats, materialFormats } from '../rules/file/formats.ts';
import { ProjectForm } from '../rules/project-form/form.ts';
import { materialTypes } from '../rules/review-rule/facts.ts';
import { dateTime, id, idOr, numeric, optionalText, text } from '../schemas.ts';
import { Material, ProjectView, RecommendationFile, State } from './project-views.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

/** One of the own projects, as in their list. */
export const OwnProject = z.object({
  id: z.number(),
  cycleId: z.number(),
  cycleName: z.string(),
  cycleState: z.enum(keysOf(cycleStates)),
  suspendedReason: z.string().nullable(),
  applyClosesAt: dateTime.nullable(),
  no: z.string().nullable(),
  state: State,
  titleSeries: z.string().nullable(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  kind: z.string().nullable(),
  submittedAt: dateTime.nullable(),
  updateTime: dateTime,
});
export type OwnProject = z.output<typeof OwnProject>;

/** For one recommendation: minutes, the sheet of the vote, a letter. */
export const MAX_RECOMMENDATION_FILES = 5;

const params = z.object({ id });
/** Of the form that was read: a save over another device's changes is refused with 409. */
export const readVersion = numeric(z.number({ error: '缺少版本号' }).int().min(0));

/** A return, with the parts to change. */
export const returnBody = z.object({
  version: readVersion,
  reason: text('总的退回原因', 500),
  reasons: z
    .array(
      z.object({
        path: z.string({ error: '缺少退回位置' }).max(150, '退回位置不正确'),
        message: text('退回原因', 300),
      }),
    )
    .max(200, '退回原因最多 200 条')
    .default([]),
});

const people = (label: string) =>
  numeric(
    z
      .number({ error: `请填写${label}` })
      .int(`${label}必须是整数`)
      .min(0, `${label}不能小于 0`)
      .max(1000, `${label}不能大于 1000`),
  );

/** The vote of a department and what the school says to it. */
const recommendation = {
  version: readVersion,
  expected: people('应到人数'),
  present: people('实到人数'),
  inFavour: people('赞成票'),
  against: people('反对票'),
  abstain: people('弃权票'),
  heldOn: calendarDay('评议日期'),
  place: text('评议地点', 100),
  opinion: text('推荐意见', 1000),
  /** Of files that were added before, in their order. */
  fileIds: z.array(id).max(MAX_RECOMMENDATION_FILES, `最多 ${MAX_RECOMMENDATION_FILES} 个附件`).default([]),
};

const READ_FIRST = '请先阅读并同意承诺书';

export const projectApi = {
  own: endpoint('GET', '/api/project/own', {
    summary: '本人的申报',
    access: 'project:apply',
    result: z.array(OwnProject),
  }),
  /** Schools at which the caller is a teacher: a project belongs to one of them. */
  employers: endpoint('GET', '/api/project/employer', {
    summary: '本人可以申报的单位',
    access: 'project:apply',
    result: z.array(z.object({ schoolId: z.number(), schoolName: z.string() })),
  }),
  create: endpoint('POST', '/api/project', {
    summary: '开始申报',
    access: 'project:apply',
    status: 201,
    body: z.object({ cycleId: id, schoolId: id }),
    result: Created,
  }),
  read: endpoint('GET', '/api/project/:id', {
    summary: '一份申报',
    access: ['project:apply', 'project:list'],
    params,
    result: ProjectView,
  }),
  saveForm: endpoint('PUT', '/api/project/:id/form', {
    summary: '保存申报表',
    access: 'project:apply',
    params,
    body: z.object({ version: readVersion, form: ProjectForm }),
    result: z.object({ version: z.number(), savedAt: dateTime }),
    autosave: true,
  }),
  /** Takes a finished upload. In place of another file, that one stays in the history. */
  addMaterial: endpoint('POST', '/api/project/:id/material', {
    summary: '添加申报材料',
    access: 'project:apply',
    status: 201,
    params,
    body: z.object({
      uploadId: z.uuid('上传编号不正确'),
      type: z.enum(keysOf(materialTypes), { error: '请选择材料类型' }),
      entryKey: optionalText('所属条目', 40),
      proof: optionalText('证明名称', 50),
      replaces: id.nullish().transform((value) => value ?? null),
    }),
    result: Material,
    failures: [404],
  }),
  orderMaterials: endpoint('PUT', '/api/project/:id/material', {
    summary: '调整申报材料顺序',
    access: 'project:apply',
    status: 204,
    params,
    body: z.object({ ids: Ids }),
  }),
  removeMaterial: endpoint('DELETE', '/api/project/:id/material/:materialId', {
    summary: '删除申报材料',
    access: 'project:apply',
    params: z.object({ id, materialId: id }),
  }),
  material: endpoint('GET', '/api/project/material/:id', {
    summary: '查看申报材料',
    access: ['project:apply', 'project:list'],
    params,
    result: Bytes,
    types: materialFormats.map((format) => fileFormats[format].mime),
    byCookie: true,
  }),
  /** A submission that begins in time may arrive a little late. */
  begin: endpoint('POST', '/api/project/:id/begin', {
    summary: '准备提交申报',
    access: 'project:apply',
    status: 204,
    params,
    autosave: true,
  }),
  submit: endpoint('POST', '/api/project/:id/submit', {
    summary: '提交申报',
    access: 'project:apply',
    status: 204,
    params,
    body: z.object({
      version: readVersion,
      /** The text that was read and agreed to. */
      commitmentId: idOr(READ_FIRST),
      agreed: z.literal(true, { error: READ_FIRST }),
    }),
  }),
  /** The school sends it back, with what is to be mended and where. */
  return: endpoint('POST', '/api/project/:id/return', {
    summary: '退回申报',
    access: 'project:check',
    status: 204,
    params,
    body: returnBody,
  }),
  /** The department has voted, the school recommends; the publicity of the school begins. */
  recommend: endpoint('POST', '/api/project/:id/recommend', {
    summary: '推荐申报',
    access: 'project:check',
    status: 204,
    params,
    body: z.object(recommendation).check(({ value, issues }) => {
      const problem = voteProblem(value);
      if (problem) issues.push({ code: 'custom', message: problem, path: ['present'], input: value });
    }),
  }),
  /** Against the vote, where the cycle allows it: another person confirms. */
  askException: endpoint('POST', '/api/project/:id/recommend-exception', {
    summary: '提出例外推荐',
    access: 'project:check',
    status: 201,
    params,
    body: z.object({ ...recommendation, reason: text('例外理由', 500) }).check(({ value, issues }) => {
      const problem = countProblem(value) ?? (isMajority(value) ? '赞成已超过实到的半数，请直接推荐' : null);
      if (problem) issues.push({ code: 'custom', message: problem, path: ['present'], input: value });
    }),
    result: Created,
  }),
  /** Takes a finished upload, to recommend with it. */
  addRecommendationFile: endpoint('POST', '/api/project/:id/recommendation-file', {
    summary: '添加推荐附件',
    access: 'project:check',
    status: 201,
    params,
    body: z.object({ uploadId: z.uuid('上传编号不正确') }),
    result: RecommendationFile,
    failures: [404],
  }),
  recommendationFile: endpoint('GET', '/api/project/recommendation-file/:id', {
    summary: '查看推荐附件',
    access: 'project:list',
    params,
    result: Bytes,
    types: materialFormats.map((format) => fileFormats[format].mime),
    byCookie: true,
  }),
  move: endpoint('POST', '/api/project/:id/:event', {
    summary: '撤回或放弃申报',
    access: 'project:apply',
    status: 204,
    params: z.object({ id, event: z.enum(['recall', 'withdraw'], { error: '没有这个操作' }) }),
    body: z.object({ version: readVersion, reason: optionalText('原因', 200) }),
  }),
};
