import { accountApi as api } from '@zhiping/shared/contracts/account.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { pictureEnding, pictureTypes } from '../../platform/files.ts';
import { on } from '../../platform/http.ts';
import { emailCodeMail } from '../../platform/mails/email-code.ts';
import { checkCode, codeTimes, issueCode } from '../auth/one-time-codes.ts';
import { changeEmail, changePassword } from './change-credentials.ts';
import { saveAvatar, savePreferences, saveProfile } from './account.queries.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

export const accountRoutes = (deps: Deps) => [
  on(api.saveProfile, ({ body, user }) => saveProfile(deps.db, user, body)),
  on(api.savePreferences, ({ body, user }) => savePreferences(deps.db, user.userId, body)),
  on(api.changePassword, ({ body, user, caller }) => changePassword(deps, user, body, caller)),
  on(api.updateAvatar, async ({ file, user }) => {
    const ending = pictureEnding(file.bytes);
    if (!ending) throw badRequest('avatar.type', '头像只能是 png、jpg 或 gif 图片');
    const avatar = await deps.files.put(file.bytes, ending);
    await saveAvatar(deps.db, user.userId, avatar);
    return { avatar };
  }),
  on(api.avatar, async ({ params }) => {
    const bytes = await deps.files.get(params.name);
    if (!bytes) throw notFound('头像');
    return { type: pictureTypes[params.name.slice(65)] as string, bytes, cacheSeconds: YEAR_SECONDS };
  }),
  on(api.sendEmailCode, ({ query, user, caller }) =>
    inTransaction(deps.db, async (tx) => {
      const { code, expiresAt } = await issueCode(tx, {
        purpose: 'email',
        recipient: query.email.toLowerCase(),
        userId: user.userId,
        ip: caller.ip,
      });
      const minutes = codeTimes.expiresIn / 60;
      await deps.queueMail(tx, query.email, emailCodeMail({ code, minutes }), { expiresAt });
      return codeTimes;
    }),
  ),
  on(api.checkEmailCode, async ({ query, user }) => {
    await checkCode(deps.db, {
      purpose: 'email',
      recipient: query.email.toLowerCase(),
      userId: user.userId,
      code: query.code,
      field: 'code',
    });
  }),
  on(api.changeEmail, ({ params, body, user, caller }) =>
    changeEmail(deps, user, { ...body, code: params.code }, caller),
  ),
];
