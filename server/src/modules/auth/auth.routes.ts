import { authApi as api } from '@zhiping/shared/contracts/auth.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { on } from '../../platform/http/http.ts';
import { closeSession } from '../../platform/auth/session.ts';
import { issueCaptcha } from './captcha-store.ts';
import { codeTimes, issueCode } from './one-time-codes.ts';
import { logged } from './login-log.ts';
import { recoverPassword } from './recover-password.ts';
import { changeFirstPassword, signIn } from './sign-in.ts';
import type { Caller } from '../../platform/http/http.ts';

export const authRoutes = (deps: Deps) => {
  const { db, config, loginKey } = deps;
  return [
    on(api.publicKey, () => ({ publicKey: loginKey.publicKey })),
    on(api.captcha, ({ caller }) => issueCaptcha(db, config.CAPTCHA_ANSWER, caller.at)),
    on(api.login, ({ body, caller }) => logged(deps, body.username, caller, signIn(deps, body, caller))),
    on(api.changePassword, ({ body: { oldPass, ...body }, caller }) =>
      logged(
        deps,
        body.username,
        caller,
        oldPass === undefined
          ? recoverPassword(deps, body, caller)
          : changeFirstPassword(deps, { ...body, oldPass }, caller),
      ),
    ),
    on(api.info, ({ user }) => user.view),
    on(api.logout, async ({ caller }) => {
      await closeSession(db, caller.authorization);
    }),
    on(api.phoneCode, async ({ query, caller }) => {
      await sendPhoneCode(deps, query.phoneNumber, caller);
      return codeTimes;
    }),
  ];
};

/** The answer is the same for known and unknown numbers; only known ones get a message. */
const sendPhoneCode = async ({ db, queueSms, background }: Deps, phone: string, caller: Caller) => {
  const user = await db
    .selectFrom('sys_user')
    .select('id')
    .where('phone', '=', phone)
    .where('enabled', '=', true)
    .executeTakeFirst();
  const { code, expiresAt } = await inTransaction(db, (tx) =>
    issueCode(tx, { purpose: 'phone', recipient: phone, userId: user?.id ?? null, caller }),
  );
  // Queued after the answer, whose duration would otherwise reveal that the number is known.
  if (user) background(inTransaction(db, (tx) => queueSms(tx, { phone, code }, { expiresAt })));
};
