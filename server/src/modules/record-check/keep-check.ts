import { SUPER_ADMIN_ROLE_ID, SUPERVISOR_ROLE_ID } from '@zhiping/shared/constants.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { notifyRoles } from '../../platform/live/messages.ts';
import { runChecks } from './run-checks.ts';

/** So many results are kept. */
const KEPT = 90;

/** Verifies chain and rows, keeps what was found, and tells supervisors and administrators of what differs. */
export const keepCheck = async (db: Db, clock: Clock, dataDir: string): Promise<string> => {
  const startedAt = clock.now();
  const { isIntact, lines } = await verifyAudit(db, dataDir, []);
  const results = isIntact ? await runChecks(db) : [];
  const wrong = results.reduce((sum, one) => sum + one.wrong, 0);
  const isVouched = isIntact && wrong === 0;
  await inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('record_check')
      .values({
        started_at: startedAt,
        ended_at: clock.now(),
        is_intact: isVouched,
        chain: JSON.stringify(lines),
        results: JSON.stringify(results),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .deleteFrom('record_check')
      .where('id', '<=', id - KEPT)
      .execute();
    if (!isVouched)
      await notifyRoles(tx, [SUPERVISOR_ROLE_ID, SUPER_ADMIN_ROLE_ID], {
        kind: 'warning',
        text: '记录核对发现与审计记录不符的数据，请查看。',
        link: '/system/record-check',
      });
  });
  if (!isIntact) return '审计链不完整';
  const compared = results.reduce((sum, one) => sum + one.compared, 0);
  return `核对 ${compared} 条，不符 ${wrong} 条`;
};
