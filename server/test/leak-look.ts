import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { expertEnv } from './expert-helpers.ts';
import { createTestDatabase, requestOf, startTestServer, type TestServer } from './harness.ts';
import { conflictsOf } from './leak-conflicts.ts';
import { keepCopy } from './leak-copy.ts';
import { keepFiles } from './leak-files.ts';
import { heard, openPages } from './leak-frames.ts';
import { stir } from './leak-stir.ts';
import { type Question, probesOf, readsOf, unzipped, writesOf } from './leak-requests.ts';
import { changeSecrets, mayKnow, numbersOf, secrets } from './leak-secrets.ts';
import { type MarkName, markOf } from './leak-marks.ts';
import type { Secret } from './leak-secret.ts';
import { APPLYING, type Reader } from './leak-readers.ts';
import { buildWorld, type World } from './leak-world.ts';
import { pdfTexts } from './pdf-texts.ts';

/**
 * Secrecy, generated from the contracts: readers neither read nor infer what they may not know. Each group of readers
 * sees two copies of one world that differ only in all the secrets hidden from it (leak-secrets.ts), and sends both the
 * same requests (leak-requests.ts): every GET there is, with every filter, order and page, for ids of rows in and
 * outside of its scope. Status, headers, bodies, counts, order, error texts, cells of workbooks and content packed in
 * files must be equal byte for byte, except request ids and the time of the answer; and no spelling of a secret may
 * occur in them. All readers have a page open meanwhile, and while others work (leak-stir.ts): its websocket messages
 * are compared in the same way. Readers of a limited scope also write: collisions with another person's number, phone
 * or mail (leak-conflicts.ts), and every write about every row. New endpoints are included without being named here;
 * new roles too, or the test fails. Not compared: timing, the server's own log file, rows changed by a permitted write,
 * files of uploads, and calls that need a whole form of their own beyond those of leak-conflicts.ts. Answers do reveal
 * that a number, a phone or a mail address is taken (decision 0010); keepers of registers see how many people refer to
 * a school, a subject or an article.
 */

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

/** The world, in an unused database of which each group gets copies. */
export const openLeakWorld = async () => {
  const source = await createTestDatabase();
  const server = await startTestServer({ ...expertEnv, connection: source.connection });
  const world = await buildWorld(server);
  await server.close();
  return { source, world };
};
export type LeakWorld = Awaited<ReturnType<typeof openLeakWorld>>;

/** Both copies count the cycles that they make with one counter. */
const unnumbered = (text: string) => text.replaceAll(/年度评审 \d+/g, '年度评审');

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** Answers that are otherwise each time, whatever is in the database. They are searched for marks, but not compared. */
const LIVE = new Set([
  'GET /api/monitor',
  'GET /api/monitor/sql',
  'GET /auth/code',
  'GET /metrics',
  // Has the exports before it.
  'GET /api/logs/download',
]);
const isLog = ({ path }: Endpoint) => path.startsWith('/api/logs');
const isExport = ({ path }: Endpoint) => path.endsWith('/download');
/** The log first: each export leaves a row in it, with the moment that it took. */
const reads = allEndpoints
  .filter(({ method }) => method === 'GET')
  .toSorted((a, b) => Number(isLog(b) && !isExport(b)) - Number(isLog(a) && !isExport(a)));
const writes = allEndpoints.filter(
  ({ method, path, upload }) => method !== 'GET' && path !== '/auth/logout' && (!upload || upload.orJson),
);

type Answer = { about: string; question: string; text: string };

const timeless = (text: string) =>
  text
    .replaceAll(/"(timestamp|requestId|checkedAt|retryAfter|now)":("[^"]*"|\d+)/g, '"$1":0')
    .replaceAll(/"nextRuns":\[[^\]]*\]/g, '"nextRuns":[]')
    // Links of the dashboard that say since when.
    .replaceAll(/=\d{4}-\d\d-\d\d\+\d\d%3A\d\d%3A\d\d/g, '=0')
    .replaceAll(/请于 \d+ 秒后/g, '请稍后');

