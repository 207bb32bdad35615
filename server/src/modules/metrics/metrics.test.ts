import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsApi } from '@zhiping/shared/contracts/metrics.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer } from '../../../test/harness.ts';
import { version } from '../../platform/version.ts';
import { recordBackupRun } from '../../platform/backup-runs.ts';

const TOKEN = 'scraper-token-of-32-characters-1';

let server: TestServer;
let without: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
  without = await startTestServer({ connection: server.connection });
});
afterAll(async () => {
  await without.close();
  await server.close();
});

const scrape = (node: TestServer, authorization?: string) =>
  node.app.inject(requestOf(metricsApi.read, authorization ? { token: authorization } : {}));

test('the token of the scraper reads the numbers', async () => {
  await server.call(userApi.list, { query: { blurry: '13812345678' } });
  const response = await scrape(server, `Bearer ${TOKEN}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/plain');
  expect(response.body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/title\/api\/users",status="401"\} 1/,
  );
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
    'zhiping_pool_connections',
    `zhiping_version{version="${version}"} 1`,
  ])
    expect(response.body).toContain(name);
  expect(response.body).not.toContain('13812345678');
});

test('the age of the last good backup, and whether the last failed', async () => {
  const backups = async () => {
    const { body } = await scrape(server, `Bearer ${TOKEN}`);
    const lines = [...body.matchAll(/^zhiping_backup_(\w+) (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
  };
  expect(await backups()).toEqual({ failed: 0 });
  const run = { archive: 'a.tar.gz', started_at: new Date() };
  const good = { ...run, bytes: 1000, files: 2, create_time: new Date(Date.now() - 7_200_000) };
  await recordBackupRun(server.db, good);
  const { age_seconds: age, ...others } = await backups();
  expect(others).toEqual({ failed: 0 });
  expect(age).toBeGreaterThanOrEqual(7200);
  await recordBackupRun(server.db, { ...run, problem: '磁盘已满', create_time: new Date() });
  expect(await backups()).toMatchObject({ failed: 1, age_seconds: expect.any(Number) });
});

test('other accounts cannot, not even a super administrator', async () => {
  const { token } = await signedIn(server.db, { roleIds: [1] });
  for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, token]) {
    const response = await scrape(server, authorization);
    expect(response.statusCode).toBe(401);
    expect(response.body).not.toContain('zhiping_');
  }
});

test('without the setting there are none', async () => {
  expect((await scrape(without, `Bearer ${TOKEN}`)).statusCode).toBe(404);
  expect((await scrape(without, 'Bearer undefined')).statusCode).toBe(404);
});
