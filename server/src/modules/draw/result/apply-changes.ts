import type { PlaceChange } from '@zhiping/shared/rules/draw/changes.ts';
import { auditMany } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { transitionMany } from '../../../platform/workflow/transition.ts';
import { caseOf, findRound, workflow } from '../../assignment/assignment-workflow.ts';
import { explainPlace } from '../../assignment/explain-place.ts';
import { findPlaces, type StoredPlace } from './places.queries.ts';

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const BATCH = 5000;

const keyOf = ({ file, slot }: { file: number; slot: number }) => `${file}/${slot}`;

/** Assignments that end. Refuses all changes if one of them was made from an outdated state. */
const endingAssignments = (places: readonly StoredPlace[], changes: readonly PlaceChange[]) => {
  const byPlace = new Map(places.map((place) => [keyOf(place), place]));
  return changes.flatMap((change) => {
    const place = byPlace.get(keyOf(change));
    if ((place?.held.expert ?? null) !== (change.out?.expert ?? null))
      throw conflict('draw.moved', '结果在此期间有变化，请刷新后重新操作');
    return place ? [place.id] : [];
  });
};

/** Refuses experts with a conflict, also if they return to a former assignment. The database checks this last. */
const refuseConflicts = async (tx: Tx, changes: readonly PlaceChange[]) => {
  const coming = changes.flatMap(({ file, in: into }) => (into ? [{ file, expert: into.expert }] : []));
  const found = await tx
    .selectFrom('conflict')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['project_id', 'expert_id', 'expert.name', 'no'])
    .where('effective', '=', 'block')
    .where('project_id', 'in', [...new Set(coming.map(({ file }) => file)), 0])
    .execute();
  const isComing = new Set(coming.map(({ file, expert }) => `${file}/${expert}`));
  const first = found.find((one) => isComing.has(`${one.project_id}/${one.expert_id}`));
  if (first)
    throw badRequest('draw.conflict', `${first.name}须回避材料 ${first.no}，不能这样安排。没有保存任何变化`);
};

type Applied = {
  draw: { id: number; cycle_id: number };
  changes: readonly PlaceChange[];
  reason: string;
};

/** Changes experts of an unreleased result, all or none. The row of a leaving expert stays, ended with the reason. */
export const applyChanges = async (tx: Tx, actor: Principal, { draw, changes, reason }: Applied) => {
  const gone = endingAssignments(await findPlaces(tx, draw.id), changes);
  await refuseConflicts(tx, changes);
  const round = await findRound(tx, draw.cycle_id);
  await transitionMany(tx, workflow, {
    ids: gone,
    event: 'drop',
    who: ['office'],
    actor,
    subject: caseOf(round, { due_at: null, is_counted: false }, { at: actor.at }),
    set: { ended_reason: reason, update_by: actor.username, update_time: actor.at },
    note: reason,
    detail: { reason },
  });
  const rows = changes.flatMap(({ file, slot, in: into }) =>
    into === null
      ? []
      : [
          {
            cycle_id: draw.cycle_id,
            project_id: file,
            expert_id: into.expert,
            draw_id: draw.id,
            slot,
            parts: JSON.stringify(into.parts),
            by_hand: into.byHand,
            is_fixed: into.isFixed,
          },
        ],
  );
  for (let start = 0; start < rows.length; start += BATCH) {
    const added = await explainPlace(
      tx
        .insertInto('assignment')
        .values(rows.slice(start, start + BATCH))
        .returning(['id', 'project_id', 'expert_id', 'by_hand'])
        .execute(),
    );
    await auditMany(
      tx,
      added.map(({ id, project_id: project, expert_id: expert, by_hand: byHand }) => ({
        actorId: actor.userId,
        action: 'assignment.placed',
        entity: 'assignment',
        entityId: id,
        detail: { to: 'proposed', project, expert, replaces: null, reason, row: { draw: draw.id, byHand } },
      })),
    );
  }
};
