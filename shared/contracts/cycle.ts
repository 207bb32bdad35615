import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { commitmentKinds } from '../rules/commitment/kinds.ts';
import { endNames, type WindowEnd } from '../rules/cycle/edits.ts';
import { cycleSteps } from '../rules/cycle/missing.ts';
import { type CycleEvent, cycleStates } from '../rules/cycle/states.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { titleLevels } from '../rules/expert/title-levels.ts';
import { ReviewForm } from '../rules/opinion/form.ts';
import { substitutes } from '../rules/review-rule/no-needless-proofs.ts';
import { NextStep } from './next-step.ts';
import { RuleSettings } from '../rules/review-rule/settings.ts';
import { todayIs } from '../rules/text/dates.ts';
import {
  dateTime,
  ending,
  id,
  LAST_PLANNED_YEAR,
  numeric,
  optionalDay,
  optionalText,
  plannedTime,
  searchText,
  text,
  timeRange,
  version,
} from '../schemas.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

const FIRST_YEAR = 2000;
const MAX_TARGETS = 60;
const MAX_PROOFS = 40;

export const CycleStateName = z.enum(keysOf(cycleStates));

/** A moment that may still be open. A day alone stands for its first second, or its last where something ends then. */
const moment = (label: string, ofDay: '00:00:00' | '23:59:59') =>
  z
    .string({ error: `${label}必须是文字` })
    .trim()
    .nullish()
    .transform((value, issues): Date | null => {
      if (!value) return null;
      const asked = `${label}的格式应为 2026-11-30 或 2026-11-30 18:00:00`;
      return plannedTime(value.length === 10 ? `${value} ${ofDay}` : value, { label, asked, issues });
    });
const opening = (label: string) => moment(label, '00:00:00');
const closing = (label: string) => moment(label, '23:59:59');

export const appointModes = { together: '评聘结合', apart: '评聘分开' } as const;

const year = numeric(
  z
    .number({ error: '请输入年度' })
    .int('年度必须是整数')
    .min(FIRST_YEAR, `年度不能早于 ${FIRST_YEAR}`)
    .max(LAST_PLANNED_YEAR, `年度不能晚于 ${LAST_PLANNED_YEAR}`),
);

const identity = { name: text('批次名称', 100), year, organiser: text('组建单位', 100) };

/** Fields saved by each step of the editor. */
export const CycleBasic = z.object({
  ...identity,
  committee: optionalText('评委会名称', 100),
  /** For the experts of the cycle, perhaps with a name. Left out, it stays. */
  officePhone: optionalText('联系电话', 60).optional(),
  filingNo: optionalText('备案文号', 50),
  filedDay: optionalDay('备案日期').refine(
    (value) => value === null || value <= todayIs(),
    '备案日期不能晚于今天',
  ),
  appointMode: z.enum(keysOf(appointModes), { error: '请选择评聘方式' }),
  blind: z.boolean({ error: '请选择是否匿名评审' }),
  /** Of blind cycles: whether the office reads who has which file only when a second person agrees. Left out, it stays. */
  mappingConsent: z.boolean({ error: '请选择是否须经第二人同意' }).optional(),
  /** Whether experts may take files with them. Left out, it stays. */
  materialDownload: z.boolean({ error: '请选择是否允许下载材料' }).optional(),
  /** Whether experts read each other's opinions once the results are published. Left out, it stays. */
  shareOpinions: z.boolean({ error: '请选择专家能否看到其他意见' }).optional(),
});

export const CycleTarget = z.object({
  titleSeries: text('职称系列', 50),
  titleLevel: z.enum(titleLevels, { error: '请选择职称层级' }),
  /** Number of open posts; null if not counted. */
  quota: numeric(
    z
      .number({ error: '指标数必须是数字' })
      .int('指标数必须是整数')
      .min(0, '指标数不能小于 0')
      .max(100_000, '指标数不能大于 100000'),
  )
    .nullish()
    .transform((value) => value ?? null),
});

export const CycleScope = z.object({
  targets: z
    .array(CycleTarget)
    .max(MAX_TARGETS, `最多 ${MAX_TARGETS} 项`)
    .superRefine((targets, context) => {
      const seen = new Set<string>();
      for (const [index, { titleSeries, titleLevel }] of targets.entries()) {
        const key = `${titleSeries}/${titleLevel}`;
        if (seen.has(key))
          context.addIssue({
            code: 'custom',
            path: [index, 'titleLevel'],
            message: '同一系列和层级只能列一次',
          });
        seen.add(key);
      }
    }),
});

