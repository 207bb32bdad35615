import type { Tx } from '../../platform/database/db.ts';
import { addressOf, findCycleStep } from './next-step.queries.ts';
import { isOfOffice, notifyStaff } from './notify-staff.ts';

type Stage = {
  cycleId: number;
  /** The news of the cycle in words: 已发布. */
  news: string;
  /** Null where time did it. */
  actorId: number | null;
  now: Date;
};

/** Notifies the office, except for the actor, that a stage of a cycle ended and what comes next. */
export const notifyNextStep = async (tx: Tx, { cycleId, news, actorId, now }: Stage): Promise<void> => {
  const next = await findCycleStep(tx, cycleId, { now });
  if (!next) return;
  await notifyStaff(tx, 'stage', {
    readers: isOfOffice,
    link: addressOf(next) ?? `/review/cycle?edit=${cycleId}`,
    except: { personIds: [], userId: actorId },
    words: { cycle: next.name, news, next: next.step.words },
  });
};