const ask = async (server: TestServer, reader: Reader, { endpoint, input }: Question): Promise<Answer> => {
  const { token, name } = reader;
  const response = await server.app.inject(requestOf(endpoint, { ...input, ...(token ? { token } : {}) }));
  const { date: _date, 'content-length': _length, 'x-request-id': _id, ...headers } = response.headers;
  const isZip = response.rawPayload.toString('latin1', 0, 2) === 'PK';
  const isPdf = response.rawPayload.toString('latin1', 0, 4) === '%PDF';
  const unpacked = isPdf ? await pdfTexts(response.rawPayload) : response.body;
  const body = isZip ? unzipped(response.rawPayload) : unpacked;
  return {
    about: nameOf(endpoint),
    question: `${name} ${nameOf(endpoint)} ${JSON.stringify(input)}`,
    text: timeless(`${response.statusCode} ${JSON.stringify(headers)}\n${body}`),
  };
};

const isClosed = ({ text }: Answer) => /"code":"auth.(required|forbidden)"/.test(text);
const isRefused = ({ text }: Answer) => /^4\d\d /.test(text);
/** Refused requests after which no more are sent for a row. */
const REFUSALS = 6;
/** Rows of an endpoint that an unrestricted reader requests in full: the same filters on further ones add nothing. */
const ROWS_IN_FULL = 3;

/**
 * Sends the requests one after the other; if the first one is refused, the rest is skipped, and so are further ones
 * about a row that seems missing. In the other world they are skipped at the same places, or the test reports the
 * difference.
 */
const askAll = async (server: TestServer, reader: Reader, questions: readonly Question[]) => {
  const answers: Answer[] = [];
  const closed = new Set<Endpoint>();
  const told = new Map<Endpoint, Set<string>>();
  let row = '';
  let refusals = 0;
  for (const question of questions) {
    const { endpoint } = question;
    if (closed.has(endpoint)) continue;
    const about = question.row === undefined ? '' : `${nameOf(endpoint)} ${question.row}`;
    if (about !== row) [row, refusals] = [about, 0];
    if (row !== '' && refusals >= REFUSALS) continue;
    const rows = told.get(endpoint) ?? new Set();
    if (reader.everywhere && rows.size > ROWS_IN_FULL && rows.has(row)) continue;
    const answer = await ask(server, reader, question);
    if (isClosed(answer)) closed.add(endpoint);
    // After a successful answer about a row all requests are sent.
    refusals = isRefused(answer) ? refusals + 1 : -Infinity;
    if (row !== '' && !isRefused(answer)) told.set(endpoint, rows.add(row));
    answers.push(answer);
  }
  return answers;
};

const questionsOf = (world: World, reader: Reader): Question[] => {
  const probes = probesOf(world, reader.everywhere);
  const asked = reads.flatMap((endpoint) => readsOf(endpoint, probes));
  // An unrestricted reader would change both worlds, and is notified of the changes.
  if (reader.everywhere) return asked;
  return [...asked, ...conflictsOf(world), ...writes.flatMap((endpoint) => writesOf(endpoint, probes))];
};

/** Whether a permitted number was read, which is an event of its own. */
const isNumberRead = (world: World, { holds, everywhere }: Reader, { endpoint, input }: Question) =>
  endpoint.path.endsWith('/:id/identity') &&
  typeof endpoint.access === 'string' &&
  holds(endpoint.access) &&
  (everywhere || (input.params as { id: string }).id === String(world.own));

const FRAMES = 'websocket';

type Look = { world: World; readers: readonly Reader[]; changed: readonly Secret[] | null };

