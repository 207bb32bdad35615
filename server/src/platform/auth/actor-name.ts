import { type RawBuilder, sql } from 'kysely';
import { maskPhone } from '@zhiping/shared/rules/person/mask.ts';

/**
 * How an account is called where it acted: nickname and user name, since everybody may give themselves the nickname of
 * another. User names that are telephone numbers are masked. `account` is how `sys_user` is called in the statement.
 */
export const actorName = (account = 'sys_user'): RawBuilder<string> => {
  const [nickName, username] = [sql.ref(`${account}.nick_name`), sql.ref(`${account}.username`)];
  return sql<string>`(${nickName} || '（' || case when ${username} ~ '^1[0-9]{10}'
    then overlay(${username} placing '****' from 4 for 4) else ${username} end || '）')`;
};

/** The same of an account that is at hand. */
export const actorNameOf = ({ nickName, username }: { nickName: string; username: string }): string =>
  `${nickName}（${/^1\d{10}/.test(username) ? maskPhone(username) : username}）`;
