import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import { signedIn } from './factories.ts';
import { sendFile } from './file-helpers.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';
import { listsOf, placesOf } from './schema-places.ts';

/** One body must not hold up everybody else: whatever is done about a text takes time in proportion to its length. */

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ work: {} });
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const LENGTH = 100_000;
/** Repeated up to the length; the last character then breaks whatever pattern had begun to match. */
const pieces = ['  ', '. ', '·', '.', 'a', '张 ', '\u0315\u0300', '<', '<p>', '-1,', '9'];
const longTexts = pieces.map((piece) => `张${piece.repeat(LENGTH / piece.length)}!`);
/** Of what stands in an address Node itself takes 16 KB at most. */
const LONGEST_ADDRESS = 12_000;
const LONGEST_PAUSE_MS = 200;

const computedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest time that this thread computed without a break for anybody else. Its own time counts, not the clock's, so
 * that other work of the machine does not.
 */
const pauseOf = async (work: () => Promise<unknown>) => {
  let longest = 0;
  let last = computedMs();
  const probe = () => {
    const now = computedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(probe, 5);
  await work();
  clearInterval(timer);
  probe();
  return longest;
};

const send = async (endpoint: Endpoint, parts: { query?: unknown; body?: unknown; params?: unknown }) => {
  const response = await server.app.inject(requestOf(endpoint, { token, ...(parts as object) }));
  expect(response.statusCode).toBeLessThan(500);
  if (endpoint.path === '/auth/logout') ({ token } = await signedIn(server.db, { roleIds: [1] }));
};

/** One request for every text of each part of an endpoint. */
const requestsOf = (endpoint: Endpoint) =>
  (['params', 'query', 'body'] as const)
    .filter(
      (part) =>
        !isNothing(endpoint[part]) && !(part === 'body' && endpoint.upload && !endpoint.upload.orJson),
    )
    .flatMap((part) => [
      ...placesOf(endpoint[part]).flatMap(({ path, put }) =>
        longTexts.map((text) => ({
          name: `${part}.${path} ${text.slice(0, 4)}`,
          input: { [part]: put(part === 'body' ? text : text.slice(0, LONGEST_ADDRESS)) },
        })),
      ),
      ...(part === 'body' ? listsOf(endpoint[part]) : []).map(({ path, put }) => ({
        name: `${part}.${path} many`,
        input: { [part]: put(15_000) },
      })),
    ]);

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const withTexts = allEndpoints.filter((endpoint) => requestsOf(endpoint).length > 0);
const uploads = allEndpoints.filter(({ upload }) => upload);
const templates = allEndpoints.filter(({ path }) => path.endsWith('/template'));

describe('a long text holds up nobody in', () => {
  test.each(withTexts.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    for (const { name, input } of requestsOf(endpoint))
      expect(await pauseOf(() => send(endpoint, input)), name).toBeLessThan(LONGEST_PAUSE_MS);
  });

  test.each(uploads.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'the form of %s',
    async (_, endpoint) => {
      const texts = ['file', ...placesOf(endpoint.body).map(({ path }) => path.split('.')[0] as string)];
      for (const field of texts)
        for (const text of longTexts) {
          const file = { name: field === 'file' ? text.slice(0, 12_000) : 'a.txt', bytes: Buffer.from('a') };
          const form = field === 'file' ? {} : { fields: { [field]: text } };
          const pause = await pauseOf(() => sendFile(server, endpoint, { ...file, ...form }, { token }));
          expect(pause, field).toBeLessThan(LONGEST_PAUSE_MS);
        }
    },
  );

  test.each(templates.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'the sheet of %s',
    async (_, template) => {
      const response = await server.app.inject(requestOf(template, { token }));
      const headers = (await readXlsx(response.rawPayload)).sheets[0]!.rows[0] as string[];
      const upload = uploads.find(({ path }) => template.path === `${path}/template`) as Endpoint;
      for (const text of longTexts) {
        const rows = [headers, headers.map(() => text)];
        const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows }] }));
        const query = { catalog: 'undergraduate' };
        const pause = await pauseOf(async () => {
          const answer = await sendFile(server, upload, { name: 'x.xlsx', bytes }, { token, query });
          expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(500);
        });
        expect(pause, text.slice(0, 4)).toBeLessThan(LONGEST_PAUSE_MS);
      }
    },
  );
});
