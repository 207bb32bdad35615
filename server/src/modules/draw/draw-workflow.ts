import { type Selectable, sql } from 'kysely';
import {
  type DrawActor,
  type DrawCase,
  type DrawEvent,
  drawMachine,
  type DrawState,
} from '@zhiping/shared/rules/draw/states.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Entity } from '../../platform/edits/save-row.ts';
import type { Workflow } from '../../platform/workflow/transition.ts';

export type StoredDraw = Selectable<Schema['draw']>;

export const entity: Entity<'draw'> = {
  table: 'draw',
  noun: '抽取',
  constraints: { draw_open: ['cycleId', '这个批次有抽取正在进行，请先完成或中止'] },
};

export const workflow: Workflow<DrawState, DrawEvent, DrawActor, StoredDraw, DrawCase> = {
  machine: drawMachine,
  table: 'draw',
  column: 'state',
  actions: {
    commit: 'draw.committed',
    freeze: 'draw.frozen',
    open: 'draw.opened',
    compute: 'draw.computed',
    adjust: 'draw.adjusted',
    release: 'draw.released',
    abort: 'draw.aborted',
  },
  recordOf: ({ id: entityId }) => ({ entity: 'draw', entityId }),
};

/** The side for which an account acts at a draw. It is one side even for an account with both roles. */
export const sideOf = (actor: Principal): 'office' | 'supervisor' =>
  holds(actor, ['assignment:draw']) ? 'office' : 'supervisor';

/** Draws cover all schools, so accounts with a restricted scope cannot see them. */
export const hasAllSchools = (reader: Principal) => sql<boolean>`${reader.deptScope === null}`;

/** Facts that the guards need; `side` is the side whose number the step is about. */
export const caseOf = (
  draw: Pick<
    StoredDraw,
    'plan' | 'office_commit' | 'office_secret' | 'supervisor_commit' | 'supervisor_secret'
  >,
  {
    suspendedReason,
    side = null,
    flagged = { places: 0, named: [] },
    conflicts = null,
    unreadable = { projects: 0, named: [] },
  }: Pick<DrawCase, 'suspendedReason'> &
    Partial<Pick<DrawCase, 'side' | 'flagged' | 'conflicts' | 'unreadable'>>,
): DrawCase => ({
  suspendedReason,
  isWitnessed: draw.plan.isWitnessed,
  committed: { office: draw.office_commit !== null, supervisor: draw.supervisor_commit !== null },
  opened: { office: draw.office_secret !== null, supervisor: draw.supervisor_secret !== null },
  side,
  flagged,
  conflicts,
  unreadable,
});
