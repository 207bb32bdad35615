import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsApi } from '@zhiping/shared/contracts/metrics.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer } from '../../../test/harness.ts';

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
  ])
    expect(response.body).toContain(name);
  expect(response.body).not.toContain('13812345678');
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
