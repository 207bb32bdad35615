import { sql } from 'kysely';
import type { Principal } from '../../../platform/auth/principal.ts';
import { dayOf } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { badRequest } from '../../../platform/errors.ts';
import { hasEntryAsExpert } from '../../person/integrity-records.queries.ts';

type Stored = { id: number; person_id: number | null; accepted_at: Date | null };

/**
 * Refuses another person behind an expert who is on record, or who reviews in a running cycle: the entry and the
 * conflicts would stay with the person before. Of proposals nothing is refused, since the school would learn of the entry.
 */
export const refuseOtherPerson = async (
  tx: Tx,
  { at }: Principal,
  stored: Stored,
  to: number | undefined,
) => {
  const { id, person_id: from, accepted_at: acceptedAt } = stored;
  if (to === undefined || from === null || to === from || acceptedAt === null) return;
  const { isOnRecord, isReviewing } = await tx
    .selectNoFrom([
      hasEntryAsExpert(from, dayOf(at)).as('isOnRecord'),
      sql<boolean>`exists (select from assignment join cycle on cycle.id = assignment.cycle_id
        where expert_id = ${id} and cycle.state not in ('closed', 'archived'))`.as('isReviewing'),
    ])
    .executeTakeFirstOrThrow();
  if (isOnRecord)
    throw badRequest(
      'expert.on_record',
      '这名专家有失信记录，身份证号码不能修改；号码有误的，先在诚信档案提请撤销',
    );
  if (isReviewing)
    throw badRequest('expert.reviewing', '这名专家在进行中的批次承担评审，批次结束以前身份证号码不能修改');
};
