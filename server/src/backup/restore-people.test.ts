import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { newBackupKey } from '../../test/backup-helpers.ts';
import { databaseUrlOf } from '../../test/database-url.ts';
import { INITIAL_PASSWORD, openPool } from '../../test/expert-helpers.ts';
import { nextIdCard, signedIn } from '../../test/factories.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStores } from './stored-files.ts';
import { helperEnv } from '../platform/helper-env.ts';

const keyOf = () => randomBytes(32).toString('base64');
const KEY = keyOf();
const { key, trust } = newBackupKey();
const idCard = nextIdCard();

const envOf = (IDENTITY_KEY: string | undefined) => ({
  INITIAL_PASSWORD,
  ...(IDENTITY_KEY ? { IDENTITY_KEY } : {}),
});

/** One installation has a key in its settings, the other made its own. */
let directory: string;
let expertId: number;
let teacher: Record<string, unknown>;
const archives = { configured: '', own: '' };
/** Databases that they were restored into. */
const restored = { configured: '', own: '' };
const drops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-restore-test-'));
  for (const [name, env] of [
    ['configured', { IDENTITY_KEY: KEY }],
    ['own', { IDENTITY_KEY: undefined }],
  ] as const) {
    const server = await startTestServer({ env: envOf(env.IDENTITY_KEY) });
    const pool = await openPool(server);
    expertId = await pool.added({ idCard });
    teacher = { name: '欧阳明月', idCard, type: 'teaching', schoolId: pool.tianjin };
    archives[name] = join(directory, `${name}.tar.gz`);
    await createBackup(
      { connection: server.connection, stores: openStores(readConfig({ DATA_DIR: server.dataDir })), key },
      archives[name],
    );
    await server.close();
    const database = await createTestDatabase('template0');
    drops.push(database.drop);
    restored[name] = database.name;
    await restoreInto(database.connection, archives[name], env.IDENTITY_KEY);
  }
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(directory, { recursive: true });
});

const restoreInto = (connection: pg.ClientConfig, archive: string, identityKey: string | undefined) => {
  const dataDir = join(directory, randomBytes(4).toString('hex'));
  const stores = openStores(readConfig({ DATA_DIR: dataDir }));
  return restoreBackup({ connection, stores, dataDir, identityKey, trust }, archive);
};

/** Look at a copy of what was restored with the right key. */
const withRestored = async (
  name: keyof typeof archives,
  look: (connection: pg.ClientConfig) => Promise<void>,
) => {
  const { connection, drop } = await createTestDatabase(restored[name]);
  try {
    await look(connection);
  } finally {
    await drop();
  }
};

/** The decrypted number, and whether a person with it is still recognised. */
const readPeople = async (server: TestServer) => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const opened = await server.call(expertPoolApi.identity, { token, params: { id: expertId } });
  await server.call(teacherApi.create, { token, body: teacher as never });
  const { rows } = await server.pool.query<{ same: boolean }>(
    'select expert.person_id = teacher.person_id as same from expert, teacher where expert.id = $1',
    [expertId],
  );
  return { idCard: opened.body.idCard, isSame: rows.map(({ same }) => same) };
};

test.each([
  ['configured', KEY],
  ['own', undefined],
] as const)(
  'with its %s key a restored installation reads identity numbers and knows their people',
  (name, IDENTITY_KEY) =>
    withRestored(name, async (connection) => {
      const server = await startTestServer({ connection, env: envOf(IDENTITY_KEY) });
      expect(await readPeople(server)).toEqual({ idCard, isSame: [true] });
      await server.close();
    }),
);

const OTHER = '与数据库中的身份证号码使用的密钥不一致，请使用原来的密钥';
const MISSING = '没有设置，而数据库中的身份证号码是用设定的密钥加密的，请设置原来的密钥';
const wrong = [
  ['another key than the configured one', 'configured', keyOf(), OTHER],
  ['no key', 'configured', undefined, MISSING],
  ['a key where the installation has its own', 'own', keyOf(), OTHER],
] as const;

test.each(wrong)(
  'with %s a restore is refused, and leaves the target empty',
  async (_, name, key, message) => {
    const { connection, drop } = await createTestDatabase('template0');
    await expect(restoreInto(connection, archives[name], key)).rejects.toThrow(`IDENTITY_KEY：${message}`);
    const client = new pg.Client(connection);
    await client.connect();
    const { rowCount } = await client.query(
      "select from information_schema.tables where table_schema = 'public'",
    );
    expect(rowCount).toBe(0);
    await client.end();
    await drop();
  },
);

const endOf = async (child: ChildProcess) => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = await once(child, 'exit');
  return { code, output };
};

test.each(wrong)('a server with %s does not start on the data, and says why', (_, name, key, message) =>
  withRestored(name, async (connection) => {
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    const child = spawn(process.execPath, [main], {
      cwd: directory,
      env: {
        ...helperEnv(),
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: directory,
        LOG_LEVEL: 'silent',
        DATABASE_URL: databaseUrlOf(connection),
        ...(key ? { IDENTITY_KEY: key } : {}),
      },
    });
    const { code, output } = await endOf(child);
    expect([code, output]).toEqual([1, expect.stringContaining(`IDENTITY_KEY：${message}`)]);
    expect(output).not.toMatch(/at .*\.ts/);
    // It has left nothing that could be taken for a key later.
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from secret order by name');
    expect(rows.map((row) => row.name).filter((one) => one === 'identity_key')).toHaveLength(
      name === 'own' ? 1 : 0,
    );
    await client.end();
  }),
);
