import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { apiDoc, permissionsDoc } from '../src/platform/http/endpoint-docs.ts';
import { openApi } from '../src/platform/http/openapi.ts';
import { startTestServer, type TestServer } from './harness.ts';

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
