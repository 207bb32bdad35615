import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import { hideInText } from '@zhiping/shared/rules/blind-copy/hide-in-text.ts';
import { termsOf } from '@zhiping/shared/rules/blind-copy/terms.ts';
import { signedIn } from './factories.ts';
import { sendFile } from './file-helpers.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';
import { listsOf, placesOf } from './schema-places.ts';

/** No body may block others: the time for a text is proportional to its length. */

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
const MAX_ADDRESS = 12_000;
/** Of a linear pass a slow machine takes a quarter of it, of a quadratic one over these texts a fast machine ten times as much. */
const MAX_PAUSE_MS = 1000;

const computedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest time that this thread computed without a break. CPU time of the thread, so that other work of the machine
 * does not count.
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

/** Once more where it was long: a garbage collection of earlier work may have fallen into the first. */
const longestPauseOf = async (work: () => Promise<unknown>) => {
  const pause = await pauseOf(work);
  return pause < MAX_PAUSE_MS ? pause : Math.min(pause, await pauseOf(work));
};

const send = async (endpoint: Endpoint, parts: { query?: unknown; body?: unknown; params?: unknown }) => {
  const response = await server.app.inject(requestOf(endpoint, { token, ...(parts as object) }));
  expect(response.statusCode).toBeLessThan(500);
  if (endpoint.path === '/auth/logout') ({ token } = await signedIn(server.db, { roleIds: [1] }));
};

/** Every input of an endpoint with a long text at one place of one part, and every list of its body filled. */
const inputsOf = (endpoint: Endpoint) =>
  (['params', 'query', 'body'] as const)
    .filter(
      (part) =>
        !isNothing(endpoint[part]) && !(part === 'body' && endpoint.upload && !endpoint.upload.orJson),
    )
    .flatMap((part) => [
      ...placesOf(endpoint[part]).flatMap(({ path, put }) =>
        longTexts.map((text) => ({
          name: `${part}.${path} ${text.slice(0, 4)}`,
          part,
          value: put(part === 'body' ? text : text.slice(0, MAX_ADDRESS)),
        })),
      ),
      ...(part === 'body' ? listsOf(endpoint[part]) : []).map(({ path, put }) => ({
        name: `${part}.${path} many`,
        part,
        value: put(15_000),
      })),
    ]);

/**
 * Every input is parsed by the schema of its part, as each call begins. What the schema refuses goes no further, so that
 * one such call a part is enough; what it lets pass meets the rest of the server.
 */
const pausesOf = async (endpoint: Endpoint) => {
  const pauses: { name: string; pause: number }[] = [];
  const refused = new Set<string>();
  for (const { name, part, value } of inputsOf(endpoint)) {
    let isAccepted = false;
    const parse = async () => {
      isAccepted = (await endpoint[part].safeParseAsync(value)).success;
    };
    pauses.push({ name: `schema of ${name}`, pause: await longestPauseOf(parse) });
    if (!isAccepted && refused.has(part)) continue;
    if (!isAccepted) refused.add(part);
    pauses.push({ name, pause: await longestPauseOf(() => send(endpoint, { [part]: value })) });
  }
  return pauses;
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const withTexts = allEndpoints.filter((endpoint) => inputsOf(endpoint).length > 0);
const templates = allEndpoints.filter(({ path }) => path.endsWith('/template'));
const uploads = allEndpoints.filter(({ upload }) => upload);
const isSheet = ({ path }: Endpoint) => templates.some((template) => template.path === `${path}/template`);
const plainUploads = uploads.filter((endpoint) => !isSheet(endpoint));

/** The text in every field that a form may have. */
const fieldsOf = (endpoint: Endpoint, text: string) =>
  Object.fromEntries(placesOf(endpoint.body).map(({ path }) => [path.split('.')[0] as string, text]));

describe('a long text blocks no other call in', () => {
  test.each(withTexts.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const pauses = await pausesOf(endpoint);
    expect(pauses.filter(({ pause }) => pause >= MAX_PAUSE_MS)).toEqual([]);
  });

  test.each(plainUploads.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'the form of %s',
    async (_, endpoint) => {
      for (const text of longTexts) {
        const name = text.slice(0, MAX_ADDRESS);
        const bytes = Buffer.from('a');
        const forms = [
          { name, bytes },
          { name: 'a.txt', bytes, fields: fieldsOf(endpoint, text) },
        ];
        for (const form of forms) {
          const pause = await longestPauseOf(() => sendFile(server, endpoint, form, { token }));
          expect(pause, text.slice(0, 4)).toBeLessThan(MAX_PAUSE_MS);
        }
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
        const form = { name: `${text.slice(0, MAX_ADDRESS)}.xlsx`, bytes };
        const pause = await longestPauseOf(async () => {
          const answer = await sendFile(server, upload, form, { token, query });
          expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(500);
        });
        expect(pause, text.slice(0, 4)).toBeLessThan(MAX_PAUSE_MS);
      }
    },
  );
});

/** Typed text is searched whenever it is read blind. */
test.each([
  'fund',
  '基金',
  '感谢',
  '电话',
  'a@a.',
  '[at]',
  '{',
  '0000-',
  'tianjin',
  'school of ',
  '天津',
  ' ·',
])('the time to hide in a text of %s grows with its length', (piece) => {
  const facts = {
    names: [],
    coauthors: [],
    colleges: [],
    units: [],
    mails: [],
    phones: [],
    idCards: [],
    funds: [],
  };
  const simplify = (text: string) => text;
  const terms = termsOf(
    { ...facts, schools: ['天津大学'], acronyms: [], cities: [{ name: '天津', letters: 'tianjin' }] },
    simplify,
  );
  const leastMs = (length: number) => {
    const text = `${piece.repeat(length / piece.length)}!`;
    const times = [1, 2, 3].map(() => {
      const begin = computedMs();
      hideInText(text, { terms, simplify });
      return computedMs() - begin;
    });
    return Math.min(...times);
  };
  // Four times the length: a quadratic search takes sixteen times as long.
  expect(leastMs(24_000)).toBeLessThan(8 * leastMs(6000) + 50);
});
