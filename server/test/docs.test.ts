import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { apiDoc, permissionsDoc } from '../src/platform/http/endpoint-docs.ts';
import { openApi } from '../src/platform/http/openapi.ts';
import { startTestServer, type TestServer } from './harness.ts';

type Operation = {
  requestBody?: { content: object };
  responses: Record<string, { content?: object }>;
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const committed = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test.each([
  ['permissions.md', permissionsDoc],
  ['api.md', apiDoc],
])('docs/%s is what the contracts say (else: npm run docs)', (name, generate) => {
  expect(committed(name)).toBe(generate());
});

test('the API description has every endpoint', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> };
  const described = Object.values(paths).flatMap((methods) => Object.keys(methods));
  expect(described).toHaveLength(allEndpoints.length);
});

test('every reference of it leads somewhere', () => {
  const document = openApi();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [reference, path] of references) {
    const found = (path as string)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
    expect(found, reference).toBeDefined();
  }
});

test('it names what calls take, answer and refuse', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> };
  const operation = (method: string, path: string) => paths[`/title${path}`]?.[method] as Operation;
  const typesOf = (method: string, path: string) =>
    Object.keys(operation(method, path).responses['200']?.content ?? {});
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  expect(typesOf('get', '/api/users/download')).toEqual([sheet]);
  expect(typesOf('get', '/avatar/{name}')).toEqual(['image/png', 'image/jpeg', 'image/gif']);
  expect(typesOf('get', '/metrics')).toEqual(['text/plain']);
  expect(Object.keys(operation('get', '/api/assignment/board').responses)).toContain('404');
  expect(operation('get', '/api/draw/{id}/record').responses['200']?.content).toEqual({
    'application/json': { schema: {} },
  });
  const batch = operation('post', '/api/expert/batch');
  expect(Object.keys(batch.requestBody?.content ?? {})).toEqual(['multipart/form-data', 'application/json']);
  expect(Object.keys(batch.responses)).toEqual(
    expect.arrayContaining(['400', '401', '403', '404', '405', '409', '413', '415', '429', '503']),
  );
});

test('it names what is refused below the calls, too', async () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      path,
      method,
      named: Object.keys(responses),
    })),
  );
  const without = (status: string, of: typeof all = all) =>
    of.filter(({ named }) => !named.includes(status)).map(({ path, method }) => `${method} ${path}`);
  for (const status of ['400', '405', '408', '429', '431', '503'])
    expect(without(status), status).toEqual([]);
  const withParts = all.filter(({ path }) => path.includes('{'));
  expect(without('414', withParts)).toEqual([]);
  const long = await server.app.inject(`/title/api/roles/${'1'.repeat(400)}`);
  expect(long.statusCode).toBe(414);
  const writing = all.filter(({ method }) => method !== 'get');
  for (const status of ['413', '415']) expect(without(status, writing), status).toEqual([]);
});

test.each([
  ['PATCH', '/title/api/users', 'GET, HEAD, POST, PUT, DELETE'],
  ['PUT', '/title/auth/login', 'POST'],
  ['TRACE', '/title/auth/info/', 'GET, HEAD'],
  // Where another call has the id of something.
  ['GET', '/title/api/users/center', 'PUT'],
  ['POST', '/title/api/roles/1', 'GET, HEAD'],
  ['POST', '/title/api/project/1/form', 'PUT'],
  ['OPTIONS', '/title/api/project/material/1', 'GET, HEAD'],
] as const)('%s %s is no call: 405 with those that are', async (method, url, allow) => {
  const response = await server.app.inject({
    method: method as 'GET',
    url,
    payload: '<a/>',
    headers: { 'content-type': 'text/xml' },
  });
  expect(response.statusCode).toBe(405);
  expect(response.headers['allow']?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
  expect(response.json()).toMatchObject({
    status: 405,
    code: 'method_not_allowed',
    message: '不支持的请求方法',
  });
});

test('its page has the policy of every page', async () => {
  const policyOf = async (url: string) => (await server.app.inject(url)).headers['content-security-policy'];
  expect(await policyOf('/title/doc.html')).toBe(await policyOf('/title/nothing'));
  expect(await policyOf('/title/doc.html')).toContain("default-src 'self'");
});

test('its page and all that the page loads come from this server', async () => {
  const page = await server.app.inject('/title/doc.html');
  expect(page.statusCode).toBe(200);
  const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address as string,
  );
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of addresses) {
    expect(address).not.toMatch(/^(https?:)?\/\//);
    const { statusCode } = await server.app.inject(
      new URL(address, 'http://localhost/title/doc.html').pathname,
    );
    expect(statusCode, address).toBe(200);
  }
});
