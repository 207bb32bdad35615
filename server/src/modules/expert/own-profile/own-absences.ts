import { sql } from 'kysely';
import type { z } from 'zod';
import type { OwnAbsences } from '@zhiping/shared/contracts/expert-periods.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { dayOf } from '../../../platform/clock.ts';

type Absence = z.output<typeof OwnAbsences>[number];

const notOver = (db: Db | Tx, expertId: number, today: string) =>
  db
    .selectFrom('expert_unavailability')
    .select(['from_day as fromDay', 'to_day as toDay', 'reason'])
    .where('expert_id', '=', expertId)
    .where('to_day', '>=', today)
    .orderBy('from_day')
    .orderBy('id');

/** Days on which an expert cannot review, as far as they are not over. */
export const findOwnAbsences = (db: Db | Tx, expertId: number, today: string) =>
  notOver(db, expertId, today).execute();

/** Past absences stay: they explain why an expert was not drawn. */
const refuseOverlapWithPast = async (
  tx: Tx,
  expertId: number,
  absences: readonly Absence[],
  today: string,
) => {
  const past = await tx
    .selectFrom('expert_unavailability')
    .select(['from_day as fromDay', 'to_day as toDay'])
    .where('expert_id', '=', expertId)
    .where('to_day', '<', today)
    .execute();
  const problems = absences.flatMap(({ fromDay }, row) => {
    const met = past.find((one) => one.toDay >= fromDay);
    if (!met) return [];
    const message = `与已结束的一段（${met.fromDay} 至 ${met.toDay}）重叠`;
    return [{ field: `unavailability.${row}.fromDay`, message }];
  });
  if (problems[0]) throw badRequest('input.invalid', problems[0].message, problems);
};

const days = (absences: readonly Absence[]) => absences.map(({ fromDay, toDay }) => `${fromDay}/${toDay}`);

/** Replaces current and future absences. Reasons may be private: the record of the change has only the days. */
export const replaceOwnAbsences = async (
  tx: Tx,
  actor: Principal,
  { expertId, absences }: { expertId: number; absences: readonly Absence[] },
) => {
  const today = dayOf(actor.at);
  await refuseOverlapWithPast(tx, expertId, absences, today);
  const before = await findOwnAbsences(tx, expertId, today);
  await sql`delete from expert_unavailability where expert_id = ${expertId} and to_day >= ${today}::date`.execute(
    tx,
  );
  const rows = absences.map(({ fromDay, toDay, reason }) => ({
    expert_id: expertId,
    from_day: fromDay,
    to_day: toDay,
    reason,
  }));
  if (rows.length > 0) await tx.insertInto('expert_unavailability').values(rows).execute();
  await audit(tx, {
    actorId: actor.userId,
    action: 'expert.own_unavailability_changed',
    entity: 'expert',
    entityId: expertId,
    detail: { before: days(before), after: days(absences) },
  });
};
