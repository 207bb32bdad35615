import type { Tx } from '../database/db.ts';
import { openTaskStates } from '@zhiping/shared/rules/task/states.ts';

export type NewTask = {
  kind: string;
  payload?: Record<string, unknown>;
  /** The user who ordered it: only they see it, its progress and its result. */
  ownerId?: number;
  /** While a task with this key is open, another one is not added. */
  key?: string;
  /** Earliest start; by default now. */
  dueAt?: Date | undefined;
};

/** Add background work in the transaction that wants it. Answers its id, or null when one with its key is open. */
export const enqueue = async (
  tx: Tx,
  { kind, payload = {}, ownerId, key, dueAt }: NewTask,
): Promise<number | null> => {
  const added = await tx
    .insertInto('task')
    .values({
      kind,
      payload: JSON.stringify(payload),
      owner_id: ownerId ?? null,
      key: key ?? null,
      ...(dueAt && { due_at: dueAt }),
    })
    .onConflict((open) => open.column('key').where('state', 'in', openTaskStates).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};