export const CycleSchedule = z.object({
  cutoffDay: optionalDay('任职年限截止日'),
  applyOpensAt: opening('申报开始时间'),
  applyClosesAt: closing('申报截止时间'),
  /** Where colleges check first; null where schools check alone. */
  collegeClosesAt: closing('院系审核截止时间'),
  reportClosesAt: closing('学校报送截止时间'),
  /** Where supervising bodies check what is reported; null where it goes to the office at once. */
  bodyClosesAt: closing('主管部门审核截止时间'),
  eligibilityClosesAt: closing('资格审查截止时间'),
  reviewClosesAt: closing('专家评审截止时间'),
});

export const CycleRules = z.object({ rules: RuleSettings });

export const CycleMaterials = z.object({
  /** Proofs required of applicants, and alternatives to them. */
  proofs: z
    .array(
      z.object({
        name: text('证明名称', 50),
        note: optionalText('说明', 200),
        substitute: z
          .enum(keysOf(substitutes), { error: '请选择可由什么代替' })
          .nullish()
          .transform((value) => value ?? null),
      }),
    )
    .max(MAX_PROOFS, `最多 ${MAX_PROOFS} 项`)
    .superRefine((proofs, context) => {
      const names = proofs.map(({ name }) => name);
      for (const [index, name] of names.entries())
        if (names.indexOf(name) < index)
          context.addIssue({ code: 'custom', path: [index, 'name'], message: '证明名称不能重复' });
    }),
  rules: RuleSettings,
});

export const CycleForm = z.object({ form: ReviewForm });

export const CycleTexts = z.object({
  notice: optionalText('申报通知', 5000),
  /** The text of each kind that is signed in this cycle, by its id. */
  commitments: z.record(
    z.enum(keysOf(commitmentKinds)),
    id.nullish().transform((value) => value ?? null),
  ),
});

const Missing = z.object({ step: z.enum(keysOf(cycleSteps)), message: z.string() });

const rowFields = {
  id: z.number(),
  name: z.string(),
  year: z.number(),
  organiser: z.string(),
  state: CycleStateName,
  suspendedReason: z.string().nullable(),
  applyOpensAt: dateTime.nullable(),
  applyClosesAt: dateTime.nullable(),
  reviewClosesAt: dateTime.nullable(),
  /** Of the rules that hold now; null before publication. */
  ruleVersion: z.number().nullable(),
  version: z.number(),
  updateBy: z.string().nullable(),
  updateTime: dateTime,
};

export const CycleRow = z.object({ ...rowFields, can: abilities(['edit', 'del']) });
export type CycleRow = z.output<typeof CycleRow>;

/** One frozen state of rules, form, proofs and texts: what decisions refer to. */
export const RuleVersion = z.object({
  version: z.number(),
  hash: z.string(),
  reason: z.string().nullable(),
  createBy: z.string().nullable(),
  /** Who asked for it; the one who made it confirmed it then. Null for the first, and for those from before. */
  askedBy: z.string().nullable(),
  createTime: dateTime,
});
export type RuleVersion = z.output<typeof RuleVersion>;

