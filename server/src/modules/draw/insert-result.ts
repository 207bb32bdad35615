import { sql } from 'kysely';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { DrawResult, Roster } from '@zhiping/shared/rules/draw/record.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/db.ts';
import { holdsPlace } from '../assignment/assignment-workflow.ts';
import type { StoredDraw } from './draw-workflow.ts';
import { insertLapse } from './result/lapse.ts';

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const BATCH = 5000;

type Result = { draw: StoredDraw; roster: Roster; result: DrawResult; at: Date };
type Pair = DrawResult['pairs'][number];

/** Present assignments of these projects. Locks the projects against other changes of their assignments. */
const lockHeld = async (tx: Tx, files: readonly number[]) => {
  await tx
    .selectFrom('project')
    .select('id')
    .where('id', 'in', [...files, 0])
    .orderBy('id')
    .forUpdate()
    .execute();
  return tx
    .selectFrom('assignment')
    .select(['project_id', 'expert_id', 'slot'])
    .where('project_id', 'in', [...files, 0])
    .where(holdsPlace)
    .execute();
};
type Held = Awaited<ReturnType<typeof lockHeld>>;

/** Returns for each project a counter of its free slots, lowest first. */
const freeSlots = (held: Held) => {
  const taken = Map.groupBy(held, ({ project_id }) => project_id);
  return (file: number) => {
    const slots = new Set(taken.get(file)?.map(({ slot }) => slot));
    let next = 0;
    return () => {
      do next += 1;
      while (slots.has(next));
      return next;
    };
  };
};

const keyOf = ({ file, expert }: { file: number; expert: number }) => `${file} ${expert}`;

/** Pairs with a blocking conflict at present. */
const findBlocked = async (tx: Tx, pairs: readonly Pair[]): Promise<Set<string>> => {
  const { rows } = await sql<{ file: number; expert: number }>`select file, expert
    from unnest(${pairs.map(({ file }) => file)}::bigint[], ${pairs.map(({ expert }) => expert)}::bigint[])
      as pair (file, expert)
    where has_blocking_conflict(file, expert)`.execute(tx);
  return new Set(rows.map(keyOf));
};

/**
 * Number of further projects that each expert can take in the cycle, by the limits of the roster and the present load.
 */
const findRoom = async (tx: Tx, { cycle, experts, params }: Roster) => {
  const loads = await tx
    .selectFrom('assignment')
    .select(['expert_id', ({ fn }) => fn.countAll<number>().as('load')])
    .where('cycle_id', '=', cycle.id)
    .where(holdsPlace)
    .groupBy('expert_id')
    .execute();
  const loadOf = new Map(loads.map(({ expert_id, load }) => [expert_id, Number(load)]));
  const most = params.limits.expertLoad?.most ?? Infinity;
  return new Map(
    experts.map(({ id, cap }) => [id as number, Math.min(cap, most) - (loadOf.get(Number(id)) ?? 0)]),
  );
};

/**
 * Why pairs of a result, checked in order, cannot become assignments: facts changed after the roster was frozen. Such
 * pairs stay in the record, and their vacancies remain.
 */
const createDenial = async (
  tx: Tx,
  { pairs, held, roster }: { pairs: readonly Pair[]; held: Held; roster: Roster },
) => {
  const blocked = await findBlocked(tx, pairs);
  const room = await findRoom(tx, roster);
  const holding = new Set(held.map(({ project_id: file, expert_id: expert }) => keyOf({ file, expert })));
  return (pair: Pair): string | null => {
    if (blocked.has(keyOf(pair))) return '名册冻结后出现回避情形';
    if (holding.has(keyOf(pair))) return '名册冻结后已另行安排评审这份材料';
    const left = room.get(pair.expert) ?? 0;
    room.set(pair.expert, left - 1);
    return left > 0 ? null : '名册冻结后名额已满';
  };
};

/** Free slots of these projects; locks the projects. */
export const findFreeSlots = async (tx: Tx, files: readonly number[]) => freeSlots(await lockHeld(tx, files));

/**
 * Inserts the pairs of a result as assignments that wait for release. Returns how many were dropped because facts
 * changed.
 */
export const insertResult = async (tx: Tx, { draw, roster, result, at }: Result): Promise<number> => {
  const held = await lockHeld(
    tx,
    roster.files.map(({ id }) => id as number),
  );
  const slotsOf = freeSlots(held);
  const denialOf = await createDenial(tx, { pairs: result.pairs, held, roster });
  const rows = [...Map.groupBy(result.pairs, ({ file }) => file)].flatMap(([file, pairs]) => {
    const nextSlot = slotsOf(file);
    return pairs.map((pair) => {
      const denial = denialOf(pair);
      return {
        cycle_id: draw.cycle_id,
        project_id: file,
        expert_id: pair.expert,
        draw_id: draw.id,
        slot: nextSlot(),
        state: denial === null ? ('proposed' as const) : ('dropped' as const),
        parts: JSON.stringify(pair.parts),
        ended_reason: denial,
      };
    });
  });
  for (let start = 0; start < rows.length; start += BATCH) {
    const added = await tx
      .insertInto('assignment')
      .values(rows.slice(start, start + BATCH))
      .returning(['id', 'project_id', 'expert_id', 'state'])
      .execute();
    await auditMany(
      tx,
      added.map(({ id, project_id: project, expert_id: expert, state: to }) => ({
        actorId: null,
        action: 'assignment.placed',
        entity: 'assignment',
        entityId: id,
        detail: { to, project, expert, draw: draw.id, row: { draw: draw.id, byHand: null } },
      })),
    );
  }
  const lapsed = rows.filter(({ state }) => state === 'dropped');
  await insertLapse(tx, {
    drawId: draw.id,
    places: lapsed.map(({ project_id: file, slot, expert_id: expert, parts }) => ({
      file,
      slot,
      held: { expert, parts: JSON.parse(parts) as PairParts, byHand: null, isFixed: false },
    })),
    reason: '名册冻结后情况有变',
    actorId: null,
    at,
  });
  return lapsed.length;
};
