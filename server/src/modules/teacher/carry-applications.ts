import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';

type Change = { teacherId: number; schoolId: number; from: number; to: number };
type Standing = {
  /** Whether another person has the old number too. */
  isShared: boolean;
  isKnown: boolean;
  isTaken: boolean;
  isApplying: boolean;
};

const findStanding = async (tx: Tx, { teacherId, schoolId, from, to }: Change): Promise<Standing> => {
  // Waits for transactions that open an account for one of the two.
  await sql`select id from person where id in (${from}, ${to}) order by id for update`.execute(tx);
  const { rows } = await sql<Standing>`
    select exists (select from teacher where person_id = ${from} and id <> ${teacherId})
        or exists (select from expert where person_id = ${from}) as "isShared",
      exists (select from applicant where person_id = ${from})
        or exists (select from project where person_id = ${from}) as "isKnown",
      exists (select from applicant where person_id = ${to})
        or exists (select from project where person_id = ${to}) as "isTaken",
      exists (select from project join cycle on cycle.id = cycle_id where person_id = ${from}
        and school_id = ${schoolId} and project.state <> 'withdrawn'
        and cycle.state not in ('closed', 'archived')) as "isApplying"`.execute(tx);
  return rows[0] as Standing;
};

/**
 * A teacher whose number was corrected keeps account and projects; submissions stay unchanged. The message does not
 * name the owner of the number, which may be another person. Answers whether there was something to carry.
 */
export const carryApplications = async (tx: Tx, change: Change): Promise<boolean> => {
  const { isShared, isKnown, isTaken, isApplying } = await findStanding(tx, change);
  if (!isKnown) return false;
  if (isShared ? isApplying : isTaken)
    throw fieldError(
      'teacher.identity_applies',
      'idCard',
      '这个身份证号码与申报账号对不上，不能在这里修改，请联系评审办公室核对',
    );
  if (isShared) return false;
  const { from, to } = change;
  await sql`update applicant set person_id = ${to} where person_id = ${from}`.execute(tx);
  await sql`update project set person_id = ${to} where person_id = ${from}`.execute(tx);
  return true;
};
