import { fillWords } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { dayOf, later } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { wordingOf } from '../../platform/outbox/wording.ts';
import { notifyApplicant } from './take-step.ts';

type Pause = { cycleId: number; from: Date; to: Date };

/**
 * Moves the deadlines for supplements by the length of a suspension, since nothing can be submitted during it. Lapsed
 * ones stay lapsed.
 */
export const postponeSupplements = async (tx: Tx, { cycleId, from, to }: Pause): Promise<void> => {
  const asked = await tx
    .selectFrom('project_return')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['project_return.id', 'project_id', 'due_at'])
    .where('cycle_id', '=', cycleId)
    .where('project.state', '=', 'supplementing')
    .where('project_return.kind', '=', 'supplement')
    .where('due_at', '>=', from)
    .orderBy('project_return.id')
    .execute();
  for (const { id, project_id, due_at } of asked) {
    const until = endOfDay(dayOf(later(due_at as Date, to.getTime() - from.getTime())));
    await tx.updateTable('project_return').set({ due_at: until }).where('id', '=', id).execute();
    await notifyApplicant(tx, project_id, {
      kind: 'info',
      text: fillWords(await wordingOf(tx, 'cycle.postponed'), { until: formatDateTime(until) }),
    });
  }
};
