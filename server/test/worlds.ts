import { inject as injected } from 'vitest';
import { adminConnection } from './admin-connection.ts';
import { countersNow, countFrom, type Counters } from './counters.ts';
import { signedIn } from './factories.ts';
import {
  createTestDatabase,
  startTestServer,
  type TestOptions,
  type TestServer,
  travellingClock,
} from './harness.ts';
import { untilIdle } from './idle.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';
import {
  conductDraw,
  drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  releaseDraw,
} from './review-helpers.ts';
import { closeRound, submitAll } from './round-helpers.ts';

/**
 * Worlds that many tests begin in. The first process of a run that asks for one builds it on a copy of the one before it, and keeps it as a
 * template; each caller gets a copy with a server on it. Its facts (ids, tokens) are the comment of its database.
 */

/** When all of them are built. */
export const START = new Date('2026-09-10T10:00:00+08:00');

/** Office, supervisor and eight experts, and a cycle that asks for no files. */
const published = async (server: TestServer) => {
  const tokenOf = async (roleId: number) => (await signedIn(server.db, { roleIds: [roleId] })).token;
  const people = { office: await tokenOf(3), second: await tokenOf(3), supervisor: await tokenOf(4) };
  const experts = await drawableExperts(server, 8);
  const cycleId = await publishedCycle(server, people.office, {
    ...withoutFiles,
    E5: { values: { days: 0 } },
  });
  return { ...people, experts, cycleId };
};

/** Two projects that can be drawn. */
const eligible = async (server: TestServer, facts: Awaited<ReturnType<typeof published>>) => ({
  ...facts,
  projects: await eligibleProjects(server, facts.cycleId, 2),
});

/** Drawn without a supervisor, not released yet. */
const drawn = async (server: TestServer, facts: Awaited<ReturnType<typeof eligible>>) => {
  const { office, cycleId } = facts;
  const drawId = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, drawId, [{ token: office, secret: newSecret() }]);
  return { ...facts, drawId };
};

/** Every file has its experts, who have not signed. */
const released = async (server: TestServer, facts: Awaited<ReturnType<typeof drawn>>) => {
  await releaseDraw(server, facts.office, facts.drawId);
  return facts;
};

/** Every opinion is submitted. */
const submitted = async (server: TestServer, facts: Awaited<ReturnType<typeof released>>) => {
  await submitAll(server, facts.experts, facts.cycleId);
  return facts;
};

/** The round is closed, and nothing of it published. */
const closed = async (server: TestServer, facts: Awaited<ReturnType<typeof submitted>>) => {
  const { status, error } = await closeRound(server, facts.office, facts.cycleId);
  if (status !== 204) throw new Error(error.message);
  return facts;
};

type Recipe = { from: string | null; build: (server: TestServer, facts: never) => Promise<object> };
const recipes = {
  published: { from: null, build: published },
  eligible: { from: 'published', build: eligible },
  drawn: { from: 'eligible', build: drawn },
  released: { from: 'drawn', build: released },
  submitted: { from: 'released', build: submitted },
  closed: { from: 'submitted', build: closed },
} satisfies Record<string, Recipe>;

type WorldName = keyof typeof recipes;
type FactsOf<N extends WorldName> = Awaited<ReturnType<(typeof recipes)[N]['build']>>;
type Template = { database: string; facts: object; counters: Counters };

const findTemplate = async (database: string) => {
  const admin = await adminConnection();
  const { rows } = await admin.query<{ told: string | null }>(
    `select shobj_description(oid, 'pg_database') as told from pg_database where datname = $1`,
    [database],
  );
  return rows[0];
};

const build = async (database: string, { from, build: add }: Recipe): Promise<Template> => {
  const before = from === null ? null : await templateOf(from as WorldName);
  const own = await createTestDatabase(before?.database, database);
  if (before) countFrom(before.counters);
  const server = await startTestServer({
    connection: own.connection,
    clock: travellingClock(START),
    work: {},
  });
  const facts = await add(server, (before?.facts ?? {}) as never);
  await untilIdle(server);
  await server.close();
  return { database, facts, counters: countersNow() };
};

const openTemplate = async (name: WorldName): Promise<Template> => {
  const admin = await adminConnection();
  const database = `${injected('template')}_${name}`;
  await admin.query('select pg_advisory_lock(hashtext($1))', [database]);
  try {
    const found = await findTemplate(database);
    if (found?.told) return JSON.parse(found.told) as Template;
    // Leftover of an interrupted process.
    if (found) await admin.query(`drop database ${database} with (force)`);
    const template = await build(database, recipes[name]);
    await admin.query(`comment on database ${database} is ${admin.escapeLiteral(JSON.stringify(template))}`);
    return template;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [database]);
  }
};

const opened = new Map<WorldName, Promise<Template>>();

const templateOf = (name: WorldName): Promise<Template> => {
  const known = opened.get(name) ?? openTemplate(name);
  opened.set(name, known);
  return known;
};

/** A server on a copy of a world, and what there is in it. It stands at START unless it is given a clock. */
export const startWorld = async <N extends WorldName>(name: N, options: TestOptions = {}) => {
  const { database, facts, counters } = await templateOf(name);
  countFrom(counters);
  const server = await startTestServer({
    clock: travellingClock(START),
    work: {},
    ...options,
    template: database,
  });
  return { server, ...(facts as FactsOf<N>) };
};
