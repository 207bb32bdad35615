import { afterAll, beforeAll, expect, test } from 'vitest';
import { monitorApi } from '@zhiping/shared/contracts/monitor.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { recordBackupRun } from '../../platform/backup-runs.ts';
import { sizeText } from './read-machine.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(() => server.close());

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KiB'],
  [8 * 1024 ** 3, '8.0 GiB'],
  [3 * 1024 ** 5, '3072.0 TiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('the machine and the process, with shares that add up', async () => {
  const { body } = await server.call(monitorApi.read, { token });
  expect(Number(body.cpu.used) + Number(body.cpu.idle)).toBeCloseTo(100, 1);
  for (const { usageRate } of [body.memory, body.disk]) {
    expect(Number(usageRate)).toBeGreaterThan(0);
    expect(Number(usageRate)).toBeLessThanOrEqual(100);
  }
  expect(body.process).toMatchObject({ openPages: 0, poolWaiting: 0 });
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(body.time).toMatch(/^\d\d:\d\d:\d\d$/);
});

test('the last backup that succeeded, and the failure of the last', async () => {
  const read = async () => (await server.call(monitorApi.read, { token })).body.backup;
  expect(await read()).toEqual({ good: null, failure: null });
  const run = { archive: 'a.tar.gz', started_at: new Date('2026-09-10T02:30:00+08:00') };
  const good = { bytes: 1536, files: 12, missing: 1, create_time: new Date('2026-09-10T02:40:00+08:00') };
  await recordBackupRun(server.db, { ...run, ...good });
  const shown = { archive: 'a.tar.gz', size: '1.5 KiB', files: 12, missing: 1, at: '2026-09-10 02:40:00' };
  expect(await read()).toEqual({ good: shown, failure: null });
  const failed = { problem: '磁盘已满', create_time: new Date('2026-09-11T02:31:00+08:00') };
  await recordBackupRun(server.db, { ...run, ...failed });
  expect(await read()).toEqual({
    good: shown,
    failure: { problem: '磁盘已满', at: '2026-09-11 02:31:00' },
  });
});

test('statements are counted and timed without their parameters', async () => {
  for (let call = 0; call < 3; call += 1)
    await server.call(schoolApi.list, { token, query: { blurry: `绝密词${call}` } });
  const { body } = await server.call(monitorApi.sql, { token });
  const listed = body.find(({ sql }) => sql.includes('from "school"'));
  expect(listed?.count).toBeGreaterThanOrEqual(3);
  expect(listed?.max).toBeGreaterThanOrEqual(listed?.p95 as number);
  expect(JSON.stringify(body)).not.toContain('绝密词');
});

test('of a failure only the code is kept', async () => {
  await server.db
    .insertInto('job')
    .values([{ name: '机密岗位' }, { name: '机密岗位' }] as never)
    .execute()
    .catch(() => {});
  const { body } = await server.call(monitorApi.sql, { token });
  expect(body.find(({ failures }) => failures > 0)).toMatchObject({ lastError: '23505' });
  expect(JSON.stringify(body)).not.toContain('机密岗位');
});
