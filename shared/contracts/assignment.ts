import { z } from 'zod';
import { Created, endpoint, pageOf, pageQuery } from '../endpoint.ts';
import {
  type AssignmentEvent,
  assignmentMachine,
  type AssignmentState,
  assignmentStates,
} from '../rules/assignment/states.ts';
import { type ExclusionCause, exclusionCauses } from '../rules/assignment/excluded-opinion.ts';
import { PairParts } from '../rules/assignment/pair-parts.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { ReviewForm } from '../rules/opinion/form.ts';
import type { AnswerScale } from '../rules/opinion/opinion.ts';
import { scales } from '../rules/review-rule/answer-scale.ts';
import { dateTime, ending, id, searchText, text } from '../schemas.ts';
import { NextStep } from './next-step.ts';
import { State as ProjectState } from './project-views.ts';
import { readVersion } from './project.ts';
import { FilledOpinion, MaterialProblemName } from './review.ts';

const State = z.enum(Object.keys(assignmentStates) as [AssignmentState], { error: '没有这个状态' });

/** An expert of a project, as the office sees them. */
const AssignedExpert = z.object({
  assignmentId: z.number(),
  /** The draw that gave the place; null if it was added by hand. */
  drawId: z.number().nullable(),
  /** Null if the mapping is hidden: the expert is then shown by a number within the project. */
  expertId: z.number().nullable(),
  name: z.string(),
  schoolName: z.string().nullable(),
  slot: z.number(),
  state: State,
  /** Null if the mapping is hidden: beside the candidates it would identify the expert. */
  parts: PairParts.nullable(),
  byHand: z.string().nullable(),
  /** Whether a conflict forbids the pair by now. */
  isFlagged: z.boolean(),
  /** Why the expert has to be replaced before the release of a draw; null if not, and after the release. */
  flaw: z.string().nullable(),
  dueAt: dateTime.nullable(),
  /** Whether the due date has passed without a submission. */
  isLate: z.boolean(),
  savedAt: dateTime.nullable(),
  submittedAt: dateTime.nullable(),
  endedReason: z.string().nullable(),
  /** Why and by whom the opinion was taken out of the count, in words; null if it was not. */
  exclusion: z.string().nullable(),
  /** Reason of the last extension; null if there is none. */
  extendedReason: z.string().nullable(),
  version: z.number(),
  can: abilities(Object.keys(assignmentMachine.events) as [AssignmentEvent]),
});
export type AssignedExpert = z.output<typeof AssignedExpert>;

/** Results of projects when the round is closed. */
export const outcomeWords = { pass: '通过', fail: '未通过' } as const;
const Outcome = z.enum(Object.keys(outcomeWords) as [keyof typeof outcomeWords], { error: '没有这个结果' });

/** How a file stands by the rule of the cycle. */
export const verdictWords = { ok: '通过', warn: '未定', block: '未通过' } as const;

export const AssignedFile = z.object({
  projectId: z.number(),
  no: z.string(),
  bagNo: z.string(),
  name: z.string(),
  schoolName: z.string(),
  titleLevel: z.string().nullable(),
  titleName: z.string().nullable(),
  subject: z.string(),
  state: ProjectState,
  /** Whether its experts read covered copies. */
  isBlind: z.boolean(),
  /** How many experts it is to have. */
  wanted: z.number(),
  /** Null while the round is not closed. */
  outcome: Outcome.nullable(),
  experts: z.array(AssignedExpert),
  can: abilities(['add']),
  /** Reports about its materials, without the experts, for those who answer them. */
  reports: z.array(
    z.object({
      id: z.number(),
      materialId: z.number(),
      name: z.string(),
      problem: MaterialProblemName,
      note: z.string().nullable(),
      on: z.string(),
      answer: z.string().nullable(),
      answeredOn: z.string().nullable(),
      answeredBy: z.string().nullable(),
    }),
  ),
});
export type AssignedFile = z.output<typeof AssignedFile>;

