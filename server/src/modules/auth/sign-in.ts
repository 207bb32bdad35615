import type { z } from 'zod';
import type { authApi } from '@zhiping/shared/contracts/auth.ts';
import { maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import { PASSWORD_DUE } from '@zhiping/shared/rules/auth/sign-in-reasons.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { AppError, badRequest, fieldError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/http.ts';
import { browserOf } from '../../platform/http/network.ts';
import { decoyHash, hashPassword, verifyPassword } from '../../platform/auth/passwords.ts';
import { loadPrincipal } from '../../platform/auth/principal.ts';
import { endOtherSessions, openSession } from '../../platform/auth/session.ts';
import { useCaptcha } from './captcha-store.ts';
import { checkAttempt, forgiveAccounts } from './login-lock.ts';
import { redeemCode } from './one-time-codes.ts';
import { findNamed } from './named-accounts.queries.ts';
import { bindPhone, readChosenPassword, setPassword } from './own-password.ts';

type Login = z.output<typeof authApi.login.body>;
type FirstLogin = z.output<typeof authApi.changePassword.body> & { oldPass: string };
type Credentials = { username: string; password: string; code: string; uuid: string };

const wrongCredentials = () => badRequest('auth.wrong_credentials', '用户名或密码错误');

const findByPassword = async (db: Db, username: string, plain: string | null) => {
  const [named, other] = await findNamed(db, username);
  // Always both, so that the duration does not tell how many accounts a number has; one after the other, since an address
  // has a limited share of the places for hashes.
  const decoy = await decoyHash();
  const isNamed = await verifyPassword(plain ?? '', named?.password_hash ?? decoy);
  const isOther = await verifyPassword(plain ?? '', other?.password_hash ?? decoy);
  if (plain === null) return null;
  if (named && isNamed) return named;
  return other && isOther ? other : null;
};

/**
 * Common steps of signing in and the first change of a password, in the order of wire.md §2: captcha, lock, name and
 * password with one answer and one duration for both, then the state of the account. The lock comes before the
 * password, so that a locked account does not reveal which password is right.
 */
const authenticate = async (
  deps: Deps,
  { username, password, code, uuid }: Credentials,
  { ip, at }: Caller,
) => {
  const { db, loginKey } = deps;
  const plain = loginKey.decrypt(password);
  const giveCaptchaBack = await useCaptcha(db, uuid, code, at);
  const user = await checkAttempt(db, { username, ip, at }, () => findByPassword(db, username, plain));
  if (!user || plain === null) throw wrongCredentials();
  if (!user.enabled) throw badRequest('auth.disabled', '账号未激活！');
  return { user, plain, giveCaptchaBack };
};

/** Officers see who of their teachers has come to apply. */
const noteApplicant = (tx: Tx, userId: number, at: Date) =>
  tx
    .updateTable('applicant')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();

type Entry = {
  action: string;
  rememberMe?: boolean;
  /** The hash of the newly chosen password, and the phone proved by a code, if the account has one. */
  chosen?: { hash: string; phone: string | null };
};

/** Opens a session for an authenticated account. A newly chosen password ends all other sessions. */
export const enter = async (
  deps: Deps,
  userId: number,
  caller: Caller,
  { action, rememberMe = false, chosen }: Entry,
) => {
  const { at } = caller;
  const token = await inTransaction(deps.db, async (tx) => {
    if (chosen) {
      await setPassword(tx, userId, chosen.hash, at);
      await bindPhone(tx, userId, chosen.phone);
      await endOtherSessions(tx, userId);
    }
    await audit(tx, { actorId: userId, action, entity: 'user', entityId: userId, detail: { ip: caller.ip } });
    await noteApplicant(tx, userId, at);
    return openSession(tx, { userId, ip: caller.ip, browser: browserOf(caller.userAgent), rememberMe, at });
  });
  const principal = await loadPrincipal(deps.db, userId, at);
  if (!principal) throw wrongCredentials();
  return { token, user: principal.view };
};

/** Signs in. An account that still has an assigned password gets 428, and the client opens the change page. */
export const signIn = async (deps: Deps, body: Login, caller: Caller) => {
  const { user } = await authenticate(deps, body, caller);
  await forgiveAccounts(deps.db, [user]);
  if (user.must_change_password)
    throw new AppError(428, PASSWORD_DUE, '首次登录请先修改密码', undefined, {
      // Null means that the account has no phone, so the page asks for no SMS code.
      phone: user.phone && maskPhone(user.phone),
    });
  return enter(deps, user.id, caller, { action: 'user.signed_in', rememberMe: body.rememberMe ?? false });
};

const redeemSmsCode = async (db: Db, phone: string, code: string | undefined, at: Date) => {
  // None is no try.
  if (!code) throw fieldError('code.missing', 'pinCode', '请输入短信验证码');
  await redeemCode(db, { purpose: 'phone', recipient: phone, code, field: 'pinCode', at });
};

/** Choose an own password with the old one, a captcha and the SMS code sent to the account's phone, and sign in. */
export const changeFirstPassword = async (deps: Deps, body: FirstLogin, caller: Caller) => {
  const { user, plain, giveCaptchaBack } = await authenticate(
    deps,
    { ...body, password: body.oldPass },
    caller,
  );
  const { newPass } = body;
  const chosen = readChosenPassword(deps, { newPass, username: user.username, old: plain });
  if (user.phone)
    await redeemSmsCode(deps.db, user.phone, body.pinCode, caller.at).catch(async (error: unknown) => {
      // The code has its own limit of five tries; this caller has solved the captcha and knows the password.
      await giveCaptchaBack();
      throw error;
    });
  await forgiveAccounts(deps.db, [user]);
  const hash = await hashPassword(chosen);
  return enter(deps, user.id, caller, {
    action: 'user.password_changed',
    chosen: { hash, phone: user.phone },
  });
};
