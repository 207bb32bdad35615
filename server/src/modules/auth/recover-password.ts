import type { z } from 'zod';
import type { authApi } from '@zhiping/shared/contracts/auth.ts';
import { APPLICANT_ROLE_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { AppError, badRequest, fieldError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/http.ts';
import { passwordRecoveredMail } from '../../platform/outbox/mails/password-recovered.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { endOtherSessions } from '../../platform/auth/session.ts';
import { useCaptcha } from './captcha-store.ts';
import { checkAttempt, forgiveAccounts } from './login-lock.ts';
import { findNamed } from './named-accounts.queries.ts';
import { redeemCode, WRONG_CODE } from './one-time-codes.ts';
import { readChosenPassword, setPassword } from './own-password.ts';
import { enter } from './sign-in.ts';

type Recovery = Omit<z.output<typeof authApi.changePassword.body>, 'oldPass'>;

/** These roles act for themselves alone. Passwords of others are reset by an administrator who knows them. */
const RECOVERABLE_ROLES = [EXPERT_ROLE_ID, APPLICANT_ROLE_ID];

const actsForOthers = async (db: Db, userId: number) =>
  (await db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', userId)
    .where('role_id', 'not in', RECOVERABLE_ROLES)
    .limit(1)
    .executeTakeFirst()) !== undefined;

type Named = { username: string; pinCode: string; at: Date };

/** Who has this name and was sent this code, or null. The same work for names that do not exist. */
const findByCode = async (db: Db, { username, pinCode, at }: Named) => {
  const [named, other] = await findNamed(db, username);
  // Of two accounts of a number the one that has proved it.
  const user = other && other.proven_phone === other.phone ? other : named;
  const recipient = user?.phone ?? '';
  try {
    await redeemCode(db, { purpose: 'phone', recipient, code: pinCode, field: 'pinCode', at });
  } catch (error) {
    if (error instanceof AppError && error.code === WRONG_CODE) return null;
    throw error;
  }
  return user ?? null;
};

/**
 * A new password for an expert or an applicant who forgot theirs, by the code sent to a phone that they proved before.
 * A wrong code counts as a failed sign-in, so that codes cannot be guessed more often than passwords. A number entered
 * by another person gives no access (decision 0003).
 */
export const recoverPassword = async (deps: Deps, body: Recovery, caller: Caller) => {
  const { db } = deps;
  const { ip, at } = caller;
  const { username, newPass, pinCode } = body;
  await useCaptcha(db, body.uuid, body.code, at);
  const chosen = readChosenPassword(deps, { newPass, username });
  if (!pinCode) throw fieldError('code.missing', 'pinCode', '请输入短信验证码');
  const user = await checkAttempt(db, { username, ip, at }, () => findByCode(db, { username, pinCode, at }));
  if (!user)
    throw fieldError(WRONG_CODE, 'pinCode', '短信验证码错误或已过期，或者手机号码不是该用户名登记的号码');
  if (!user.enabled) throw badRequest('auth.disabled', '账号未激活！');
  if (await actsForOthers(db, user.id))
    throw badRequest('auth.not_recoverable', '工作人员的密码不能自行重设，请联系系统管理员重置');
  if (user.phone !== user.proven_phone)
    throw badRequest(
      'auth.phone_not_proven',
      '登记的手机号码没有在您设置密码时验证过，不能凭短信重设密码，请联系管理员重置',
    );
  const hash = await hashPassword(chosen);
  await inTransaction(db, async (tx) => {
    await setPassword(tx, user.id, hash, at);
    await endOtherSessions(tx, user.id);
    await audit(tx, {
      actorId: user.id,
      action: 'user.password_recovered',
      entity: 'user',
      entityId: user.id,
      detail: { ip },
    });
    if (user.email)
      await deps.queueMail(tx, user.email, passwordRecoveredMail(user.username, formatDateTime(at)));
  });
  await forgiveAccounts(db, [user]);
  return enter(deps, user.id, caller, { action: 'user.signed_in' });
};
