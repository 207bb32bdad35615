import { z } from 'zod';
import { Created, endpoint } from '../endpoint.ts';
import { cycleStates } from '../rules/cycle-states.ts';
import { abilities } from '../rules/denial.ts';
import { titleLevels } from '../rules/inspect-expert.ts';
import { ProjectForm } from '../rules/project-form/form.ts';
import { type ProjectState, projectStates } from '../rules/project-states.ts';
import { materialTypes } from '../rules/review-rules/facts.ts';
import { FrozenRules } from '../rules/review-rules/frozen-rules.ts';
import { dateTime, id, numeric, optionalText } from '../schemas.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

const State = z.enum(keysOf<ProjectState>(projectStates));

/** One of the own applications, as their list shows it. */
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

export const Material = z.object({
  id: z.number(),
  type: z.enum(keysOf(materialTypes)),
  /** The entry of the form that it proves or is the full text of. */
  entryKey: z.string().nullable(),
  /** The proof that the cycle asks for. */
  proof: z.string().nullable(),
  name: z.string(),
  format: z.string(),
  bytes: z.number(),
  pages: z.number().nullable(),
  createTime: dateTime,
});
export type Material = z.output<typeof Material>;

/** What an applicant sees of his own application. */
export const ApplicantProject = z.object({
  view: z.literal('applicant'),
  id: z.number(),
  no: z.string().nullable(),
  state: State,
  cycle: z.object({
    id: z.number(),
    name: z.string(),
    year: z.number(),
    organiser: z.string(),
    suspendedReason: z.string().nullable(),
    applyOpensAt: dateTime.nullable(),
    applyClosesAt: dateTime.nullable(),
    reportClosesAt: dateTime.nullable(),
    cutoffDay: z.string(),
    blind: z.boolean(),
    targets: z.array(z.object({ titleSeries: z.string(), titleLevel: z.enum(titleLevels) })),
    proofs: z.array(
      z.object({ name: z.string(), note: z.string().nullable(), substitute: z.string().nullable() }),
    ),
    rules: FrozenRules,
    ruleVersion: z.number(),
    commitment: z
      .object({ id: z.number(), title: z.string(), body: z.string(), version: z.number(), hash: z.string() })
      .nullable(),
  }),
  person: z.object({
    name: z.string(),
    gender: z.string().nullable(),
    birthDate: z.string().nullable(),
    /** Masked. */
    idCard: z.string(),
    schoolName: z.string(),
  }),
  form: ProjectForm,
  version: z.number(),
  savedAt: dateTime,
  materials: z.array(Material),
  otherApplications: z.number(),
  submittedAt: dateTime.nullable(),
  isLate: z.boolean(),
  /** Each time it was handed in, the newest first. */
  snapshots: z.array(
    z.object({ round: z.number(), hash: z.string(), ruleVersion: z.number(), at: dateTime }),
  ),
  signatures: z.array(z.object({ title: z.string(), version: z.number(), hash: z.string(), at: dateTime })),
  history: z.array(z.object({ event: z.string(), note: z.string().nullable(), at: dateTime })),
  can: abilities(['edit', 'submit', 'recall', 'withdraw']),
});
export type ApplicantProject = z.output<typeof ApplicantProject>;

const params = z.object({ id });
/** Of the form that was read: a save over another device's changes is refused with 409. */
const readVersion = numeric(z.number({ error: '缺少版本号' }).int().min(0));

export const projectApi = {
  own: endpoint('GET', '/api/project/own', {
    summary: '本人的申报',
    access: 'project:apply',
    result: z.array(OwnProject),
  }),
  /** Schools at which the caller is a teacher: one of them stands behind an application. */
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
    access: 'project:apply',
    params,
    result: ApplicantProject,
  }),
  saveForm: endpoint('PUT', '/api/project/:id/form', {
    summary: '保存申报表',
    access: 'project:apply',
    params,
    body: z.object({ version: readVersion, form: ProjectForm }),
    result: z.object({ version: z.number(), savedAt: dateTime }),
    autosave: true,
  }),
  /** Whoever begins in time may arrive a little late. */
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
      commitmentId: id,
      agreed: z.literal(true, { error: '请先阅读并同意承诺书' }),
    }),
  }),
  move: endpoint('POST', '/api/project/:id/:event', {
    summary: '撤回或放弃申报',
    access: 'project:apply',
    status: 204,
    params: z.object({ id, event: z.enum(['recall', 'withdraw'], { error: '没有这个操作' }) }),
    body: z.object({ version: readVersion, reason: optionalText('原因', 200) }),
  }),
};
