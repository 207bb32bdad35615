import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { openBlindRound } from './blind-round.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from './harness.ts';
import { untilIdle } from './idle.ts';
import { drawableExperts } from './review-helpers.ts';
import { deskOf, placesOf, type RoundExpert } from './round-helpers.ts';
import { START } from './worlds.ts';

/**
 * Orders as a leak: where experts stand in the order of what stands beside projects (numbers of assignments and of
 * reports), the one list is the key to the other. Crawls every list for experts and correlates their order.
 */

let server: TestServer;
let cycleId: number;
let experts: RoundExpert[];
let readers: string[];

/** Not the order of anything in the database. */
const shuffled = <T>(rows: readonly T[]): T[] => rows.map((_, at) => rows[(at * 5 + 3) % rows.length]!);

beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(START), work: {} });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const admin = (await signedIn(server.db, { roleIds: [1] })).token;
  readers = [office, admin];
  experts = await drawableExperts(server, 9);
  ({ cycleId } = await openBlindRound(server, office));
  await server.pool.query('update cycle set mapping_consent = true where id = $1', [cycleId]);
  const places = await placesOf(server, cycleId);
  const { sign } = deskOf(server);
  for (const expert of experts) await sign(expert, cycleId);
  // Each expert reports something, in an order of their own; one after the other, as in life.
  for (const expert of shuffled(experts))
    for (const { id } of places.filter((place) => place.expert === expert.expertId)) {
      const { status, error } = await server.call(reviewApi.report, {
        token: expert.token,
        params: { id, materialId: 1 },
        body: { problem: 'unreadable', note: null },
      } as never);
      if (status >= 300) throw new Error(error.message);
    }
  await untilIdle(server);
});
afterAll(() => server.close());

type Key = { name: string; of: Map<number, number> };

/** Numbers that stand beside projects, the least of each expert. */
const findKeys = async (): Promise<Key[]> => {
  const sources = {
    assignment: 'select expert_id as expert, min(id) as least from assignment group by 1',
    report: `select expert_id as expert, min(material_report.id) as least from material_report
      join assignment on assignment.id = assignment_id group by 1`,
  };
  return Promise.all(
    Object.entries(sources).map(async ([name, text]) => {
      const { rows } = await server.pool.query<{ expert: string; least: string }>(text);
      return { name, of: new Map(rows.map((row) => [Number(row.expert), Number(row.least)])) };
    }),
  );
};

type Row = Record<string, unknown>;

/** Arrays of rows anywhere in an answer. */
const listsIn = (node: unknown): Row[][] => {
  if (node === null || typeof node !== 'object') return [];
  const below = Object.values(node).flatMap(listsIn);
  return Array.isArray(node) ? [node as Row[], ...below] : below;
};

/** What names an expert. */
let marks: Map<number, string[]>;

const expertOf = (row: Row): number | null => {
  const text = JSON.stringify(row);
  const found = [...marks].filter(([, own]) => own.some((mark) => text.includes(mark)));
  return found.length === 1 ? found[0]![0] : null;
};

/** The experts of a list in its order, and in that of the numbers of its rows. */
const ordersOf = (rows: readonly Row[]): number[][] => {
  const byId = rows.toSorted((one, other) => Number(one?.['id'] ?? 0) - Number(other?.['id'] ?? 0));
  return [rows, byId].map((list) => [
    ...new Set(list.flatMap((row) => (row && typeof row === 'object' ? (expertOf(row) ?? []) : []))),
  ]);
};

/** The experts, or the projects, of the rows of one kind, a row each. */
const sequencesOf = (rows: readonly Row[], of: (row: Row) => number | null): number[][] =>
  [...Map.groupBy(rows, (row) => row?.['description']).values()].map((list) =>
    list.flatMap((row) => (row && typeof row === 'object' ? (of(row) ?? []) : [])),
  );

const ENOUGH = 6;

/** Whether two lists beside each other, or one of them turned round, are pairs of an expert and a project throughout. */
const isKey = (one: readonly number[], other: readonly number[], pairs: ReadonlySet<string>) =>
  one.length >= ENOUGH &&
  one.length === other.length &&
  [other, other.toReversed()].some((list) => one.every((expert, at) => pairs.has(`${expert}/${list[at]}`)));

/** Whether an order rises or falls with a key throughout: one of some hundred thousand by chance. */
const correlates = (order: readonly number[], { of }: Key) => {
  const values = order.flatMap((expert) => of.get(expert) ?? []);
  if (values.length < ENOUGH) return false;
  const steps = values.slice(1).map((value, at) => Math.sign(value - values[at]!));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
};

/** Answers of every list that these readers may ask for. */
const crawl = async (): Promise<{ path: string; list: Row[] }[]> => {
  const lists: { path: string; list: Row[] }[] = [];
  for (const token of readers)
    for (const endpoint of allEndpoints) {
      const { method, path } = endpoint;
      if (method !== 'GET' || path.includes(':') || path.endsWith('/download')) continue;
      for (const query of [{ cycleId, size: 100 }, { size: 100 }]) {
        const answer = await server.app.inject(requestOf(endpoint, { token, query }));
        if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('json')) continue;
        lists.push(...listsIn(answer.json()).map((list) => ({ path, list })));
      }
    }
  return lists;
};

test('no list of experts is in the order of what stands beside projects, nor of a list of projects', async () => {
  const { rows: people } = await server.pool.query<{
    id: string;
    name: string;
    phone: string;
    username: string;
  }>('select expert.id, name, expert.phone, username from expert join sys_user on sys_user.id = user_id');
  marks = new Map(
    people.map(({ id, name, phone, username }) => [Number(id), [name, phone, `"${username}"`]]),
  );
  const { rows: projects } = await server.pool.query<{ id: string; no: string; bag_no: string }>(
    'select id, no, bag_no from project where cycle_id = $1',
    [cycleId],
  );
  const projectOf = (row: Row): number | null => {
    const text = JSON.stringify(row);
    const named = projects.filter(({ no, bag_no }) => text.includes(no) || text.includes(bag_no));
    return named.length === 1 ? Number(named[0]!.id) : null;
  };
  const keys = await findKeys();
  expect(keys.map(({ of }) => of.size >= ENOUGH)).toEqual([true, true]);
  const places = await placesOf(server, cycleId);
  const pairs = new Set(places.map(({ expert, project }) => `${expert}/${project}`));
  const lists = await crawl();
  const orders = lists.flatMap(({ path, list }) => ordersOf(list).map((order) => ({ path, order })));
  // The pool, the round, accounts, mails, the log and sessions.
  expect(orders.filter(({ order }) => order.length >= ENOUGH).length).toBeGreaterThan(10);
  const byKey = orders.flatMap(({ path, order }) =>
    keys.filter((key) => correlates(order, key)).map(({ name }) => `${path} by ${name}`),
  );
  const sequences = (of: (row: Row) => number | null) =>
    lists.flatMap(({ path, list }) => sequencesOf(list, of).map((sequence) => ({ path, sequence })));
  const ofProjects = sequences(projectOf);
  const beside = sequences(expertOf).flatMap(({ path, sequence }) =>
    ofProjects
      .filter((other) => isKey(sequence, other.sequence, pairs))
      .map((other) => `${path} beside ${other.path}`),
  );
  expect([...new Set([...byKey, ...beside])]).toEqual([]);
});
