import pg from 'pg';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { loadBuiltIn } from './built-in/load-built-in.ts';
import { IT_DEPT_ID } from './built-in/organisation.ts';
import { type Config, ConfigError } from './config.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { keepDemoFiles } from './demo/demo-files.ts';
import { DEMO_MARK } from './demo/find-demo.ts';
import { loadDemo } from './demo/load-demo.ts';
import { loadFacts } from './facts/load-facts.ts';
import { newPassword } from './new-password.ts';
import { connectionConfig } from './platform/database/db.ts';
import { loadIdentity } from './platform/identity.ts';
import { ownsTables } from './platform/database/app-role.ts';
import { connectProblem } from './platform/database/connect-problem.ts';
import { findMissing, migrate, type Step } from './platform/database/migrate.ts';
import { requireSound } from './platform/database/require-sound.ts';
import { hashPassword } from './platform/auth/passwords.ts';

/** Accounts in the database; the password of a first administrator is only known to the start that made it. */
export type Accounts = {
  demo: boolean;
  firstAdminPassword: string | null;
  /** Whether the product runs as the owner of its tables, who can change them past its triggers. */
  ownsTables: boolean;
};

const SETUP_TIMEOUT_MS = 10_000;

/**
 * Bring the database up to date; an empty one gets the built-in rows, the public registers and its first
 * accounts. Demo accounts have a
 * published password, so production refuses a database that holds them.
 */
export const setUpDatabase = async (
  connection: pg.ClientConfig,
  config: Config,
  warn: (warning: string) => void = () => {},
): Promise<Accounts> => {
  const steps = stepsOf(config);
  return withClient(connection, async (client) => {
    await requireSound(client, { warn });
    const owns = await ownsTables(client);
    if (owns) await migrate(client, steps);
    else await requireMigrated(client, steps);
    const { rowCount } = await client.query('select from migration where name = $1', [DEMO_MARK]);
    const demo = rowCount === 1;
    if (demo && config.production)
      throw new ConfigError(['数据库中有演示数据和公开密码的演示账号，生产环境拒绝启动；请使用新的数据库']);
    return { demo, firstAdminPassword: await renewFirstPassword(client, config), ownsTables: owns };
  });
};

/** Names of the migrations that this version still has to make; throws where it cannot start on this database. */
export const findPending = (
  connection: pg.ClientConfig,
  config: Config,
  warn: (warning: string) => void,
): Promise<string[]> =>
  withClient(connection, async (client) => {
    await requireSound(client, { warn });
    return findPendingOn(client, config);
  });

/** The same on an open connection, without refusing. */
export const findPendingOn = (client: pg.ClientBase, config: Config): Promise<string[]> =>
  findMissing(client, stepsOf(config));

const stepsOf = (config: Config): Step[] => [
  { name: 'built_in', run: loadBuiltIn },
  { name: 'facts', run: loadFacts },
  {
    name: 'first_accounts',
    run: async (client) => {
      if (config.DEMO_DATA) await makeDemo(client, config);
      else await makeAdmin(client);
    },
  },
];

export const withClient = async <T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    ...connectionConfig(connection),
    connectionTimeoutMillis: SETUP_TIMEOUT_MS,
  });
  await client.connect().catch((error: unknown) => {
    throw connectProblem(error, 'DATABASE_URL');
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** A role that owns no table cannot bring them up to date; the owner does so before the start. */
const requireMigrated = async (client: pg.ClientBase, steps: Step[]) => {
  const missing = await findMissing(client, steps);
  if (missing.length > 0)
    throw new ConfigError([
      `数据库还没有升级（缺少 ${missing.join('、')}），而当前角色不是所有者；请先用 MIGRATE_DATABASE_URL 执行 npm run migrate`,
    ]);
};

const makeDemo = async (client: pg.ClientBase, config: Config) => {
  const passwords = {
    admin: config.INITIAL_ADMIN_PASSWORD ?? DEMO_PASSWORD,
    demo: DEMO_PASSWORD,
    initial: config.INITIAL_PASSWORD ?? DEMO_PASSWORD,
  };
  await loadDemo(client, passwords, {
    identity: await loadIdentity(client, config.IDENTITY_KEY),
    files: await keepDemoFiles(config),
  });
  await client.query('insert into migration (name) values ($1)', [DEMO_MARK]);
};

/** The first administrator of a real installation, without a password that anybody knows. */
const makeAdmin = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `with added as (
       insert into sys_user (username, nick_name, password_hash, must_change_password, dept_id)
       values ('admin', '超级管理员', $1, true, $2) returning id
     ) insert into user_role (user_id, role_id) select id, $3 from added`,
    [await hashPassword(newPassword()), IT_DEPT_ID, SUPER_ADMIN_ROLE_ID],
  );
};

/**
 * A password for one sign-in of the first administrator, which asks for one of their own; null once an administrator
 * has one. Each start makes another, so that an installation is not lost with the output of its first start.
 */
const renewFirstPassword = async (client: pg.ClientBase, config: Config): Promise<string | null> => {
  const administrators = `sys_user join user_role on user_id = sys_user.id and role_id = ${SUPER_ADMIN_ROLE_ID}`;
  const { rows } = await client.query<{ id: number }>(
    `select sys_user.id from ${administrators} where username = 'admin' and must_change_password
       and not exists (select from ${administrators} where pwd_reset_time is not null or not must_change_password)`,
  );
  if (!rows[0]) return null;
  const password = config.INITIAL_ADMIN_PASSWORD ?? newPassword();
  await client.query('update sys_user set password_hash = $1 where id = $2', [
    await hashPassword(password),
    rows[0].id,
  ]);
  return password;
};
