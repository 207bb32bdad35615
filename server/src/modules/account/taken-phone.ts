import type { Db, Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';

/**
 * Refuses numbers that other accounts have. Only for callers who may read these accounts: for others saving succeeds
 * alike, and the number belongs to whoever proves it by a code.
 */
export const refuseTakenPhones = async (
  db: Db | Tx,
  phones: readonly string[],
  exceptUserIds: readonly number[] = [],
): Promise<void> => {
  const taken = await db
    .selectFrom('sys_user')
    .select('id')
    .where('phone', 'in', [...phones, ''])
    .where('id', 'not in', [...exceptUserIds, 0])
    .limit(1)
    .executeTakeFirst();
  if (taken) throw fieldError('constraint.uk_user_phone', 'phone', '手机号码已被使用');
};