const CycleHistory = z.object({
  event: z.string(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  at: dateTime,
});

export const Cycle = z.object({
  ...rowFields,
  committee: z.string().nullable(),
  officePhone: z.string().nullable(),
  filingNo: z.string().nullable(),
  filedDay: z.string().nullable(),
  appointMode: z.enum(keysOf(appointModes)),
  blind: z.boolean(),
  mappingConsent: z.boolean(),
  materialDownload: z.boolean(),
  shareOpinions: z.boolean(),
  targets: z.array(
    z.object({ titleSeries: z.string(), titleLevel: z.enum(titleLevels), quota: z.number().nullable() }),
  ),
  cutoffDay: z.string().nullable(),
  collegeClosesAt: dateTime.nullable(),
  reportClosesAt: dateTime.nullable(),
  bodyClosesAt: dateTime.nullable(),
  eligibilityClosesAt: dateTime.nullable(),
  rules: RuleSettings,
  proofs: CycleMaterials.shape.proofs,
  form: ReviewForm,
  notice: z.string().nullable(),
  commitments: CycleTexts.shape.commitments,
  missing: z.array(Missing),
  next: NextStep.nullable(),
  warnings: z.array(Missing),
  versions: z.array(RuleVersion),
  /** A change of the rules that waits for a second person; for those who read such requests. */
  asked: z
    .object({ confirmationId: z.number(), summary: z.string(), by: z.string(), lapsesAt: dateTime })
    .nullable(),
  history: z.array(CycleHistory),
  can: abilities(['edit', 'editForm', 'publish', 'review', 'suspend', 'resume']),
});
export type Cycle = z.output<typeof Cycle>;

/** Why something is changed that applicants and experts rely on already. */
const reason = optionalText('修改原因', 200);
const key = { id, version, reason };

const filters = {
  id: numeric(z.number()).optional(),
  blurry: searchText.optional(),
  year: year.optional(),
  state: CycleStateName.optional(),
  createTime: timeRange,
};
export type CycleFilters = { [K in keyof typeof filters]?: z.output<(typeof filters)[K]> };

/** A step of a cycle. What changes the frozen rules of a published one waits for a second person: its request, else null. */
const step = <S extends z.ZodRawShape>(name: string, summary: string, schema: z.ZodObject<S>) =>
  endpoint('PUT', `/api/cycle/${name}`, {
    summary,
    access: 'cycle:edit',
    body: schema.extend(key),
    result: z.object({ confirmationId: z.number().nullable() }),
  });

const events = ['publish', 'review', 'suspend', 'resume'] as const satisfies readonly CycleEvent[];

export const cycleApi = {
  list: endpoint('GET', '/api/cycle', {
    summary: '评审批次列表',
    access: 'cycle:list',
    query: z.object({ ...pageQuery, ...filters }),
    knownQuery: true,
    result: pageOf(CycleRow),
  }),
  detail: endpoint('GET', '/api/cycle/:id', {
    summary: '评审批次',
    access: 'cycle:list',
    params: z.object({ id }),
    result: Cycle,
  }),
  /** The frozen content, as canonical JSON: the SHA-256 of the file is the hash of the version. */
  frozen: endpoint('GET', '/api/cycle/:id/version/:version', {
    summary: '下载批次冻结的内容',
    access: 'cycle:list',
    params: z.object({ id, version: numeric(z.number().int().min(1).max(2_147_483_647, '版本超出范围')) }),
    result: Bytes,
    types: ['application/json'],
  }),
  create: endpoint('POST', '/api/cycle', {
    summary: '新增评审批次',
    access: 'cycle:add',
    status: 201,
    /** Copied from an earlier one: rules, form and texts, not its times and people. */
    body: z.object({ ...identity, copyOf: id.nullish().transform((value) => value ?? undefined) }),
    result: Created,
  }),
  saveBasic: step('basic', '编辑批次基本信息', CycleBasic),
  saveScope: step('scope', '编辑批次范围与指标', CycleScope),
  saveSchedule: step('schedule', '编辑批次时间', CycleSchedule),
  /** Asks a second person to bring an end forward. */
  bringForward: endpoint('POST', '/api/cycle/:id/earlier', {
    summary: '提出提前截止',
    access: 'cycle:edit',
    status: 201,
    params: z.object({ id }),
    body: z.object({
      version,
      end: z.enum(Object.keys(endNames) as [WindowEnd], { error: '请选择截止时间' }),
      at: ending('提前到'),
      reason: text('原因', 200),
    }),
    result: Created,
  }),
  saveRules: step('rules', '编辑批次规则', CycleRules),
  saveMaterials: step('materials', '编辑批次材料要求', CycleMaterials),
  saveForm: step('form', '编辑批次评审表', CycleForm),
  saveTexts: step('texts', '编辑批次通知与承诺书', CycleTexts),
  remove: endpoint('DELETE', '/api/cycle', { summary: '删除评审批次草稿', access: 'cycle:del', body: Ids }),
  move: endpoint('POST', '/api/cycle/:id/:event', {
    summary: '发布、推进、暂停或恢复批次',
    access: 'cycle:publish',
    status: 204,
    params: z.object({ id, event: z.enum(events, { error: '没有这个操作' }) }),
    /** The version that was looked at; suspending needs a reason. */
    body: z.object({ version, reason: optionalText('原因', 200) }),
  }),
};
