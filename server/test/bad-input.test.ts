import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { Bytes, type Endpoint } from '@zhiping/shared/endpoint.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

/** Throws when converted to text. */
const noText = { toString: 0, valueOf: 0 };

/** Values that break programs. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '%',
    "' or 1=1 --",
    -1,
    0,
    1.5,
    Number.MAX_SAFE_INTEGER,
    1e308,
    '1e400',
    'NaN',
    '9999-99-99',
    '0000-00-00',
    'x'.repeat(20_000),
    '😀'.repeat(300),
    [],
    {},
    [[]],
    { __proto__: null, constructor: 1 },
    noText,
    deep(500),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue(),
);

/** Names of the fields that a schema knows, so that nasty values get past the outermost check. */
const fieldsOf = (schema: unknown): string[] => {
  const { def } = schema as { def?: { type: string; shape?: object; innerType?: unknown } };
  if (def?.shape) return Object.keys(def.shape);
  return def?.innerType ? fieldsOf(def.innerType) : [];
};

const recordOf = (fields: string[]) =>
  fields.length === 0
    ? nasty
    : fc.oneof(
        nasty,
        fc.record(Object.fromEntries(fields.map((field) => [field, nasty])), { requiredKeys: [] }),
      );

/** A value as an address can carry it: well-formed text. */
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const asQuery = (value: unknown): Record<string, string> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one)]))
    : {};

const attack = async (endpoint: Endpoint, query: unknown, body: unknown, param: unknown) => {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, textOf(param)]),
  );
  const request = requestOf(endpoint, { token, params, query: asQuery(query) });
  const payload =
    endpoint.method === 'GET'
      ? {}
      : {
          payload: JSON.stringify(body) ?? '',
          headers: { ...request.headers, 'content-type': 'application/json' },
        };
  return server.app.inject({ ...request, ...payload } as never);
};

describe('bad input never breaks the server', () => {
  test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(
          recordOf(fieldsOf(endpoint.query)),
          recordOf(fieldsOf(endpoint.body)),
          nasty,
          async (query, body, param) => {
            const response = await attack(endpoint, query, body, param);
            expect(response.statusCode, response.body).toBeLessThan(500);
            if (response.statusCode < 400) return;
            const error = response.json();
            expect(error.status).toBe(response.statusCode);
            expect(error.message).toMatch(/[一-鿿]/);
            expect(error.message).not.toMatch(/select |insert |\/src\/|node_modules|at .+:\d+/i);
          },
        ),
        // A download starts a thread each time.
        { numRuns: endpoint.result === Bytes ? 6 : 20 },
      );
      // A logout with the token is good input and ends the session.
      if (endpoint.path === '/auth/logout') ({ token } = await signedIn(server.db, { roleIds: [1] }));
    },
  );
});

test('a value that cannot become a text breaks no field', async () => {
  for (const endpoint of allEndpoints.filter(
    ({ method, path }) => method !== 'GET' && path !== '/auth/logout',
  )) {
    const body = Object.fromEntries(fieldsOf(endpoint.body).map((field) => [field, noText]));
    const { statusCode } = await attack(endpoint, {}, body, 1);
    expect(statusCode, endpoint.path).toBeLessThan(500);
  }
});
