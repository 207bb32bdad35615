import { sql } from 'kysely';
import { mobilePhone } from '@zhiping/shared/contracts/account.ts';
import { UserWrite } from '@zhiping/shared/contracts/user.ts';
import { maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import { newPassword } from '../new-password.ts';
import { forgiveAccounts } from '../modules/auth/login-lock.ts';
import { refuseTakenPhones } from '../modules/account/taken-phone.ts';
import { constraints, insertUsers } from '../modules/user/save-user.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import { endOtherSessions } from '../platform/auth/session.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../platform/database/db.ts';
import { checked, type Operator, operate } from './operator.ts';

/** Accounts from the command line: of administrators who lost theirs, and the first ones of an office. */

const lockAccount = async (tx: Tx, username: string) => {
  const found = await tx
    .selectFrom('sys_user')
    .select(['id', 'username', 'phone', 'enabled'])
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Error(`没有用户「${username}」`);
  return found;
};

/** The id of the one role or unit of this name. */
const findByName = async (tx: Tx, table: 'role' | 'dept', name: string): Promise<number> => {
  const noun = table === 'role' ? '角色' : '部门';
  const rows = await tx.selectFrom(table).select('id').where('name', '=', name).limit(2).execute();
  if (rows.length > 1) throw new Error(`叫「${name}」的${noun}不止一个，请在系统中新增这个用户`);
  if (!rows[0]) throw new Error(`没有叫「${name}」的${noun}`);
  return rows[0].id;
};

/** An account as it is typed, names in place of ids. */
export type TypedAccount = Partial<Record<'name' | 'phone' | 'email' | 'role' | 'dept', string>> & {
  username: string;
};

/** Adds an account. Answers the password for its first sign-in, which asks for one of their own. */
export const createAccount = (db: Db, operator: Operator, typed: TypedAccount): Promise<string> =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      if (!typed.role || !typed.dept) throw new Error('请用 --role 和 --dept 给出角色和部门');
      const account = checked(UserWrite, {
        ...typed,
        nickName: typed.name,
        enabled: true,
        roles: [{ id: await findByName(tx, 'role', typed.role) }],
        dept: { id: await findByName(tx, 'dept', typed.dept) },
      });
      await refuseTakenPhones(tx, [account.phone]);
      const password = newPassword();
      await insertUsers(tx, { userId: null, username: '运维' }, [account], {
        passwordHash: await hashPassword(password),
        detail: { operator: operator.name },
      });
      return password;
    }),
  );

type Renewal = {
  username: string;
  /** In place of one that is lost, where the code of the first sign-in goes. */
  phone?: string | undefined;
};

/** A new password for one sign-in; sessions and locks of the account end. Answers it. */
export const renewPassword = (db: Db, operator: Operator, { username, phone }: Renewal): Promise<string> =>
  operate(db, operator, async (tx) => {
    const account = await lockAccount(tx, username);
    if (!account.enabled) throw new Error(`用户「${account.username}」已停用，不能登录`);
    const newPhone = phone === undefined ? null : checked(mobilePhone, phone);
    if (newPhone !== null) await refuseTakenPhones(tx, [newPhone], [account.id]);
    const password = newPassword();
    await tx
      .updateTable('sys_user')
      .set({
        password_hash: await hashPassword(password),
        must_change_password: true,
        pwd_reset_time: operator.at,
        ...(newPhone !== null && { phone: newPhone }),
      })
      .where('id', '=', account.id)
      .execute();
    await endOtherSessions(tx, account.id);
    await forgiveAccounts(tx, [account]);
    return {
      action: 'user.password_reset',
      entity: 'user',
      entityId: account.id,
      detail: { username: account.username, ...(newPhone !== null && { phone: maskPhone(newPhone) }) },
      result: password,
    };
  });

/** Ends the locks that wrong passwords brought. */
export const unlockAccount = (db: Db, operator: Operator, username: string): Promise<void> =>
  operate(db, operator, async (tx) => {
    const account = await lockAccount(tx, username);
    await forgiveAccounts(tx, [account]);
    return {
      action: 'user.unlocked',
      entity: 'user',
      entityId: account.id,
      detail: { username: account.username },
      result: undefined,
    };
  });

const SHOWN = 200;

/** Open sessions, of one account or of all, the newest first. */
export const findSessions = async (db: Db, { at }: Operator, username: string | null) => {
  const rows = await db
    .selectFrom('session')
    .innerJoin('sys_user', 'sys_user.id', 'user_id')
    .select(['username', 'nick_name', 'ip', 'browser', 'login_time'])
    .where('enabled', '=', true)
    .where('expires_at', '>', at)
    .where(sql<boolean>`seen_at + idle_seconds * interval '1 second' > ${at}`)
    .$if(username !== null, (query) => query.where(sql<boolean>`lower(username) = lower(${username})`))
    .orderBy('login_time', 'desc')
    .limit(SHOWN + 1)
    .execute();
  return { sessions: rows.slice(0, SHOWN), isCut: rows.length > SHOWN };
};

/** Ends all sessions of an account. */
export const endSessions = (db: Db, operator: Operator, username: string): Promise<void> =>
  operate(db, operator, async (tx) => {
    const account = await lockAccount(tx, username);
    await endOtherSessions(tx, account.id);
    return { action: 'session.kicked', entity: 'user', entityId: account.id, result: undefined };
  });
