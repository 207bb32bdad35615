import { sql } from 'kysely';
import type { z } from 'zod';
import type { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawWitness } from '@zhiping/shared/rules/review-rule/draw-witness.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { evaluateRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import type { DrawEvent } from '@zhiping/shared/rules/draw/states.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { insertRow, lockRow, saving } from '../../platform/edits/save-row.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { findRound } from '../assignment/assignment-workflow.ts';
import { areOnePerson } from '../person/own-case.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { requireStaffSignature } from '../commitment/staff-commitment.ts';
import { refuseSuspended } from '../project/refuse-suspended.ts';
import { sha256 } from '../../platform/hash.ts';
import { caseOf, entity, hasAllSchools, sideOf, type StoredDraw, workflow } from './draw-workflow.ts';
import { startRun } from './run/draw-run.ts';

type NewDraw = z.output<typeof drawApi.create.body>;

/** Whether a draw may go without a supervisor is a rule of the cycle. Cycles that do not have it do not allow it. */
const requireWitness = async (tx: Tx, cycleId: number, { isWitnessed }: NewDraw['plan']) => {
  const { content } = await findHolding(tx, cycleId);
  const setting = settingOf(content.rules, drawWitness) ?? {};
  const { level, message } = evaluateRule(drawWitness, { isWitnessed }, setting);
  if (level === 'block') throw fieldError('draw.witness', 'isWitnessed', message);
};

/** Starts a draw for the projects of a cycle that still lack experts. A cycle has at most one open draw. */
export const createDraw = (db: Db, actor: Principal, { cycleId, plan }: NewDraw): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    const cycle = await tx
      .selectFrom('cycle')
      .select('state')
      .where('id', '=', cycleId)
      .where(hasAllSchools(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!cycle) throw notFound('批次');
    await refuseSuspended(tx, cycleId);
    await requireStaffSignature(tx, actor, cycleId);
    if (cycle.state !== 'reviewing') throw fieldError('draw.cycle', 'cycleId', '批次进入评审后才能抽取专家');
    await requireWitness(tx, cycleId, plan);
    const { closedAt } = await findRound(tx, cycleId);
    if (closedAt) throw fieldError('draw.cycle', 'cycleId', '本轮送审已结束');
    const { last } = await tx
      .selectFrom('draw')
      .select(({ fn }) => fn.coalesce(fn.max('no'), sql<number>`0`).as('last'))
      .where('cycle_id', '=', cycleId)
      .executeTakeFirstOrThrow();
    return insertRow(tx, actor, entity, {
      values: {
        cycle_id: cycleId,
        no: last + 1,
        plan: JSON.stringify(plan),
        create_by: actor.username,
        create_time: actor.at,
      },
      detail: { cycleId, ...plan },
    });
  });

/**
 * Locks a draw for a step of the ceremony. The transition table reports which step is possible after changes meanwhile.
 */
export const lockDraw = async (tx: Tx, actor: Principal, id: number) => {
  const stored = await lockRow(tx, entity, { id }, () => hasAllSchools(actor));
  const { suspended_reason: suspendedReason } = await tx
    .selectFrom('cycle')
    .select('suspended_reason')
    .where('id', '=', stored.cycle_id)
    .executeTakeFirstOrThrow();
  // The office side signs the staff commitment, also with accounts that may only change or release results. Supervisors
  // do not.
  if (sideOf(actor) === 'office' || !holds(actor, ['assignment:witness']))
    await requireStaffSignature(tx, actor, stored.cycle_id);
  return { stored, suspendedReason };
};

type Taken = {
  event: DrawEvent;
  set: Record<string, unknown>;
  note?: string;
  detail?: Record<string, unknown>;
};

/** Takes a step of the ceremony for the actor's side. */
const take = async (
  tx: Tx,
  actor: Principal,
  { stored, suspendedReason }: { stored: StoredDraw; suspendedReason: string | null },
  { event, set, note, detail = {} }: Taken,
) => {
  const side = sideOf(actor);
  await transition(tx, workflow, {
    id: stored.id,
    event,
    who: [side],
    actor,
    subjectOf: (draw) => caseOf(draw, { suspendedReason, side }),
    set: { ...set, ...editedBy(actor, stored) },
    note: note ?? null,
    detail: { side, ...detail },
  });
};

/** One person must not act for both sides, by whichever account or role: they would know both numbers. */
const refuseOtherSide = async (tx: Tx, actor: Principal, { office_by, supervisor_by }: StoredDraw) => {
  const other = sideOf(actor) === 'office' ? supervisor_by : office_by;
  if (other === null) return;
  const { isSame } = await tx
    .selectNoFrom(areOnePerson(sql`${actor.userId}::bigint`, sql`${other}::bigint`).as('isSame'))
    .executeTakeFirstOrThrow();
  if (isSame) throw badRequest('draw.person', '双方的随机数须由不同的人提供');
};

/** Commits to a number by its hash, before the roster is known. */
export const commitNumber = (
  db: Db,
  actor: Principal,
  { id, commit }: { id: number; commit: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockDraw(tx, actor, id);
    const side = sideOf(actor);
    await refuseOtherSide(tx, actor, locked.stored);
    const other = side === 'office' ? locked.stored.supervisor_commit : locked.stored.office_commit;
    // With equal commitments the second side could open with the number copied from the first, and the two numbers
    // would cancel out.
    if (other === commit) throw badRequest('draw.same', '与对方的承诺值相同，请重新生成随机数');
    await take(tx, actor, locked, {
      event: 'commit',
      set: { [`${side}_commit`]: commit, [`${side}_by`]: actor.userId },
      detail: { commit },
    });
  });

/** Opens the number that was committed. After the last number the computation of the result starts. */
export const openNumber = (
  db: Db,
  actor: Principal,
  { id, secret }: { id: number; secret: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockDraw(tx, actor, id);
    const { stored } = locked;
    const side = sideOf(actor);
    await refuseOtherSide(tx, actor, stored);
    const commit = side === 'office' ? stored.office_commit : stored.supervisor_commit;
    if (stored.state === 'frozen' && commit !== null && sha256(secret) !== commit)
      throw fieldError('draw.secret', 'secret', '随机数与承诺值不符，请核对后重新输入');
    await take(tx, actor, locked, { event: 'open', set: { [`${side}_secret`]: secret } });
    const isLast = side === 'office' ? stored.supervisor_secret !== null : stored.office_secret !== null;
    if (isLast || !stored.plan.isWitnessed)
      await startRun(tx, { drawId: id, kind: 'compute', ownerId: actor.userId, at: actor.at });
  });
