import type { z } from 'zod';
import type { Absences } from '@zhiping/shared/contracts/expert-periods.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Principal } from '../../../platform/auth/principal.ts';

import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';

type Absence = z.output<typeof Absences>[number];

const stored = (db: Db | Tx, expertId: number) =>
  db
    .selectFrom('expert_unavailability')
    .innerJoin('expert', 'expert.id', 'expert_unavailability.expert_id')
    .select(['from_day as fromDay', 'to_day as toDay', 'reason', 'expert.user_id as userId'])
    .where('expert_id', '=', expertId)
    .orderBy('from_day', 'desc')
    .orderBy('expert_unavailability.id')
    .execute();

/** Reasons may mention an illness: readers without the office's view only read their own. */
const mayReadReason = (reader: Principal, userId: number) => seesGrades(reader) || userId === reader.userId;

export const findAbsences = async (db: Db, reader: Principal, expertId: number) =>
  (await stored(db, expertId)).map(({ userId, reason, ...days }) => ({
    ...days,
    reason: mayReadReason(reader, userId) ? reason : null,
  }));

const key = ({ fromDay, toDay }: { fromDay: string; toDay: string }) => `${fromDay}/${toDay}`;

const daysOf = (rows: readonly { fromDay: string; toDay: string }[]) =>
  rows.map(({ fromDay, toDay }) => `${fromDay}～${toDay}`);

/**
 * Replace all absences. A reason that the writer could not read stays with its days. Returns the days before and after,
 * for the record: an absence of one day decides who is drawn on it.
 */
export const replaceAbsences = async (
  tx: Tx,
  { actor, expertId, absences }: { actor: Principal; expertId: number; absences: readonly Absence[] },
) => {
  const before = await stored(tx, expertId);
  const unread = before.filter(({ userId }) => !mayReadReason(actor, userId));
  const kept = new Map(unread.map((row) => [key(row), row.reason]));
  await tx.deleteFrom('expert_unavailability').where('expert_id', '=', expertId).execute();
  const rows = absences.map(({ fromDay, toDay, reason }) => ({
    expert_id: expertId,
    from_day: fromDay,
    to_day: toDay,
    reason: reason ?? kept.get(key({ fromDay, toDay })) ?? null,
  }));
  if (rows.length > 0) await tx.insertInto('expert_unavailability').values(rows).execute();
  return { days: daysOf(absences), old: { days: daysOf(before) } };
};
