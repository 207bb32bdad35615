import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CommitmentKind } from '@zhiping/shared/rules/commitment/kinds.ts';
import type { MaterialOutcome } from '@zhiping/shared/rules/project/material-archive.ts';
import type { MaterialFormat } from '@zhiping/shared/rules/file/formats.ts';
import type { MaterialType, TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { IntegrityRole } from '@zhiping/shared/rules/integrity/roles.ts';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { PublicisedPerson } from '@zhiping/shared/rules/publicity/notice.ts';
import type { Reason } from '@zhiping/shared/contracts/project-views.ts';
import type {
  EligibilityItem,
  EligibilityVerdict,
  ItemDecision,
} from '@zhiping/shared/rules/project/eligibility.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { CheckStep, ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { FrozenRules } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { DayKind } from '@zhiping/shared/rules/holiday/working-days.ts';
import type { MaybeTime, Now, Time } from './schema-types.ts';

type Proofs = CyclePlan['proofs'];
type Commitments = Partial<Record<CommitmentKind, number | null>>;

/** What holds for a cycle from one version of its rules to the next. */
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

/** An application as it was handed in. */
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

/** Who applies, as the registers know him on the day. */
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

/** Row types of the review. */
export type ReviewSchema = {
  integrity_record: {
    id: Generated<number>;
    person_id: number;
    name: string;
    role: IntegrityRole;
    since: string;
    reason: string;
    basis: string;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  holiday: {
    id: Generated<number>;
    day: string;
    kind: DayKind;
    name: string;
    remark: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  cycle: {
    id: Generated<number>;
    name: string;
    year: number;
    organiser: string;
    committee: string | null;
    filing_no: string | null;
    filed_day: string | null;
    appoint_mode: Generated<'together' | 'apart'>;
    blind: Generated<boolean>;
    mapping_consent: Generated<boolean>;
    material_download: Generated<boolean>;
    share_opinions: Generated<boolean>;
    cutoff_day: string | null;
    apply_opens_at: MaybeTime;
    apply_closes_at: MaybeTime;
    college_closes_at: MaybeTime;
    body_closes_at: MaybeTime;
    report_closes_at: MaybeTime;
    eligibility_closes_at: MaybeTime;
    review_closes_at: MaybeTime;
    rules: JSONColumnType<RuleSettings, string | undefined, string>;
    proofs: JSONColumnType<Proofs & object, string | undefined, string>;
    form: JSONColumnType<ReviewForm, string, string>;
    notice: string | null;
    commitments: JSONColumnType<Commitments, string | undefined, string>;
    state: Generated<CycleState>;
    suspended_reason: string | null;
    suspended_at: MaybeTime;
    rule_version: number | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  commitment_text: {
    id: GeneratedAlways<number>;
    kind: CommitmentKind;
    version: number;
    title: string;
    body: string;
    hash: string;
    reason: string | null;
    create_by: string | null;
    create_time: Now;
  };
  message_text: {
    code: string;
    text: string | null;
    version: Generated<number>;
    update_by: string | null;
    update_time: Time;
  };
  applicant: {
    person_id: number;
    user_id: number;
    opened_by: string | null;
    used_at: MaybeTime;
    create_time: Now;
  };
  cycle_target: {
    cycle_id: number;
    position: number;
    title_series: string;
    title_level: TitleLevel;
    quota: number | null;
  };
  rule_set: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    version: number;
    content: JSONColumnType<RuleContent, string, never>;
    hash: string;
    reason: string | null;
    create_by: string | null;
    create_time: Now;
  };
  project: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    person_id: number;
    school_id: number;
    no: string | null;
    bag_no: string;
    state: Generated<ProjectState>;
    form: JSONColumnType<ProjectForm, string, string>;
    subject_key: GeneratedAlways<string | null>;
    subject_edition: number;
    title_series: string | null;
    title_level: string | null;
    title_name: string | null;
    kind: string | null;
    submit_begun_at: MaybeTime;
    submitted_at: MaybeTime;
    is_late: Generated<boolean>;
    check_step: Generated<CheckStep>;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  project_number: { cycle_id: number; last: number };
  project_snapshot: {
    id: GeneratedAlways<number>;
    project_id: number;
    round: number;
    content: JSONColumnType<ProjectContent, string, never>;
    hash: string;
    rule_version: number;
    create_time: Now;
  };
  project_return: {
    id: GeneratedAlways<number>;
    project_id: number;
    round: number;
    kind: Generated<'return' | 'supplement'>;
    due_at: MaybeTime;
    reason: string;
    reasons: JSONColumnType<Reason[], string, never>;
    returned_by: number;
    returned_at: Now;
  };
  eligibility_check: {
    id: GeneratedAlways<number>;
    project_id: number;
    round: number;
    step: 'proposed' | 'disputed' | 'decided' | 'reopened';
    verdict: EligibilityVerdict | null;
    opinion: string;
    items: JSONColumnType<DecidedItem[], string, never>;
    rule_version: number;
    decided_by: number;
    decided_at: Now;
  };
  unit_publicity: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    school_id: number;
    starts_on: string;
    ends_on: string;
    working_days: number;
    place: string;
    contact: string;
    notice: string;
    people: JSONColumnType<PublicisedPerson[], string, never>;
    cancel_reason: string | null;
    create_by: string | null;
    create_time: Now;
  };
  unit_publicity_project: {
    publicity_id: number;
    project_id: number;
    round: number;
  };
  objection: {
    id: GeneratedAlways<number>;
    publicity_id: number;
    project_id: number;
    name: string;
    contact: string | null;
    content: string;
    evidence: string | null;
    received_on: string;
    due_on: string;
    verdict: 'dismissed' | 'upheld' | null;
    answer: string | null;
    answered_by: number | null;
    answered_at: MaybeTime;
    version: Generated<number>;
    update_by: string | null;
    create_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  project_recommendation: {
    id: GeneratedAlways<number>;
    project_id: number;
    round: number;
    present: number;
    in_favour: number;
    against: number;
    abstain: number;
    opinion: string;
    recommended_by: number;
    recommended_at: Now;
  };
  recommendation_file: {
    id: GeneratedAlways<number>;
    project_id: number;
    recommendation_id: number | null;
    name: string;
    format: MaterialFormat;
    sha256: string;
    source_sha256: string | null;
    bytes: number;
    pages: number | null;
    whole: Generated<boolean>;
    added_by: number;
    create_time: Now;
  };
  material_archive: {
    id: GeneratedAlways<number>;
    owner_id: number;
    cycle_id: number;
    name: string;
    bytes: number;
    sha256: string | null;
    state: 'receiving' | 'checking' | 'checked' | 'importing' | 'done' | 'failed';
    create_time: Now;
  };
  material_archive_file: {
    archive_id: number;
    position: number;
    path: string;
    bytes: number;
    outcome: MaterialOutcome;
    reason: string | null;
    sha256: string | null;
    teacher_id: number | null;
    project_id: number | null;
    type: MaterialType | null;
    proof: string | null;
    entry_key: string | null;
    sort: Generated<number>;
    name: string | null;
  };
  project_material: {
    id: GeneratedAlways<number>;
    project_id: number;
    position: number;
    type: MaterialType;
    entry_key: string | null;
    proof: string | null;
    name: string;
    format: MaterialFormat;
    sha256: string;
    source_sha256: string | null;
    bytes: number;
    pages: number | null;
    whole: Generated<boolean>;
    replaces_id: number | null;
    removed_at: MaybeTime;
    create_by: string | null;
    create_time: Now;
  };
  commitment_signature: {
    id: GeneratedAlways<number>;
    text_id: number;
    text_hash: string;
    user_id: number;
    name: string;
    project_id: number | null;
    cycle_id: number | null;
    ip: string;
    signed_at: Now;
  };
  upload: {
    id: Generated<string>;
    owner_id: number;
    name: string;
    bytes: number;
    received: Generated<number>;
    create_time: Now;
    update_time: Now;
  };
};
