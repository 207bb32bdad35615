import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseUrlOf } from '../../../test/database-url.ts';
import { newBackupKey } from '../../../test/backup-helpers.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../../../test/harness.ts';
import { createBackup } from '../../backup/create-backup.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { openStores } from '../../backup/stored-files.ts';
import { readConfig } from '../../config.ts';
import { createDb, createPool } from '../database/db.ts';
import { audit } from './audit.ts';
import { sealEvents, startSealer, verifyChain } from './audit-chain.ts';
import { createHeadLog, findHead, headText } from './audit-heads.ts';
import { verifyAudit } from './verify-audit.ts';

let server: TestServer;
let dataDir: string;
const directories: string[] = [];
const newDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'zhiping-heads-'));
  directories.push(path);
  return path;
};
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
/** Each test begins with a chain that has no event. */
beforeEach(async () => {
  await tamper('delete from audit_link', 'delete from audit_queue', 'delete from audit_event');
  dataDir = await newDirectory();
});
afterEach(async () => {
  for (const path of directories.splice(0)) await rm(path, { recursive: true, force: true });
});

/** Events, sealed, and the head noted as a node does that has waited for its minute. */
const seal = async (count: number, directory = dataDir, db = server.db) => {
  await db.transaction().execute(async (tx) => {
    for (let number = 1; number <= count; number += 1)
      await audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: number });
  });
  await sealEvents(db);
  await createHeadLog(db, directory)();
};
const linesIn = async (directory = dataDir) =>
  (await readFile(join(directory, 'audit-heads.log'), 'utf8')).split('\n').filter(Boolean);
const verify = (heads: string[] = [], directory = dataDir) => verifyAudit(server.db, directory, heads);
const headNow = async () => headText((await findHead(server.db))!);

/** Tampering with direct access to the database: triggers off, then on again. */
const tamper = async (...statements: string[]) => {
  const tables = ['audit_event', 'audit_link', 'audit_queue'];
  const switched = (how: string) =>
    tables.map((table) => `alter table ${table} ${how} trigger user;`).join('');
  await server.pool.query(`${switched('disable')} ${statements.join(';')}; ${switched('enable')}`);
};
/** Change an event and hash the whole chain anew, with the product's own code. */
const rehash = async (change: string) => {
  await tamper(
    change,
    'delete from audit_link',
    'insert into audit_queue (seq) select seq from audit_event on conflict do nothing',
  );
  await sealEvents(server.db);
};

test('an untouched chain is intact, also against heads noted on paper, whole or their first digits', async () => {
  await seal(3);
  const first = await headNow();
  await seal(4);
  const { isIntact, lines } = await verify([first, first.slice(0, 20), (await headNow()).toUpperCase()]);
  expect(isIntact, lines.join()).toBe(true);
  expect(lines.at(-1)).toBe(`链头（请抄录）：${await headNow()}`);
  expect(await linesIn()).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d 3:[0-9a-f]{64}$/),
    expect.stringContaining(` ${await headNow()}`),
  ]);
});

describe('is found, though the chain is sound in itself, when it was', () => {
  beforeEach(async () => {
    await seal(3);
    await seal(4);
  });
  const problem = async (heads: string[] = []) => {
    const { isIntact, lines } = await verify(heads);
    return isIntact ? 'none' : lines.join();
  };
  const cutTo = (position: number) =>
    tamper(
      `create temp table gone as select seq from audit_link where position > ${position}`,
      'delete from audit_link where seq in (select seq from gone)',
      'delete from audit_event where seq in (select seq from gone)',
      'drop table gone',
    );

  test('emptied', async () => {
    await cutTo(0);
    expect(await problem()).toMatch(/其后的事件被截去/);
    await rm(join(dataDir, 'audit-heads.log'));
    expect(await problem()).toMatch(/没有任何事件，审计记录被清空/);
  });

  test('cut at its end', async () => {
    await cutTo(6);
    expect((await verifyChain(server.db)).intact).toBe(true);
    expect(await problem()).toMatch(/已到第 7 个位置，其后的事件被截去/);
  });

  test('hashed anew as a whole, and goes on growing and being noted', async () => {
    await rehash(
      "update audit_event set action = 'test.forged' where seq = (select min(seq) from audit_event)",
    );
    expect((await verifyChain(server.db)).intact).toBe(true);
    expect(await problem()).toMatch(/第 3 个位置.*整条链被改写过/);
    await seal(2);
    expect(await problem()).toMatch(/第 3 个位置.*整条链被改写过/);
  });

  test('hashed anew behind the last head in the file, but not behind one on paper', async () => {
    await seal(2, await newDirectory());
    const paper = await headNow();
    await rehash(
      "update audit_event set action = 'test.forged' where seq = (select max(seq) from audit_event)",
    );
    expect((await verify()).isIntact).toBe(true);
    expect(await problem([paper])).toMatch(/第 9 个位置.*整条链被改写过/);
  });

  test('hashed anew with the new heads added to the file', async () => {
    await rehash(
      "update audit_event set action = 'test.forged' where seq = (select min(seq) from audit_event)",
    );
    const { rows } = await server.pool.query(
      "select position || ':' || encode(hash, 'hex') as head from audit_link order by position",
    );
    await appendFile(
      join(dataDir, 'audit-heads.log'),
      rows.map(({ head }) => `2026-01-01T00:00:00 ${head}\n`).join(''),
    );
    expect(await problem()).toMatch(/整条链被改写过/);
  });

  test('left alone, but the file of heads was removed or emptied', async () => {
    await rm(join(dataDir, 'audit-heads.log'));
    expect(await problem()).toMatch(/没有链头文件/);
    for (const text of ['', 'nothing that can be read\n']) {
      await writeFile(join(dataDir, 'audit-heads.log'), text);
      expect(await problem()).toMatch(/链头文件 audit-heads.log 中没有任何链头/);
    }
  });
});

