import type { Draw } from '@zhiping/shared/contracts/draw.ts';
import type { Reason } from '@zhiping/shared/contracts/project-views.ts';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { ConfirmedAct } from '@zhiping/shared/rules/confirmation/acts.ts';
import type { ConfirmationState } from '@zhiping/shared/rules/confirmation/states.ts';
import type { AuditEntity } from '../audit/audit-entity.ts';
import type { Checked } from '@zhiping/shared/contracts/record-check.ts';
import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import type { MarkKind, PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { BlindState, CopyProblem } from '@zhiping/shared/rules/blind-copy/states.ts';
import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';
import type { ApplicantFacts } from '@zhiping/shared/rules/conflict/facts.ts';
import type { KeptConflict, KeptUnits } from '@zhiping/shared/rules/conflict/kept-basis.ts';
import type {
  ConflictKind,
  ConflictSeverity,
  ConflictSource,
  PinnedSeverity,
  RelationKind,
} from '@zhiping/shared/rules/conflict/kinds.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import type { ChangeKind, PlaceChange } from '@zhiping/shared/rules/draw/changes.ts';
import type { DrawPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { DrawRunKind, DrawState } from '@zhiping/shared/rules/draw/states.ts';
import type { FileFormat, FileType, MaterialFormat } from '@zhiping/shared/rules/file/formats.ts';
import type { DayKind } from '@zhiping/shared/rules/holiday/working-days.ts';
import type { IntegrityRole } from '@zhiping/shared/rules/integrity/roles.ts';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { Answer, FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type {
  EligibilityItem,
  EligibilityVerdict,
  ItemDecision,
} from '@zhiping/shared/rules/project/eligibility.ts';
import type { MaterialOutcome } from '@zhiping/shared/rules/project/material-archive.ts';
import type { CheckStep, ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { PublicisedPerson } from '@zhiping/shared/rules/publicity/notice.ts';
import type { MaterialType, TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { FrozenRules } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { TaskState } from '@zhiping/shared/rules/task/states.ts';
import type { JSONColumnType } from 'kysely';

export type DataScope = '全部' | '本级' | '本级及以下' | '自定义' | '仅本人';
export type Gender = '男' | '女';

type Proofs = CyclePlan['proofs'];
type Commitments = Partial<Record<CommitmentKind, number | null>>;

/** Frozen content of one version of a cycle's rules. */
export type RuleContent = {
  rules: FrozenRules;
  blind: boolean;
  /** Whether a second person must agree before the office reads who has which blind file. */
  mappingConsent: boolean;
  /** Whether experts may take files with them. Versions from before there was a choice do not say. */
  materialDownload?: boolean;
  /** Whether they read each other's opinions once the results are published. */
  shareOpinions?: boolean;
  /** Years in the present title are counted to it. */
  cutoffDay: string | null;
  proofs: Proofs;
  form: ReviewForm;
  commitments: Commitments;
};

/** A project as submitted. */
export type ProjectContent = {
  cycle: { id: number; name: string; ruleVersion: number };
  person: ProjectPerson;
  form: ProjectForm;
  /** The materials by their ids, as they were. */
  files: readonly {
    id: number;
    type: string;
    entryKey: string | null;
    proof: string | null;
    name: string;
    sha256: string;
  }[];
};

/** The applicant by the registers of that day. */
export type ProjectPerson = {
  name: string;
  gender: string | null;
  birthDate: string | null;
  /** Masked. */
  idCard: string;
  schoolName: string;
};

/** An item of eligibility, computed and decided. */
type DecidedItem = EligibilityItem & ItemDecision;

/** Types of columns that say more than their SQL types; `npm run rows` writes them into `schema.ts`. */
export type ColumnTypes = {
  archive: {
    kind: 'release' | 'backup';
    format: 'gz' | 'zip';
  };
  article: {
    type: 'notice' | 'expertManual';
  };
  article_file: {
    usage: 'picture' | 'attachment' | 'former';
  };
  assignment: {
    state: AssignmentState;
    parts: JSONColumnType<PairParts, string, string>;
    answer: Answer;
  };
  assignment_basis: {
    units: JSONColumnType<KeptUnits, never, never>;
    conflicts: JSONColumnType<KeptConflict[], never, never>;
  };
  audit_event: {
    detail: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  };
  confirmation: {
    act: ConfirmedAct;
    object: AuditEntity;
    state: ConfirmationState;
    input: JSONColumnType<Record<string, unknown>, string, never>;
  };
  record_check: {
    chain: JSONColumnType<string[], string, never>;
    results: JSONColumnType<Checked[], string, never>;
  };
  blind_copy: {
    state: BlindState;
    problem: CopyProblem;
  };
  blind_mark: {
    kind: MarkKind;
    places: JSONColumnType<Place[], string, never>;
    source: 'machine' | 'person';
    state: 'open' | 'covered' | 'ignored';
  };
  blind_page: {
    doubts: PageDoubt[];
  };
  commitment_text: {
    kind: CommitmentKind;
  };
  conflict: {
    kind: ConflictKind;
    severity: ConflictSeverity;
    source: ConflictSource;
    pinned: PinnedSeverity;
    effective: PinnedSeverity;
  };
  conflict_found: {
    kind: ConflictKind;
    severity: ConflictSeverity;
    source: ConflictSource;
  };
  conflict_source: {
    facts: JSONColumnType<ApplicantFacts, string, string>;
  };
  cycle: {
    appoint_mode: 'together' | 'apart';
    rules: JSONColumnType<RuleSettings, string | undefined, string>;
    proofs: JSONColumnType<Proofs & object, string | undefined, string>;
    form: JSONColumnType<ReviewForm, string, string>;
    commitments: JSONColumnType<Commitments, string | undefined, string>;
    state: CycleState;
  };
  cycle_target: {
    title_level: TitleLevel;
  };
  declared_relation: {
    kind: RelationKind;
    declared_by: 'expert' | 'office';
  };
  draft: {
    form: JSONColumnType<Record<string, unknown>>;
  };
  draw: {
    plan: JSONColumnType<DrawPlan, string, never>;
    state: DrawState;
    counts: JSONColumnType<NonNullable<Draw['counts']> | null, never, never>;
    outcome: JSONColumnType<NonNullable<Draw['outcome']> | null, never, never>;
  };
  draw_run: {
    kind: DrawRunKind;
    answer: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
  };
  draw_step: {
    kind: ChangeKind;
    changes: JSONColumnType<PlaceChange[], string, never>;
    inputs: JSONColumnType<SolveInputs | null, string | null, never>;
  };
  draw_why: {
    answer: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
  };
  eligibility_check: {
    step: 'proposed' | 'disputed' | 'decided' | 'reopened';
    verdict: EligibilityVerdict;
    items: JSONColumnType<DecidedItem[], string, never>;
  };
  expert: {
    gender: Gender;
  };
  expert_change: {
    part: 'basic' | 'unit' | 'subjects' | 'contact';
    form: JSONColumnType<Record<string, unknown>>;
    status: 'waiting' | 'approved' | 'returned' | 'withdrawn' | 'replaced';
  };
  external_result: {
    outcome: 'pass' | 'fail';
  };
  holiday: {
    kind: DayKind;
  };
  integrity_record: {
    role: IntegrityRole;
  };
  material_archive: {
    state: 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'failed';
  };
  material_archive_file: {
    outcome: MaterialOutcome;
    type: MaterialType;
  };
  menu: {
    type: 0 | 1 | 2;
  };
  notification: {
    kind: 'success' | 'info' | 'warning' | 'error';
    project_id: number | null | undefined;
  };
  objection: {
    verdict: 'dismissed' | 'upheld';
  };
  one_time_code: {
    purpose: 'phone' | 'email';
  };
  outbox: {
    channel: 'sms' | 'email';
    status: 'kept' | 'waiting' | 'sent' | 'failed';
    notice: JSONColumnType<Record<string, unknown>, string | null | undefined, string | null> | null;
    project_id: number | null | undefined;
  };
  project: {
    state: ProjectState;
    form: JSONColumnType<ProjectForm, string, string>;
    check_step: CheckStep;
  };
  project_material: {
    type: MaterialType;
    format: MaterialFormat;
  };
  project_return: {
    kind: 'return' | 'supplement';
    reasons: JSONColumnType<Reason[], string, never>;
  };
  project_snapshot: {
    content: JSONColumnType<ProjectContent, string, never>;
  };
  recommendation_file: {
    format: MaterialFormat;
  };
  review: {
    opinion: JSONColumnType<FilledForm, string, string>;
    submitted: JSONColumnType<FilledForm, string, string> | null;
  };
  review_revision: {
    opinion: JSONColumnType<FilledForm, string, never>;
  };
  role: {
    data_scope: DataScope;
  };
  rule_set: {
    content: JSONColumnType<RuleContent, string, never>;
  };
  stored_file: {
    format: FileFormat;
    type: FileType;
    place: 'local' | 's3';
    purpose: 'storage' | 'article';
  };
  sys_user: {
    gender: Gender;
    preferences: JSONColumnType<Record<string, boolean>, string | undefined, string>;
  };
  task: {
    payload: JSONColumnType<Record<string, unknown>, string | undefined, string>;
    state: TaskState;
    result: JSONColumnType<Record<string, unknown>> | null;
  };
  teacher: {
    gender: Gender;
  };
  timing_log: {
    trigger: 'cron' | 'manual';
  };
  unit_publicity: {
    people: JSONColumnType<PublicisedPerson[], string, never>;
  };
};
