import { passwordProblems } from '@zhiping/shared/rules/auth/password.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';

/** As they are hashed. */
const isSame = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC');

/** Variants of the initial password, with blanks or other letter case, count as the same. */
const isLike = (one: string, other: string) => isSame(one.trim().toLowerCase(), other.trim().toLowerCase());

type Choice = { newPass: string; username: string; old?: string };

/**
 * The new password as typed, or 400 with the failed rule on its field. `old` is missing if the password was forgotten.
 */
export const readChosenPassword = (
  { config, loginKey }: Pick<Deps, 'config' | 'loginKey'>,
  { newPass, username, old }: Choice,
): string => {
  const chosen = loginKey.decrypt(newPass);
  if (chosen === null) throw fieldError('auth.bad_password', 'newPass', '新密码格式不正确，请重新输入');
  const { INITIAL_PASSWORD, INITIAL_ADMIN_PASSWORD } = config;
  if (old !== undefined && isSame(old, chosen))
    throw fieldError('auth.password_unchanged', 'newPass', '新密码不能与旧密码相同');
  // All former users of an initial password know it.
  if ([INITIAL_PASSWORD, INITIAL_ADMIN_PASSWORD].some((initial) => initial && isLike(initial, chosen)))
    throw fieldError('auth.initial_password', 'newPass', '不能使用初始密码');
  const problem = passwordProblems(chosen, username)[0];
  if (problem) throw fieldError('auth.weak_password', 'newPass', problem);
  return chosen;
};

/** Store the hash of a password that its owner chose. */
export const setPassword = async (tx: Tx, userId: number, hash: string, at: Date) => {
  await tx
    .updateTable('sys_user')
    .set((value) => ({
      password_hash: hash,
      must_change_password: false,
      pwd_reset_time: at,
      version: value('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute();
};

/** Binds a number to the account whose owner just proved it by a code; an account that had proved it before loses it. */
export const bindPhone = async (tx: Tx, userId: number, phone: string | null): Promise<void> => {
  if (phone !== null) {
    const former = await tx
      .updateTable('sys_user')
      .set({ proven_phone: null })
      .where('proven_phone', '=', phone)
      .where('id', '<>', userId)
      .returning('id')
      .execute();
    for (const { id } of former)
      await notifyUser(tx, id, {
        kind: 'warning',
        text: '您的手机号码已由另一账号用短信验证，本账号不能再凭它重设密码，请核对个人中心的手机号码。',
        link: '/user/center',
      });
  }
  await tx.updateTable('sys_user').set({ proven_phone: phone }).where('id', '=', userId).execute();
};
