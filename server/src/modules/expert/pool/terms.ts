import { sql } from 'kysely';
import { auditMany } from '../../../platform/audit/audit.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { notifyUser } from '../../../platform/live/messages.ts';

/** Work of scheduled jobs on terms of experts. Days are yyyy-MM-dd in Asia/Shanghai. */

type EndingTerm = {
  expertId: number;
  userId: number;
  name: string;
  phone: string | null;
  email: string | null;
  termEndsAt: string;
};

/**
 * Notifies enabled experts whose term ends within this many days, each once a term, however often and on how many nodes
 * it runs. Returns them, for other ways of notice.
 */
export const warnEndingTerms = (db: Db, today: string, days: number): Promise<EndingTerm[]> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<EndingTerm>`
      update expert set term_warned_for = term_ends_at
      where enabled and confirmed_at is not null
        and term_ends_at between ${today}::date and ${today}::date + ${days}::integer
        and term_warned_for is distinct from term_ends_at
      returning id as "expertId", user_id as "userId", name, phone, email, term_ends_at as "termEndsAt"`.execute(
      tx,
    );
    await auditMany(
      tx,
      rows.map(({ expertId, termEndsAt }) => ({
        actorId: null,
        action: 'expert.term_warned',
        entity: 'expert',
        entityId: expertId,
        detail: { termEndsAt },
      })),
    );
    for (const term of rows)
      await notifyUser(tx, term.userId, { kind: 'warning', text: termWarning(term), link: CONFIRMATION });
    return rows;
  });

const CONFIRMATION = '/check/expert/confirmation';

/** The words of a warning. */
export const termWarning = ({ name, termEndsAt }: EndingTerm) =>
  `${name}老师，您的评审专家任期将于 ${termEndsAt} 到期。到期后登录系统重新核对并确认本人信息，即开始新的任期。`;

/**
 * Clears the confirmation of experts whose term is over, so that the next sign-in asks for it again and starts a new
 * term (at most three years, wire.md §5). Their entry in the pool stays. Returns them.
 */
export const clearEndedTerms = (db: Db, today: string, now: Date): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; termEndsAt: string }>`
      update expert set confirmed_at = null, version = version + 1, update_time = ${now}, update_by = '任期检查'
      where confirmed_at is not null and term_ends_at < ${today}::date
      returning id, term_ends_at as "termEndsAt"`.execute(tx);
    await auditMany(
      tx,
      rows.map(({ id, termEndsAt }) => ({
        actorId: null,
        action: 'expert.term_ended',
        entity: 'expert',
        entityId: id,
        detail: { termEndsAt },
      })),
    );
    return rows.map(({ id }) => id);
  });
