import type { z } from 'zod';
import type { ProfileWrite } from '@zhiping/shared/contracts/account.ts';
import type { Preferences } from '@zhiping/shared/contracts/auth.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db, explainBroken } from '../../platform/database/db.ts';
import { forbidden } from '../../platform/errors.ts';
import { type Messages, notifyContactChange } from './notify-contact-change.ts';
import type { Received } from '../../platform/files/file-store.ts';
import { lockBlob } from '../../platform/files/keep-blob.ts';
import type { Principal } from '../../platform/auth/principal.ts';

/** The own profile only: the id in the body is what the eladmin family sends, and must be one's own. */
export const saveProfile = async (
  deps: Pick<Deps, 'db'> & Messages,
  user: Principal,
  profile: z.output<typeof ProfileWrite>,
) => {
  const { db } = deps;
  if (profile.id !== user.userId) throw forbidden();
  await db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('sys_user')
      .select(['username', 'phone', 'email'])
      .where('id', '=', user.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('sys_user')
      .set((value) => ({
        nick_name: profile.nickName,
        gender: profile.gender,
        phone: profile.phone,
        update_time: user.at,
        version: value('version', '+', 1),
      }))
      .where('id', '=', user.userId)
      .execute();
    await notifyContactChange(tx, deps, user.at, { old, now: { ...old, phone: profile.phone } });
    await audit(tx, {
      actorId: user.userId,
      action: 'user.profile_changed',
      entity: 'user',
      entityId: user.userId,
    });
  });
};

/** A name or address of another account is reported on its field. */
export const userConstraints = {
  uk_user_username: ['username', '用户名已存在'],
  uk_user_email: ['email', '邮箱已被使用'],
} satisfies Parameters<typeof explainBroken>[0];

export const savePreferences = async (db: Db, userId: number, preferences: z.output<typeof Preferences>) => {
  await db
    .updateTable('sys_user')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', userId)
    .execute();
};

/** Whether an account uses this picture now. */
export const isAvatar = async (db: Db, name: string): Promise<boolean> =>
  (await db
    .selectFrom('sys_user')
    .select('id')
    .where('avatar_name', '=', name)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Keeps the picture within the transaction: it is small, and no clean-up sees it without its user. */
export const saveAvatar = (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  userId: number,
  avatarName: string,
  picture: Received,
) =>
  db.transaction().execute(async (tx) => {
    await lockBlob(tx, avatarName);
    await files.keep(picture, avatarName);
    await tx.updateTable('sys_user').set({ avatar_name: avatarName }).where('id', '=', userId).execute();
    await audit(tx, { actorId: userId, action: 'user.avatar_changed', entity: 'user', entityId: userId });
  });