/** How far the opinions on a file are: each file is in one of them. */
export const fileStages = { notBegun: '未评', underway: '评审中', done: '已评完' } as const;
/** Marks that need attention: a project may have several, or none. */
export const fileConcerns = {
  reported: '材料有问题',
  short: '缺专家',
  flagged: '须更换',
  late: '有逾期',
  extended: '有延期',
  returned: '有退回',
  wide: '分差大',
  extra: '须补充专家',
  excluded: '有剔除',
} as const;
export const fileMarks = { ...fileStages, ...fileConcerns } as const;
export type FileMark = keyof typeof fileMarks;
const marks = Object.keys(fileMarks) as [FileMark];
const Mark = z.enum(marks, { error: '没有这个状态' });
export const MarkCounts = z.record(Mark, z.number());

/** Marks by which assignments are counted; one may be in several. */
export const taskMarks = {
  unsigned: '待签承诺',
  open: '评审中',
  late: '逾期',
  extended: '延期',
  returned: '已退回',
  submitted: '已提交',
} as const;
export type TaskMark = keyof typeof taskMarks;
const TaskMarkName = z.enum(Object.keys(taskMarks) as [TaskMark], { error: '没有这个状态' });

/** Filters of the projects of a round, in lists and in exports. */
export const fileFilters = {
  mark: Mark.optional(),
  outcome: Outcome.optional(),
  /** Mark of an assignment of the project; with an expert, of theirs. */
  task: TaskMarkName.optional(),
  expertId: id.optional(),
  schoolId: id.optional(),
  /** A subject path or the beginning of one, its parts joined by /. */
  subject: z.string().max(50, '学科不正确').optional(),
  blurry: searchText.optional(),
};

const Candidate = z.object({
  expertId: z.number(),
  name: z.string(),
  schoolName: z.string().nullable(),
  load: z.number(),
  /** Null for one who is not allowed. */
  parts: PairParts.nullable(),
  /** Loss in points against the present expert; null without a comparison. */
  loss: z.number().nullable(),
  /** Why the candidate is not allowed; null if allowed. */
  denial: z.string().nullable(),
});
export type Candidate = z.output<typeof Candidate>;

const Opinions = z.object({
  projectId: z.number(),
  no: z.string(),
  name: z.string(),
  form: ReviewForm,
  scale: z.enum(Object.keys(scales) as [AnswerScale]),
  /** How the file stands by the rule of the cycle, in words. */
  verdict: z.object({
    level: z.enum(Object.keys(verdictWords) as [keyof typeof verdictWords]),
    message: z.string(),
    /** Whether the rule asks for one expert more before there is a result. */
    needsExtra: z.boolean(),
  }),
  experts: z.array(
    z.object({
      assignmentId: z.number(),
      name: z.string(),
      state: State,
      submittedAt: dateTime.nullable(),
      opinion: FilledOpinion.nullable(),
      total: z.number().nullable(),
      hash: z.string().nullable(),
      /** As in the list; an excluded opinion does not count for the verdict. */
      exclusion: z.string().nullable(),
      version: z.number(),
      /** Earlier submitted versions that differ from the present one, oldest first. */
      earlier: z.array(
        z.object({
          version: z.number(),
          submittedAt: dateTime.nullable(),
          opinion: FilledOpinion,
          total: z.number().nullable(),
        }),
      ),
      can: abilities(Object.keys(assignmentMachine.events) as [AssignmentEvent]),
    }),
  ),
});
export type Opinions = z.output<typeof Opinions>;

const params = z.object({ id });
const list = 'review:list';
const release = 'assignment:release';
const reason = text('原因', 300);

/** The request that waits for a second person; null where the act is done. */
const AskedOrDone = z.object({ confirmationId: z.number().nullable() });

/** Asked for where a round is closed before its end. */
export const EarlyClosing = z.object({ reason: text('提前结束的原因', 300) });