const lookAtCopy = async (copy: Database, { world, readers, changed }: Look) => {
  const server = await startTestServer({ ...expertEnv, connection: copy.connection });
  try {
    await keepFiles(server);
    await keepCopy(server, world.copy);
    if (changed) await changeSecrets(server, world, changed);
    const answers: Answer[] = [];
    const pages = await openPages(server, readers);
    for (const reader of readers) {
      const questions = questionsOf(world, reader).filter(
        (question) => !isNumberRead(world, reader, question),
      );
      answers.push(...(await askAll(server, reader, questions)));
    }
    const refused = await stir(server, world);
    for (const { name, frames } of await pages.close())
      answers.push({ about: FRAMES, question: `${name} ${FRAMES}`, text: frames.join('\n') });
    return { answers, refused };
  } finally {
    await server.close();
    await copy.drop();
  }
};

/** In numbers of a whole round also the own file of an officer who applies is one that it waits for. */
const NUMBERS = 'GET /api/assignment/summary';

/** The difference between the answers of two worlds, with some text before it. */
const difference = (a: string, b: string) => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return [a, b].map((text) => text.slice(Math.max(0, at - 80), at + 120)).join('\n≠ ');
};

/** Maximum number of reported findings of an endpoint. */
const TOLD = 2;
const firstOfEach = (found: { about: string; text: string }[]) =>
  [...Map.groupBy(found, ({ about }) => about).values()].flatMap((some) =>
    some.slice(0, TOLD).map(({ text }) => text),
  );

/**
 * Hidden facts that these readers, who may know the same, learn; and the marks that they found and may know.
 */
export const findLeaks = async ({ source, world }: LeakWorld, names: readonly string[]) => {
  const readers = world.readers.filter(({ name }) => names.includes(name));
  const unknown = secrets.filter((secret) => !readers.some((reader) => mayKnow(reader, secret)));
  const copies = [await createTestDatabase(source.name), await createTestDatabase(source.name)] as const;
  const [{ answers: here, refused }, { answers: there }] = await Promise.all([
    lookAtCopy(copies[0], { world, readers, changed: null }),
    lookAtCopy(copies[1], { world, readers, changed: unknown }),
  ]);
  const seen = secrets
    .filter((secret) => !unknown.includes(secret))
    .flatMap(({ marks }): MarkName[] => marks)
    .filter((name) => here.some(({ text }) => text.includes(markOf(name)[0])));
  const hidden = unknown.flatMap((secret) => secret.marks);
  const marks = [
    ...hidden.flatMap(markOf),
    ...numbersOf(world).flat(),
    // A hash identifies a known work.
    ...(hidden.includes('copyApplicant') ? [world.copy.source.sha256] : []),
  ];
  // Equal answers of both worlds are searched once.
  const others = there.filter(
    ({ text, question }, index) => here[index]?.text !== text || here[index].question !== question,
  );
  const told = [...here, ...others].flatMap(({ about, question, text }) =>
    marks
      .filter((one) => text.includes(one) && !question.includes(one))
      .map((one) => ({ about, text: `${question} told ${one}` })),
  );
  const differing = here.flatMap(({ about, question, text }, index) => {
    const other = there[index];
    if (other?.question !== question) return [{ about, text: `${question} ≠ ${other?.question}` }];
    const isKnown = about === NUMBERS && names.includes(APPLYING);
    return LIVE.has(about) || isKnown || unnumbered(text) === unnumbered(other.text)
      ? []
      : [{ about, text: `${question}\n${difference(text, other.text)}` }];
  });
  const statements = here.filter(({ about }) => about === 'GET /api/monitor/sql').map(({ text }) => text);
  const deaf = readers.filter(({ name, token }) => {
    const page = here.find(({ question }) => question === `${name} ${FRAMES}`);
    return !(token ? (heard[name] ?? /"kind":"ready"/) : /^$/).test(page?.text ?? '?');
  });
  return {
    seen,
    leaks: {
      readers: readers.length,
      told: firstOfEach(told),
      differing: firstOfEach(differing),
      statements: statements.filter((text) => text.includes('kq')),
      refused,
      deaf: deaf.map(({ name }) => name),
    },
  };
};

/** No finding, for this many readers. */
export const noLeaks = (names: readonly string[]) => ({
  readers: names.length,
  told: [],
  differing: [],
  statements: [],
  refused: [],
  deaf: [],
});
