import { accountApi as api } from '@zhiping/shared/contracts/account.ts';
import type { Deps } from '../../deps.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { pictureEnding, pictureTypes } from '../../platform/files.ts';
import { on } from '../../platform/http.ts';
import { codeTimes, issueCode } from '../auth/one-time-codes.ts';
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
  on(api.sendEmailCode, async ({ query, user, caller }) => {
    const code = await issueCode(deps.db, {
      purpose: 'email',
      recipient: query.email.toLowerCase(),
      userId: user.userId,
      ip: caller.ip,
    });
    deps.background(
      deps.mail(query.email, `您的邮箱验证码是 ${code}，5 分钟内有效。如非本人操作，请忽略本邮件。`),
    );
    return codeTimes;
  }),
  on(api.changeEmail, ({ params, body, user, caller }) =>
    changeEmail(deps, user, { ...body, code: params.code }, caller),
  ),
];
