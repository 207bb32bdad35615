import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  ConflictKind,
  ConflictSeverity,
  ConflictSource,
  PinnedSeverity,
  RelationKind,
} from '@zhiping/shared/rules/conflict/kinds.ts';
import type { ApplicantFacts } from '@zhiping/shared/rules/conflict/facts.ts';
import type { MaybeTime, Now, Time } from './schema-types.ts';

/** Row types of conflicts of interest. */
export type ConflictSchema = {
  declared_relation: {
    id: GeneratedAlways<number>;
    expert_id: number;
    kind: RelationKind;
    name: string | null;
    unit: string | null;
    reason: string;
    declared_by: 'expert' | 'office';
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  conflict: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    project_id: number;
    expert_id: number;
    kind: ConflictKind;
    severity: ConflictSeverity | null;
    evidence: string;
    source: ConflictSource;
    pinned: PinnedSeverity | null;
    pin_reason: string | null;
    pinned_by: number | null;
    pinned_at: MaybeTime;
    computed_at: Time;
    effective: GeneratedAlways<PinnedSeverity | null>;
  };
  conflict_source: {
    project_id: number;
    cycle_id: number;
    name: string;
    facts: JSONColumnType<ApplicantFacts, string, string>;
    keys: string[];
  };
  conflict_run: {
    cycle_id: number;
    task_id: number | null;
    is_cancelled: Generated<boolean>;
    computed_at: MaybeTime;
    rule_version: number | null;
    projects: Generated<number>;
    experts: Generated<number>;
    problem: string | null;
  };
  conflict_found: {
    task_id: number;
    project_id: number;
    expert_id: number;
    kind: ConflictKind;
    severity: ConflictSeverity;
    evidence: string;
    source: ConflictSource;
  };
  conflict_due: {
    id: GeneratedAlways<number>;
    cycle_id: number | null;
    project_id: number | null;
    expert_id: number | null;
  };
};
