import type { z } from 'zod';
import type { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { unitPublicity } from '@zhiping/shared/rules/review-rule/unit-publicity.ts';
import { addWorkingDays } from '@zhiping/shared/rules/holiday/working-days.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { type Entity, insertRow, lockRow, saving, updateRow } from '../../platform/edits/save-row.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import { isChecked, isOwnCase } from '../project/project.policy.ts';
import { findProjectCycle } from '../project/project-cycle.queries.ts';
import { refuseSuspended } from '../project/refuse-suspended.ts';
import { NOUN } from './publicity.queries.ts';

const entity: Entity<'objection'> = {
  table: 'objection',
  noun: '异议',
  constraints: { objection_once: ['content', '此人相同内容的异议已经登记，不能重复登记'] },
};

const beforeReport = new Set<ProjectState>([
  'submitted',
  'returned',
  'notRecommended',
  'unitPublicity',
  'withdrawn',
]);

/** An uncancelled publicity of the actor's schools, locked. */
const lockPublicity = async (tx: Tx, actor: Principal, id: number) => {
  const stored = await tx
    .selectFrom('unit_publicity')
    .selectAll()
    .where('id', '=', id)
    .where(inDeptScope(actor, 'school_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound(NOUN);
  await refuseSuspended(tx, stored.cycle_id);
  if (stored.cancel_reason !== null) throw badRequest('publicity.cancelled', '公示已撤销');
  return stored;
};

/** Cancels a wrong notice; its projects need another one. */
export const cancelPublicity = (
  db: Db,
  actor: Principal,
  { id, reason }: { id: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockPublicity(tx, actor, id);
    // Locked, so that none of them is reported meanwhile on the basis of this publicity.
    const people = await tx
      .selectFrom('project')
      .innerJoin('unit_publicity_project', 'project_id', 'project.id')
      .select(['state', isOwnCase(actor).as('isOwn')])
      .where('publicity_id', '=', id)
      .orderBy('project.id')
      .forShare('project')
      .execute();
    const reported = people.filter(({ state }) => !beforeReport.has(state)).length;
    if (people.some(({ isOwn }) => isOwn))
      throw badRequest('publicity.own', '公示中有您本人的申报，请由其他工作人员撤销');
    if (reported > 0)
      throw badRequest('publicity.reported', `已有 ${reported} 份申报依据这次公示报送，不能撤销`);
    await tx.updateTable('unit_publicity').set({ cancel_reason: reason }).where('id', '=', id).execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'publicity.cancelled',
      entity: 'unit_publicity',
      entityId: id,
      detail: { reason },
    });
  });

type Objection = z.output<typeof publicityApi.object.body> & { id: number };

/** Records an objection against an applicant of a notice, with the day by which it must be answered. */
export const addObjection = (
  db: Db,
  actor: Principal,
  { id, projectId, receivedOn, ...said }: Objection,
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    const publicity = await lockPublicity(tx, actor, id);
    if (receivedOn < publicity.starts_on || receivedOn > dayOf(actor.at))
      throw fieldError('objection.day', 'receivedOn', '收到日期应在公示开始之后、今天之前');
    const project = await tx
      .selectFrom('project')
      .select(['project.id', 'state', 'cycle_id'])
      .innerJoin('unit_publicity_project', 'project_id', 'project.id')
      .where('project.id', '=', projectId)
      .where('publicity_id', '=', id)
      .where(isChecked(actor))
      .forShare('project')
      .executeTakeFirst();
    if (!project) throw fieldError('objection.person', 'projectId', '请选择公示中的人员');
    if (project.state !== 'unitPublicity')
      throw badRequest('objection.state', '这份申报已不在单位公示环节，异议请向评审办反映');
    const { rules } = await findProjectCycle(tx, project.cycle_id);
    const { values = {} } = settingOf(rules, unitPublicity) ?? {};
    const { answer } = unitPublicity.schema.parse(values);
    const due = addWorkingDays(receivedOn, answer, await findCalendar(tx, receivedOn));
    return insertRow(tx, actor, entity, {
      values: {
        ...said,
        publicity_id: id,
        project_id: projectId,
        received_on: receivedOn,
        due_on: due,
        create_by: actor.username,
        create_time: actor.at,
      },
      detail: { projectId, publicityId: id, receivedOn, due },
    });
  });

type Answer = z.output<typeof publicityApi.answer.body> & { id: number };

/** Stores the verdict on an objection. It is final. */
export const answerObjection = (
  db: Db,
  actor: Principal,
  { id, version, verdict, answer }: Answer,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockRow(tx, entity, { id, version }, (row) =>
      row.exists(
        row
          .selectFrom('project')
          .innerJoin('unit_publicity', (join) =>
            join.onRef('unit_publicity.id', '=', 'objection.publicity_id'),
          )
          .select('project.id')
          .whereRef('project.id', '=', 'objection.project_id')
          .where(isChecked(actor))
          .where(inDeptScope(actor, 'unit_publicity.school_id')),
      ),
    );
    const { cycle_id } = await tx
      .selectFrom('project')
      .select('cycle_id')
      .where('id', '=', stored.project_id)
      .executeTakeFirstOrThrow();
    await refuseSuspended(tx, cycle_id);
    if (stored.verdict !== null) throw badRequest('objection.answered', '异议已办结');
    await updateRow(tx, actor, entity, stored, {
      values: { verdict, answer, answered_by: actor.userId, answered_at: actor.at },
      detail: { projectId: stored.project_id, verdict },
    });
  });