test.each(['', '7', '0:abcdefabcdefabcd', '7:abc', '7:nothexnothexnothex', ':abcdefabcdefabcdef'])(
  'a noted head must be one: %s',
  async (text) => {
    await seal(1);
    await expect(verify([text])).rejects.toThrow('--head 应为 位置:散列');
  },
);

test('a line cut short by a crash is reported, and hides no other', async () => {
  await seal(1);
  await appendFile(join(dataDir, 'audit-heads.log'), '2026-01-01T00:00:00 2:abc');
  await seal(1);
  const { isIntact, lines } = await verify();
  expect([isIntact, lines[0]]).toEqual([true, '链头文件第 2 行无法读取']);
  expect(await linesIn()).toHaveLength(3);
});

test('every node notes heads of all, at most one a minute, and a last one when it stops', async () => {
  const other = await newDirectory();
  const sealers = [dataDir, other, other].map((path) => startSealer(server.db, server.app.log, path));
  for (let batch = 0; batch < 5; batch += 1) {
    await server.db
      .transaction()
      .execute((tx) => audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: batch }));
    await expect.poll(async () => (await findHead(server.db))?.position).toBe(batch + 1);
  }
  await expect.poll(() => linesIn()).toHaveLength(1);
  await expect.poll(() => linesIn(other)).toHaveLength(2);
  for (const sealer of sealers) await sealer.stop();
  for (const path of [dataDir, other]) {
    expect((await linesIn(path)).at(-1)).toContain(await headNow());
    expect((await verify([], path)).isIntact).toBe(true);
  }
  expect(await linesIn()).toHaveLength(2);
});

test('a file that cannot be written does not keep events from being sealed', async () => {
  await writeFile(join(dataDir, 'no-directory'), '');
  const sealer = startSealer(server.db, server.app.log, join(dataDir, 'no-directory'));
  await server.db
    .transaction()
    .execute((tx) => audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: 1 }));
  await expect.poll(async () => (await findHead(server.db))?.position).toBe(1);
  await sealer.stop();
});

test('a restored chain is shorter than the file says, which is reported and is no fault', async () => {
  await seal(3);
  const config = { ...readConfig({ NODE_ENV: 'test' }), DATA_DIR: dataDir };
  const { key, trust } = newBackupKey();
  const archive = join(await newDirectory(), 'backup.tar.gz');
  await createBackup({ connection: server.connection, stores: openStores(config), key }, archive);
  await seal(4);
  const empty = await createTestDatabase('template0');
  const pool = createPool(empty.connection);
  await restoreBackup(
    { connection: empty.connection, stores: openStores(config), dataDir, identityKey: undefined, trust },
    archive,
  );
  const db = createDb(pool);
  const restored = await verifyAudit(db, dataDir, []);
  expect(restored).toMatchObject({ isIntact: true });
  expect(restored.lines[0]).toMatch(/从备份恢复到第 3 个位置，此前曾记到第 7 个位置$/);
  await seal(2, dataDir, db);
  expect((await verifyAudit(db, dataDir, [])).isIntact).toBe(true);
  // Heads noted before are still compared with the chain.
  expect((await verifyAudit(db, dataDir, [await headNow()])).isIntact).toBe(false);
  await pool.end();
  await empty.drop();
});

test('the command compares, prints the head, and ends with 1 when something is wrong', async () => {
  await seal(3);
  const script = fileURLToPath(new URL('../../../scripts/audit-verify.ts', import.meta.url));
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const env = {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrlOf(server.connection),
      };
      const child = spawn(process.execPath, [script, ...args], { cwd: dataDir, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('exit', (code) => resolve({ code, output }));
    });
  const right = await run('--head', await headNow());
  expect([right.code, right.output]).toEqual([0, expect.stringContaining(await headNow())]);
  expect((await run('--head', `3:${'0'.repeat(64)}`)).code).toBe(1);
  expect((await run('--head', 'nonsense')).output).toContain('--head 应为 位置:散列');
});
