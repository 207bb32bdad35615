import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { explainBroken } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/http.ts';
import { hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { endOtherSessions } from '../../platform/auth/session.ts';
import { checkAttempt, forgiveAccounts } from '../auth/login-lock.ts';
import { redeemCode } from '../auth/one-time-codes.ts';
import { readChosenPassword, setPassword } from '../auth/own-password.ts';
import { userConstraints } from './account.queries.ts';
import { notifyContactChange } from './notify-contact-change.ts';

/**
 * The text of the current password, or an error on its field. Wrong ones count towards the lock of the account, since a
 * stolen session must not be a way to guess the password.
 */
const requirePassword = async (deps: Deps, user: Principal, encrypted: string, field: string, ip: string) => {
  const plain = deps.loginKey.decrypt(encrypted);
  const isRight = await checkAttempt(deps.db, { username: user.username, ip, at: user.at }, async () => {
    const { password_hash } = await deps.db
      .selectFrom('sys_user')
      .select('password_hash')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    return (plain !== null && (await verifyPassword(plain, password_hash))) || null;
  });
  if (!isRight || plain === null) throw fieldError('auth.wrong_password', field, '密码错误');
  await forgiveAccounts(deps.db, [user.view.user]);
  return plain;
};

/** Change the own password; every other session of the user ends. */
export const changePassword = async (
  deps: Deps,
  user: Principal,
  body: { oldPass: string; newPass: string },
  caller: Caller,
) => {
  const old = await requirePassword(deps, user, body.oldPass, 'oldPass', caller.ip);
  const chosen = readChosenPassword(deps, { newPass: body.newPass, username: user.username, old });
  const hash = await hashPassword(chosen);
  await deps.db.transaction().execute(async (tx) => {
    await setPassword(tx, user.userId, hash, user.at);
    await endOtherSessions(tx, user.userId, caller.authorization);
    await audit(tx, {
      actorId: user.userId,
      action: 'user.password_changed',
      entity: 'user',
      entityId: user.userId,
    });
  });
};

/** Change the own e-mail address with the password and the code that was sent to the new address. */
export const changeEmail = async (
  deps: Deps,
  user: Principal,
  body: { password: string; email: string; code: string },
  caller: Caller,
) => {
  await requirePassword(deps, user, body.password, 'password', caller.ip);
  await redeemCode(deps.db, {
    purpose: 'email',
    recipient: body.email.toLowerCase(),
    userId: user.userId,
    code: body.code,
    field: 'code',
    at: user.at,
  });
  await explainBroken(
    userConstraints,
    deps.db.transaction().execute(async (tx) => {
      const old = await tx
        .selectFrom('sys_user')
        .select(['username', 'phone', 'email'])
        .where('id', '=', user.userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx.updateTable('sys_user').set({ email: body.email }).where('id', '=', user.userId).execute();
      await notifyContactChange(tx, deps, user.at, { old, now: { ...old, email: body.email } });
      await audit(tx, {
        actorId: user.userId,
        action: 'user.email_changed',
        entity: 'user',
        entityId: user.userId,
      });
    }),
  );
};
