import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

/** Refusals carry the headers of answers: what a browser is shown by an address is never run or framed. */

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const isSafe = (headers: Record<string, unknown>) =>
  headers['x-content-type-options'] === 'nosniff' && String(headers['content-security-policy']).length > 0;

test('of every call, without a session and with wrong input', async () => {
  const bare: string[] = [];
  for (const endpoint of allEndpoints)
    for (const input of [{}, { token, query: { size: 'x', id: 'x' }, params: { id: 'x', name: 'x' } }]) {
      const { statusCode, headers } = await server.app.inject(requestOf(endpoint, input));
      if (statusCode >= 400 && !isSafe(headers))
        bare.push(`${endpoint.method} ${endpoint.path} ${statusCode}`);
    }
  expect(bare).toEqual([]);
});

test.each([
  '/title/avatar/x',
  '/title/avatar/%E0%A4%A',
  '/title/avatar/%00',
  '/nowhere',
  '/title/api/nowhere',
])('of the address %s', async (url) => {
  const { statusCode, headers } = await server.app.inject(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(isSafe(headers)).toBe(true);
});

test('of what is no HTTP', async () => {
  const { port } = new URL(await server.app.listen({ port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('no HTTP\r\n\r\n');
  const answer = await text(socket);
  expect(answer).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff[\s\S]*content-security-policy: /,
  );
});
