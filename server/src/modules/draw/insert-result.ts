import type { DrawResult, Roster } from '@zhiping/shared/rules/draw-record.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { StoredDraw } from './draw-workflow.ts';

/** PostgreSQL takes 65 535 values in one statement. */
const BATCH = 5000;

type Result = { draw: StoredDraw; roster: Roster; result: DrawResult };

/** The first slots of a file that nobody holds. */
const freeSlots = async (tx: Tx, files: readonly number[]) => {
  const held = await tx
    .selectFrom('assignment')
    .select(['project_id', 'slot'])
    .where('project_id', 'in', [...files, 0])
    .where('state', 'not in', ['declined', 'recused', 'expired', 'replaced', 'dropped'])
    .execute();
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

/** Set what a draw came to as assignments that wait for release. */
export const insertResult = async (tx: Tx, { draw, roster, result }: Result): Promise<void> => {
  const slotsOf = await freeSlots(
    tx,
    roster.files.map(({ id }) => id as number),
  );
  const rows = [...Map.groupBy(result.pairs, ({ file }) => file)].flatMap(([file, pairs]) => {
    const nextSlot = slotsOf(file);
    return pairs.map(({ expert, parts }) => ({
      cycle_id: draw.cycle_id,
      project_id: file,
      expert_id: expert,
      draw_id: draw.id,
      slot: nextSlot(),
      parts: JSON.stringify(parts),
    }));
  });
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto('assignment')
      .values(rows.slice(start, start + BATCH))
      .execute();
};
