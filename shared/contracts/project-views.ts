import { z } from 'zod';
import { commitmentKinds } from '../rules/commitment/kinds.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { materialFormats } from '../rules/file/formats.ts';
import { eligibilityVerdicts } from '../rules/project/eligibility.ts';
import { titleLevels } from '../rules/expert/title-levels.ts';
import { ProjectForm } from '../rules/project-form/form.ts';
import { type CheckStep, checkSteps, type ProjectState, projectStates } from '../rules/project/states.ts';
import { materialTypes, sections } from '../rules/review-rule/facts.ts';
import { FrozenRules } from '../rules/review-rule/frozen-rules.ts';
import { dateTime } from '../schemas.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

export const State = z.enum(keysOf<ProjectState>(projectStates));

export const Step = z.enum(keysOf<CheckStep>(checkSteps));

const FormerVersion = z.object({ id: z.number(), name: z.string(), createTime: dateTime, by: z.string() });

export const Material = z.object({
  id: z.number(),
  type: z.enum(keysOf(materialTypes)),
  /** The entry of the form that it proves or is the full text of. */
  entryKey: z.string().nullable(),
  /** The proof that the cycle asks for. */
  proof: z.string().nullable(),
  name: z.string(),
  format: z.enum(materialFormats),
  bytes: z.number(),
  pages: z.number().nullable(),
  createTime: dateTime,
  /** Replaced materials, newest first: for those who check, the submitted ones. */
  former: z.array(FormerVersion),
});
export type Material = z.output<typeof Material>;

/** File added by a school to its recommendation. */
export const RecommendationFile = z.object({
  id: z.number(),
  name: z.string(),
  format: z.enum(materialFormats),
  bytes: z.number(),
  pages: z.number().nullable(),
});
export type RecommendationFile = z.output<typeof RecommendationFile>;

const Person = z.object({
  name: z.string(),
  gender: z.string().nullable(),
  birthDate: z.string().nullable(),
  /** Masked. */
  idCard: z.string(),
  schoolName: z.string(),
});

const Happened = z.object({ event: z.string(), note: z.string().nullable(), at: dateTime });
const History = z.array(Happened);

/**
 * A school's remark on a place of the form or a material: `research.papers.<key>`, `statement.text`,
 * `attachments.<id>`.
 */
export const Reason = z.object({ path: z.string(), message: z.string() });
export type Reason = z.output<typeof Reason>;

const returned = {
  round: z.number(),
  kind: z.enum(['return', 'supplement']),
  /** Until when supplements are taken. */
  dueAt: dateTime.nullable(),
  reason: z.string(),
  reasons: z.array(Reason),
  at: dateTime,
};

const unmetItem = z.object({ title: z.string(), message: z.string(), remark: z.string().nullable() });
/** Result of the eligibility check for applicant and school: the unmet rules, once it is decided. */
const Outcome = z
  .object({
    verdict: z.enum(keysOf(eligibilityVerdicts)),
    opinion: z.string(),
    unmet: z.array(unmetItem),
    at: dateTime,
  })
  .nullable();
/** Result of the external review, once published: without names, in random order, times to the day. */
const External = z
  .object({
    outcome: z.enum(['pass', 'fail']),
    message: z.string(),
    on: z.string(),
    opinions: z.array(
      z.object({
        conclusion: z.string(),
        total: z.number(),
        scores: z.array(z.object({ name: z.string(), weight: z.number(), points: z.number().nullable() })),
        texts: z.array(z.object({ name: z.string(), text: z.string() })),
      }),
    ),
  })
  .nullable();
export type External = NonNullable<z.output<typeof External>>;

/**
 * Steps of the check of eligibility. Proposals and their withdrawal are of databases from before requests to a second
 * person.
 */
export const checkStepWords = {
  asked: '提请判定',
  unconfirmed: '没有得到复核',
  decided: '判定',
  reopened: '撤销原判定，重新审查',
  proposed: '提出初审意见',
  disputed: '撤销初审意见',
} as const;

/** A step of the check of eligibility, as the office sees it. */
const Eligibility = z.object({
  round: z.number(),
  step: z.enum(Object.keys(checkStepWords) as [keyof typeof checkStepWords]),
  verdict: z.enum(keysOf(eligibilityVerdicts)).nullable(),
  opinion: z.string(),
  items: z.array(
    unmetItem.extend({
      code: z.string(),
      level: z.enum(['ok', 'warn', 'block']).nullable(),
      isMet: z.boolean(),
    }),
  ),
  ruleVersion: z.number(),
  by: z.string(),
  /** Who asked for it, where a second person has confirmed. */
  askedBy: z.string().nullable(),
  at: dateTime,
});

const Snapshot = z.object({ round: z.number(), hash: z.string(), ruleVersion: z.number(), at: dateTime });

/** Channels of messages about a project. */
export const sentWays = { message: '站内消息', email: '邮件', sms: '短信' } as const;
export const sentStates = {
  unread: '未读',
  read: '已读',
  kept: '只存发件箱',
  waiting: '待发送',
  sent: '已发送',
  failed: '发送失败',
} as const;

/** The office's records of a project beside its content, newest first. */
const records = {
  checks: z.array(Eligibility),
  snapshots: z.array(Snapshot),
  /** Commitments for the project, and those of the office for its work in the cycle. */
  signatures: z.array(
    z.object({
      kind: z.enum(keysOf(commitmentKinds)),
      title: z.string(),
      version: z.number(),
      hash: z.string(),
      by: z.string(),
      ip: z.string(),
      at: dateTime,
    }),
  ),
  messages: z.array(
    z.object({
      way: z.enum(keysOf(sentWays)),
      to: z.string(),
      text: z.string(),
      state: z.enum(keysOf(sentStates)),
      error: z.string().nullable(),
      at: dateTime,
    }),
  ),
};

