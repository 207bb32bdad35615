import { accountApi as api } from '@zhiping/shared/contracts/account.ts';
import { type FileFormat, fileFormats, isPicture } from '@zhiping/shared/rules/file/formats.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { formatOf } from '../../platform/files/file-kind.ts';
import { pictureProblem } from '../../platform/files/picture-size.ts';
import { on } from '../../platform/http/http.ts';
import { emailCodeMail } from '../../platform/outbox/mails/email-code.ts';
import { checkCode, codeTimes, issueCode } from '../auth/one-time-codes.ts';
import { changeEmail, changePassword } from './change-credentials.ts';
import { isAvatar, saveAvatar, savePreferences, saveProfile } from './account.queries.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

export const accountRoutes = (deps: Deps) => [
  on(api.saveProfile, ({ body, user }) => saveProfile(deps, user, body)),
  on(api.savePreferences, ({ body, user }) => savePreferences(deps.db, user.userId, body)),
  on(api.changePassword, ({ body, user, caller }) => changePassword(deps, user, body, caller)),
  on(api.updateAvatar, async ({ received, user }) => {
    const format = await formatOf(received.path, received.name);
    if (!format || !isPicture(format)) throw badRequest('avatar.type', '头像只能是 png、jpg 或 gif 图片');
    const problem = await pictureProblem(received.path, format);
    if (problem) throw badRequest('avatar.picture', problem);
    const avatar = `${received.sha256}.${format}`;
    await saveAvatar(deps, user.userId, avatar, received);
    return { avatar };
  }),
  on(api.avatar, async ({ params }) => {
    // Pictures of other files lie under names of the same form.
    const bytes = (await isAvatar(deps.db, params.name)) ? await deps.files.read(params.name) : null;
    if (!bytes) throw notFound('头像');
    const { mime } = fileFormats[params.name.slice(65) as FileFormat];
    return { type: mime, bytes, cacheSeconds: YEAR_SECONDS };
  }),
  on(api.sendEmailCode, ({ query, user, caller }) =>
    inTransaction(deps.db, async (tx) => {
      const { code, expiresAt } = await issueCode(tx, {
        purpose: 'email',
        recipient: query.email.toLowerCase(),
        userId: user.userId,
        caller,
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
      at: user.at,
    });
  }),
  on(api.changeEmail, ({ params, body, user, caller }) =>
    changeEmail(deps, user, { ...body, code: params.code }, caller),
  ),
];
