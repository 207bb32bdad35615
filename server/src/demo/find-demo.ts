import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { DEMO_PASSWORD } from '../demo-password.ts';
import type { Db } from '../platform/database/db.ts';
import { demoAccounts, demoExpertNotes } from './accounts.ts';

/** Marks a database with demo data among its migrations. */
export const DEMO_MARK = 'demo_data';

/** Whether the account has a password that the settings chose, which is not published. */
export const hasOwnPassword = (config: Config, username: string): boolean =>
  (username === 'admin' && config.INITIAL_ADMIN_PASSWORD !== undefined) ||
  (username === 'expert002' && config.INITIAL_PASSWORD !== DEMO_PASSWORD);

/** Accounts that the sign-in page of a demo offers; undefined in production and where there is no demo data. */
export const findDemo = async (db: Db, config: Config) => {
  if (config.production) return undefined;
  const { rows } = await sql`select from migration where name = ${DEMO_MARK}`.execute(db);
  if (rows.length === 0) return undefined;
  const accounts = [...demoAccounts, ...demoExpertNotes]
    .filter(({ username }) => !hasOwnPassword(config, username))
    .map(({ username, note }) => ({ username, note }));
  return { password: DEMO_PASSWORD, accounts };
};