/** The applicant's view of their own project. */
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
    eligibilityClosesAt: dateTime.nullable(),
    reviewClosesAt: dateTime.nullable(),
    bodyClosesAt: dateTime.nullable(),
    /** Whether submitting and starting another project are possible. */
    isOpen: z.boolean(),
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
  /** The steps in which it is checked before the office has it, and whose it is. */
  steps: z.array(Step),
  step: Step,
  person: Person,
  form: ProjectForm,
  version: z.number(),
  savedAt: dateTime,
  materials: z.array(Material),
  otherApplications: z.number(),
  integrityRecords: z.array(z.object({ since: z.string(), reason: z.string() })),
  submittedAt: dateTime.nullable(),
  isLate: z.boolean(),
  /** All submissions, newest first. */
  snapshots: z.array(Snapshot),
  signatures: z.array(z.object({ title: z.string(), version: z.number(), hash: z.string(), at: dateTime })),
  history: History,
  /** While the school publicises it: when. */
  publicity: z.object({ startsOn: z.string(), endsOn: z.string() }).nullable(),
  /** The last time that the school filled something in, and what. */
  lastPrefill: z.object({ by: z.string(), note: z.string().nullable(), at: dateTime }).nullable(),
  /** The last time that it was sent back, by the school or for supplements. */
  lastReturn: z.object(returned).nullable(),
  outcome: Outcome,
  external: External,
  can: abilities(['edit', 'submit', 'recall', 'withdraw']),
});
export type ApplicantProject = z.output<typeof ApplicantProject>;

/** The view of those who check a project: the last submission, never the draft. */
const checked = {
  id: z.number(),
  no: z.string(),
  state: State,
  cycle: z.object({
    id: z.number(),
    name: z.string(),
    organiser: z.string(),
    suspendedReason: z.string().nullable(),
    collegeClosesAt: dateTime.nullable(),
    bodyClosesAt: dateTime.nullable(),
    reportClosesAt: dateTime.nullable(),
  }),
  /** The steps in which it is checked, and whose it is. */
  steps: z.array(Step),
  step: Step,
  version: z.number(),
  person: Person,
  submittedAt: dateTime,
  isLate: z.boolean(),
  /** The shown submission and its rules. */
  snapshot: Snapshot,
  materials: z.array(Material),
  /** How it stands by the rules of the cycle. */
  rules: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      section: z.enum(keysOf(sections)),
      level: z.enum(['ok', 'warn', 'block']),
      message: z.string(),
    }),
  ),
  history: History,
  /** The vote of the department and the opinion, once the school has recommended it. */
  recommendation: z
    .object({
      /** Null in recommendations of before the meeting was asked for. */
      expected: z.number().nullable(),
      heldOn: z.string().nullable(),
      place: z.string().nullable(),
      present: z.number(),
      inFavour: z.number(),
      against: z.number(),
      abstain: z.number(),
      opinion: z.string(),
      files: z.array(RecommendationFile),
      by: z.string(),
      at: dateTime,
      /** Where it is against the vote: why, and who asked for it and confirmed it. */
      exception: z.object({ reason: z.string(), askedBy: z.string(), confirmedBy: z.string() }).nullable(),
    })
    .nullable(),
  /** Whether the cycle lets schools recommend against the vote, and the request for it that waits for a second person. */
  voteException: z.object({
    isAllowed: z.boolean(),
    asked: z
      .object({
        confirmationId: z.number(),
        summary: z.string(),
        reason: z.string(),
        files: z.array(RecommendationFile),
        by: z.string(),
        at: dateTime,
        lapsesAt: dateTime,
      })
      .nullable(),
  }),
  external: External,
  can: abilities([
    'return',
    'handOn',
    'sendBack',
    'endorse',
    'giveBack',
    'recommend',
    'decline',
    'reconsider',
    'report',
    'retract',
    'supplement',
    'propose',
    'dispute',
    'accept',
    'refuse',
    'reopen',
  ]),
};
const lastReturn = { ...returned, by: z.string(), materials: z.array(Material) };

/** Requests for avoidance are for the office alone. */
const FormWithoutRecusals = ProjectForm.transform((form) => ({ ...form, recusals: { requests: [] } }));

export const SchoolProject = z.object({
  view: z.literal('school'),
  ...checked,
  form: FormWithoutRecusals,
  /** The last return, with the content submitted before it. */
  lastReturn: z.object({ ...lastReturn, form: FormWithoutRecusals }).nullable(),
  outcome: Outcome,
});
export const OfficeProject = z.object({
  view: z.literal('office'),
  ...checked,
  form: ProjectForm,
  lastReturn: z.object({ ...lastReturn, form: ProjectForm }).nullable(),
  /** The newest step of the check. */
  eligibility: Eligibility.nullable(),
  /** A request to accept it that waits for a second person. */
  asked: Eligibility.extend({ confirmationId: z.number(), lapsesAt: dateTime }).nullable(),
  /** With the actor of each step; null for the clock. */
  history: z.array(Happened.extend({ by: z.string().nullable() })),
  records: z.object(records),
});
export type OfficeProject = z.output<typeof OfficeProject>;

/** The supervisor's view of a project: number and state. */
export const SupervisorProject = z.object({
  view: z.literal('supervisor'),
  no: z.string(),
  cycleId: z.number(),
  cycleName: z.string(),
  state: State,
});
export type SupervisorProject = z.output<typeof SupervisorProject>;

/** A project in the view of its reader. */
export const ProjectView = z.discriminatedUnion('view', [ApplicantProject, SchoolProject, OfficeProject]);
export type ProjectView = z.output<typeof ProjectView>;
export type CheckedProject = Exclude<ProjectView, { view: 'applicant' }>;