export const assignmentApi = {
  files: endpoint('GET', '/api/assignment', {
    summary: '送审材料与专家',
    access: list,
    query: z.object({
      ...pageQuery,
      cycleId: id,
      projectId: id.optional(),
      ...fileFilters,
    }),
    knownQuery: true,
    result: pageOf(AssignedFile),
  }),
  summary: endpoint('GET', '/api/assignment/summary', {
    summary: '送审分配概况',
    access: ['review:list', 'assignment:list'],
    query: z.object({ cycleId: id }),
    result: z.object({
      files: z.number(),
      places: z.number(),
      filled: z.number(),
      proposed: z.number(),
      submitted: z.number(),
      overdue: z.number(),
      /** Of the pairs, in points of 100; null while there are none. */
      meanMatch: z.number().nullable(),
      worstFile: z.number().nullable(),
      next: NextStep.nullable(),
      /** How many experts have so many files. */
      loads: z.array(z.object({ load: z.number(), experts: z.number() })),
      marks: MarkCounts,
      closedAt: dateTime.nullable(),
      /** Number of listed projects by result; null while the round is open, and for readers without the list. */
      outcomes: z.record(Outcome, z.number()).nullable(),
      releasedAt: dateTime.nullable(),
      dueAt: dateTime.nullable(),
      /** The last end of a place where that is later: experts may have more time than others. */
      lastDueAt: dateTime.nullable(),
      /** Whether the time of all of them has passed. */
      isOver: z.boolean(),
      /** Abilities on the round, with reasons. */
      can: abilities(['close', 'publish']),
    }),
  }),
  candidates: endpoint('GET', '/api/assignment/candidate', {
    summary: '一份材料的候选专家',
    access: 'assignment:edit',
    query: z.object({ projectId: id, assignmentId: id.optional(), blurry: searchText.optional() }),
    result: z.array(Candidate),
  }),
  /** Puts a chosen expert into a place; once it is released, with a second person. */
  change: endpoint('PUT', '/api/assignment/:id/expert', {
    summary: '人工调整送审专家',
    access: 'assignment:edit',
    params,
    result: AskedOrDone,
    body: z.object({ version: readVersion, expertId: id, reason: text('调整原因', 300) }),
  }),
  /** Replaces a missing or late expert by the next one. Before the end of their time the second one of a project takes a second person. */
  replace: endpoint('POST', '/api/assignment/:id/replace', {
    summary: '更换送审专家',
    access: release,
    params,
    result: AskedOrDone,
    body: z.object({ version: readVersion, reason }),
  }),
  /** One expert more that the rule asks for, or for an empty place; a chosen one takes a second person. */
  add: endpoint('POST', '/api/assignment', {
    summary: '补充送审专家',
    access: 'assignment:edit',
    body: z.object({ projectId: id, expertId: id.optional(), reason: text('补充原因', 300) }),
    result: AskedOrDone,
  }),
  opinions: endpoint('GET', '/api/assignment/project/:id', {
    summary: '一份材料的全部评审意见',
    access: list,
    params,
    result: Opinions,
  }),
  return: endpoint('POST', '/api/assignment/:id/return', {
    summary: '退回评审意见',
    access: 'review:return',
    status: 204,
    params,
    body: z.object({
      version: readVersion,
      reason: text('退回原因', 300),
      /** Null: as before. */
      dueAt: ending('修改截止时间')
        .nullish()
        .transform((end) => end ?? null),
    }),
  }),
  /** Asks a second person to take a submitted opinion out of the count. */
  exclude: endpoint('POST', '/api/assignment/:id/exclude', {
    summary: '提出剔除评审意见',
    access: release,
    status: 201,
    params,
    body: z.object({
      version: readVersion,
      cause: z.enum(Object.keys(exclusionCauses) as [ExclusionCause], { error: '请选择情形' }),
      reason: text('事实与依据', 300),
    }),
    result: Created,
  }),
  answerReport: endpoint('POST', '/api/assignment/report/:id/answer', {
    summary: '答复专家报告的材料问题',
    access: release,
    status: 204,
    params,
    body: z.object({ answer: text('答复', 200) }),
  }),
  close: endpoint('POST', '/api/assignment/close', {
    summary: '结束送审，截止时间没有到的须双人复核',
    access: release,
    /** `reason` is asked for before the end of the review. */
    body: EarlyClosing.partial().extend({ cycleId: id }),
    result: AskedOrDone,
  }),
  publish: endpoint('POST', '/api/assignment/publish', {
    summary: '公布送审结果',
    access: release,
    status: 204,
    body: z.object({ cycleId: id }),
  }),
};
