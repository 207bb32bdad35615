import { sql } from 'kysely';
import type { NotificationKind } from '@zhiping/shared/contracts/notification.ts';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { sendToRoles, sendToUser, sendToUsers } from './broadcast.ts';
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
/** For one of many, who may each find another thing behind it. */
type Told = { userId: number; link: string | null; projectId?: number | null };

const fitting = ({ kind, text, link = null }: Omit<Message, 'link'> & { link?: string | null }) => ({
  kind,
  text: text.slice(0, MAX_CHARACTERS).toWellFormed(),
  link,
});

/** Accounts that are gone get none. */
const keep = async (
  tx: Tx,
  told: readonly Told[],
  { kind, text }: Pick<ReturnType<typeof fitting>, 'kind' | 'text'>,
) => {
  const userIds = told.map(({ userId }) => userId);
  await sql`insert into notification (user_id, kind, text, link, project_id)
    select user_id, ${kind}, ${text}, link, project_id from unnest(${userIds}::bigint[],
      ${told.map(({ link }) => link)}::text[], ${told.map(({ projectId = null }) => projectId)}::bigint[])
      as told (user_id, link, project_id) join sys_user on sys_user.id = user_id`.execute(tx);
  await sql`
    delete from notification n where n.user_id = any(${userIds}::bigint[]) and n.id < (
      select id from notification k where k.user_id = n.user_id order by id desc offset ${KEPT - 1} limit 1)`.execute(
    tx,
  );
};

/** Leaves a message for a user, and shows it at once on their open pages. */
export const notifyUser = async (tx: Tx, userId: number, message: Message & { projectId?: number }) => {
  const kept = fitting(message);
  await keep(tx, [{ userId, link: kept.link, projectId: message.projectId ?? null }], kept);
  await sendToUser(tx, userId, { kind: 'message', message: kept });
};

/** Leave the same message for many, in as many statements as for one. */
export const notifyUsers = async (tx: Tx, told: readonly Told[], message: Omit<Message, 'link'>) => {
  if (told.length === 0) return;
  const kept = fitting(message);
  await keep(tx, told, kept);
  await sendToUsers(
    tx,
    told.map(({ userId, link }) => ({ userId, message: { kind: 'message', message: { ...kept, link } } })),
  );
};

/** Leaves a message for all holders of these roles. */
export const notifyRoles = async (tx: Tx, roleIds: readonly number[], message: Message) => {
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
    holders.map(({ id }) => ({ userId: id, link: kept.link })),
    kept,
  );
  await sendToRoles(tx, roleIds, { kind: 'message', message: kept });
};

/** Leaves a message for all holders of a permission. */
export const notifyHolders = async (tx: Tx, permission: Permission, message: Message) => {
  const roles = await tx
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select('role_menu.role_id as id')
    .distinct()
    .where('menu.permission', '=', permission)
    .execute();
  await notifyRoles(tx, [SUPER_ADMIN_ROLE_ID, ...roles.map(({ id }) => id)], message);
};
