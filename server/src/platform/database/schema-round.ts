import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Draw } from '@zhiping/shared/contracts/draw.ts';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import type { SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { ChangeKind, PlaceChange } from '@zhiping/shared/rules/draw/changes.ts';
import type { DrawPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { DrawRunKind, DrawState } from '@zhiping/shared/rules/draw/states.ts';
import type { Answer, FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { MaybeTime, Now, Time } from './schema-types.ts';

/** Row types of the external review. */
export type RoundSchema = {
  review_round: {
    cycle_id: number;
    closed_at: MaybeTime;
    closed_by: number | null;
    released_at: MaybeTime;
    version: Generated<number>;
    update_by: string | null;
    update_time: Now;
  };
  mapping_consent: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    reason: string;
    asked_by: number;
    asked_at: Time;
    decided_by: number | null;
    decided_at: MaybeTime;
    is_agreed: boolean | null;
    note: string | null;
    valid_until: MaybeTime;
  };
  draw: {
    id: GeneratedAlways<number>;
    cycle_id: number;
    no: number;
    plan: JSONColumnType<DrawPlan, string, never>;
    state: Generated<DrawState>;
    office_commit: string | null;
    office_by: number | null;
    office_secret: string | null;
    supervisor_commit: string | null;
    supervisor_by: number | null;
    supervisor_secret: string | null;
    roster: string | null;
    roster_hash: string | null;
    counts: JSONColumnType<NonNullable<Draw['counts']> | null, never, never>;
    seed: string | null;
    result: string | null;
    result_hash: string | null;
    outcome: JSONColumnType<NonNullable<Draw['outcome']> | null, never, never>;
    problem: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  draw_file: {
    draw_id: number;
    project_id: number;
    need: number;
  };
  draw_step: {
    draw_id: number;
    no: number;
    kind: ChangeKind;
    undoes: number | null;
    changes: JSONColumnType<PlaceChange[], string, never>;
    inputs: JSONColumnType<SolveInputs | null, string | null, never>;
    reason: string;
    actor_id: number | null;
    at: Time;
  };
  draw_run: {
    draw_id: number;
    kind: DrawRunKind;
    task_id: number;
    is_cancelled: Generated<boolean>;
    answer: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
  };
  draw_why: {
    draw_id: number;
    project_id: number;
    task_id: number;
    base: string;
    asked: number[];
    answer: JSONColumnType<Record<string, unknown> | null, string | null, string | null>;
  };
  assignment: {
    id: Generated<number>;
    cycle_id: number;
    project_id: number;
    expert_id: number;
    draw_id: number | null;
    slot: number;
    state: Generated<AssignmentState>;
    parts: JSONColumnType<PairParts, string, string>;
    match: GeneratedAlways<number | null>;
    by_hand: string | null;
    is_fixed: Generated<boolean>;
    replaces_id: number | null;
    released_at: MaybeTime;
    due_at: MaybeTime;
    accepted_at: MaybeTime;
    submitted_at: MaybeTime;
    total: number | null;
    answer: Answer | null;
    ended_reason: string | null;
    reminded_on: string | null;
    version: Generated<number>;
    update_by: string | null;
    create_time: Now;
    update_time: Now;
  };
  review: {
    assignment_id: number;
    opinion: JSONColumnType<FilledForm, string, string>;
    rule_version: number;
    version: Generated<number>;
    saved_at: Now;
    hash: string | null;
    seconds: Generated<number>;
  };
  review_revision: {
    assignment_id: number;
    version: number;
    opinion: JSONColumnType<FilledForm, string, never>;
    client: string;
    saved_at: Now;
  };
  external_result: {
    project_id: number;
    cycle_id: number;
    outcome: 'pass' | 'fail';
    asked: number;
    returned: number;
    disagreed: number;
    message: string;
    rule_version: number;
    computed_at: Now;
  };
  review_reading: {
    assignment_id: number;
    material_id: number;
    page: number;
    is_read: boolean;
    seen_at: Now;
  };
};
