import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** wire.md §1: all that can be reached without a session. */
const publicPaths = [
  'GET /auth/publicKey',
  'GET /auth/code',
  'POST /auth/login',
  'DELETE /auth/logout',
  'GET /auth/phone/code',
  'POST /api/users/login/change',
  'GET /avatar/:name',
  // With a token of its own, see its test.
  'GET /metrics',
  'GET /health/live',
  'GET /health/ready',
];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const guarded = allEndpoints.filter((endpoint) => endpoint.access !== 'public');
const permitted = guarded.filter((endpoint) => endpoint.access !== 'signedIn');

test('only the listed calls are public', () => {
  const open = allEndpoints.filter((endpoint) => endpoint.access === 'public').map(nameOf);
  expect(open.toSorted()).toEqual(publicPaths.toSorted());
});

test('every endpoint of the contracts is mounted', async () => {
  for (const endpoint of allEndpoints) {
    const route = { method: endpoint.method, url: `/title${endpoint.path}` };
    expect(server.app.hasRoute(route), nameOf(endpoint)).toBe(true);
  }
});

describe('without a session', () => {
  test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s answers 401',
    async (_, endpoint) => {
      for (const headers of [
        {},
        { authorization: 'Bearer nobody' },
        { authorization: `Bearer ${'a'.repeat(43)}` },
      ]) {
        const response = await server.app.inject({ ...requestOf(endpoint), headers });
        expect(response.statusCode).toBe(401);
        expect(response.json()).toMatchObject({ status: 401, message: '登录状态已过期，请重新登录' });
      }
    },
  );
});

describe('without the permission', () => {
  test.each(permitted.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s answers 403',
    async (_, endpoint) => {
      const { token } = await signedIn(server.db);
      const response = await server.app.inject(requestOf(endpoint, { token }));
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ status: 403, message: '禁止访问，您没有权限访问此资源' });
    },
  );
});

test('a trailing slash changes nothing', async () => {
  const { token } = await signedIn(server.db);
  const response = await server.app.inject({ url: '/title/auth/info/', headers: { authorization: token } });
  expect(response.statusCode).toBe(200);
});

test.each([
  ['unknown path', { method: 'GET', url: '/title/api/nothing' }, 404],
  ['unknown path outside the base', { method: 'GET', url: '/wp-login.php' }, 404],
  ['broken escape', { method: 'GET', url: '/title/api/%E0%A4%A' }, 400],
  [
    'broken JSON',
    {
      method: 'POST',
      url: '/title/auth/login',
      payload: '{"a":',
      headers: { 'content-type': 'application/json' },
    },
    400,
  ],
  [
    'another content type',
    { method: 'POST', url: '/title/auth/login', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
    415,
  ],
  [
    'a body beyond the limit',
    { method: 'POST', url: '/title/auth/login', payload: { username: 'x'.repeat(2_000_000) } },
    413,
  ],
] as const)('%s gets an error body in Chinese', async (_, request, status) => {
  const response = await server.app.inject(request as never);
  expect(response.statusCode).toBe(status);
  const body = response.json();
  expect(body).toMatchObject({ status, timestamp: expect.any(Number), requestId: expect.any(String) });
  expect(body.message).toMatch(/[一-鿿]/);
});
