import { sql } from 'kysely';
import type { NotificationKind } from '@zhiping/shared/contracts/notification.ts';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { sendToRoles, sendToUser } from './broadcast.ts';
import type { Tx } from '../database/db.ts';

/** Older ones go when a newer one comes. */
const KEPT = 100;
const MAX_CHARACTERS = 300;

type Message = {
  kind: NotificationKind;
  text: string;
  /** Where in the web app it is about, as a path below its base. */
  link?: string;
};

const fitting = ({ kind, text, link = null }: Omit<Message, 'link'> & { link?: string | null }) => ({
  kind,
  text: text.slice(0, MAX_CHARACTERS).toWellFormed(),
  link,
});

const keep = async (tx: Tx, userIds: readonly number[], message: ReturnType<typeof fitting>) => {
  await tx
    .insertInto('notification')
    .values(userIds.map((userId) => ({ user_id: userId, ...message })))
    .execute();
  await sql`
    delete from notification n where n.user_id = any(${[...userIds]}::bigint[]) and n.id < (
      select id from notification k where k.user_id = n.user_id order by id desc offset ${KEPT - 1} limit 1)`.execute(
    tx,
  );
};

/** Leave a message for somebody, and show it at once on his open pages. */
export const tellUser = async (tx: Tx, userId: number, message: Message) => {
  const kept = fitting(message);
  await keep(tx, [userId], kept);
  await sendToUser(tx, userId, { kind: 'message', message: kept });
};

/** Leave a message for everybody who holds one of these roles. */
export const tellRoles = async (tx: Tx, roleIds: readonly number[], message: Message) => {
  const holders = await tx
    .selectFrom('user_role')
    .innerJoin('sys_user', 'sys_user.id', 'user_role.user_id')
    .select('sys_user.id')
    .distinct()
    .where('user_role.role_id', 'in', roleIds)
    .where('sys_user.enabled', '=', true)
    .execute();
  if (holders.length === 0) return;
  const kept = fitting(message);
  await keep(
    tx,
    holders.map(({ id }) => id),
    kept,
  );
  await sendToRoles(tx, roleIds, { kind: 'message', message: kept });
};

/** Leave a message for everybody who holds a permission. */
export const tellHolders = async (tx: Tx, permission: Permission, message: Message) => {
  const roles = await tx
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select('role_menu.role_id as id')
    .distinct()
    .where('menu.permission', '=', permission)
    .execute();
  await tellRoles(tx, [SUPER_ADMIN_ROLE_ID, ...roles.map(({ id }) => id)], message);
};
