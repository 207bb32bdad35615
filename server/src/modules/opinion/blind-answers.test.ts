import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import { type BlindProject, openBlindRound } from '../../../test/blind-round.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { drawableExperts, tasksOf, wholeOpinion } from '../../../test/review-helpers.ts';

/**
 * Reports of a blind expert about a material, and that a foreign assignment is indistinguishable from a missing
 * one, even by the work it causes.
 */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
/** The same database without background work, whose statements would stand between those of a call. */
let quiet: TestServer;
let office: Awaited<ReturnType<typeof signedIn>>;
let cycleId: number;
let projects: BlindProject[];
let experts: Awaited<ReturnType<typeof drawableExperts>>;
type Expert = (typeof experts)[number];

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = await signedIn(server.db, { roleIds: [3] });
  experts = await drawableExperts(server, 8);
  ({ cycleId, projects } = await openBlindRound(server, office.token));
  for (const expert of experts)
    await server.call(api.commit, { token: expert.token, body: { cycleId, version: 1, agreed: true } });
  quiet = await startTestServer({ clock, connection: server.connection });
});
afterAll(async () => {
  await quiet.close();
  await server.close();
});

const tasksByExpert = async () => {
  const found: { expert: Expert; id: number }[] = [];
  for (const expert of experts)
    for (const { assignmentId: id } of await tasksOf(server, expert)) found.push({ expert, id });
  return found;
};

/** How often each statement was sent; the operation log is written after the answer, so it reveals nothing. */
const countsOf = () =>
  new Map(
    quiet.statements
      .read()
      .flatMap(({ sql, count }) => (sql.includes('operation_log') ? [] : [[sql, count]])),
  );
/** Statements that a call sends to the database, by text and number. */
const statementsOf = async <T>(work: () => Promise<T>) => {
  const before = countsOf();
  const result = await work();
  const sent = [...countsOf()]
    .map(([text, count]) => ({ text, count: count - (before.get(text) ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (one.text < other.text ? -1 : 1));
  return { result, sent };
};

const opinion = { version: 0, opinion: wholeOpinion(), client: 'tab1', seconds: 1 };
const calls: [name: string, endpoint: Endpoint, input: object][] = [
  ['read', api.read, {}],
  ['save', api.save, { body: opinion }],
  ['submit', api.submit, { body: { version: 0 } }],
  ['move', api.move, { body: { event: 'recuse', reason: '原因' } }],
  ['reading', api.reading, { body: { page: 1, isRead: false } }],
  ['material', api.material, {}],
  ['report', api.report, { body: { problem: 'missing', note: null } }],
  ['sheet', api.sheet, {}],
  ['revisions', api.revisions, {}],
];

test.each(calls)(
  '%s of a task of another and of one that is not there is the same work and answer',
  async (_name, endpoint, input) => {
    const tasks = await tasksByExpert();
    const { expert } = tasks[0]!;
    const foreign = tasks.find(
      (one) => one.expert !== expert && !tasks.some(({ expert: who, id }) => who === expert && id === one.id),
    )!;
    const ask = async (id: number) => {
      const asked = { token: expert.token, params: { id, materialId: 1 }, ...input };
      const { result, sent } = await statementsOf(() => quiet.app.inject(requestOf(endpoint, asked)));
      const { date: _date, 'x-request-id': _request, ...headers } = result.headers;
      const { requestId: _id, timestamp: _time, ...body } = result.json<Record<string, unknown>>();
      return { status: result.statusCode, headers, body, sent };
    };
    // Values cached after the reader's first call are no difference between the two.
    await ask(foreign.id);
    const [theirs, nobodys] = [await ask(foreign.id), await ask(foreign.id + 1)];
    // Foreign opinions have no versions, like missing ones.
    expect(theirs.status).toBe(endpoint === (api.revisions as Endpoint) ? 200 : 404);
    expect(theirs.sent.length).toBeGreaterThan(0);
    expect(nobodys).toEqual(theirs);
  },
);

test('a report of a file reaches the office once, with its name on the desk and never by whom', async () => {
  const { expert, id } = (await tasksByExpert())[0]!;
  const report = (token: string, body: object, materialId = 1) =>
    server.call(api.report, { token, params: { id, materialId }, body: body as never });
  const body = { problem: 'broken', note: '第 3 页缺页' };
  expect((await report(expert.token, { problem: 'nothing', note: null })).status).toBe(400);
  expect((await report(expert.token, body, 2)).status).toBe(404);
  expect((await report(office.token, body)).status).toBe(403);
  const twice = await Promise.all([report(expert.token, body), report(expert.token, body)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
  const { rows } = await server.pool.query<{ text: string; link: string; user_id: string }>(
    `select text, link, user_id from notification where text like '材料有问题%第 3 页缺页'`,
  );
  const told = rows.filter((row) => Number(row.user_id) === office.id);
  expect(told).toEqual([
    expect.objectContaining({
      text: expect.stringMatching(/^材料有问题：\S+ 代表作 1，内容损坏或缺页：第 3 页缺页$/),
      // To the file, where it waits for an answer and the copy is a step away.
      link: expect.stringMatching(new RegExp(`^/review/assignment\\?cycleId=${cycleId}&id=\\d+$`)),
    }),
  ]);
  const { rows: names } = await server.pool.query<{ name: string }>('select name from expert');
  for (const { text } of rows) for (const { name } of names) expect(text).not.toContain(name);
  const { rows: events } = await server.pool.query<{ detail: object }>(
    `select detail from audit_event where action = 'review.material_reported' and entity_id = $1`,
    [String(id)],
  );
  expect(events).toEqual([{ detail: expect.objectContaining({ problem: 'broken', note: '第 3 页缺页' }) }]);
});

test('a report waits at the file until the office answers it, and its expert reads the answer there', async () => {
  const { expert, id } = (await tasksByExpert())[1]!;
  const { rows: places } = await server.pool.query<{ project_id: number }>(
    'select project_id from assignment where id = $1',
    [id],
  );
  const { project_id: projectId } = places[0]!;
  const listener = await server.pool.connect();
  onTestFinished(() => listener.release(true));
  const heard: string[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.query('listen zhiping');
  const rounds = () => heard.filter((payload) => payload === `round:${cycleId}`).length;
  const tell = () =>
    server.call(api.report, {
      token: expert.token,
      params: { id, materialId: 1 },
      body: { problem: 'broken', note: '缺少附图' },
    });
  expect((await tell()).status).toBe(204);
  await expect.poll(rounds).toBe(1);
  /** The file, as one of those that something waits at. */
  const waitingFor = async (token: string) =>
    (
      await server.call(assignmentApi.files, { token, query: { cycleId, mark: 'reported' } })
    ).body.content.find((one) => one.projectId === projectId);
  const reports = (await waitingFor(office.token))!.reports.filter(({ note }) => note === '缺少附图');
  expect(reports).toEqual([expect.objectContaining({ problem: 'broken', answer: null, answeredBy: null })]);
  const { name } = (await server.db
    .selectFrom('expert')
    .select('name')
    .where('id', '=', expert.expertId)
    .executeTakeFirst())!;
  expect(JSON.stringify(reports)).not.toContain(name);
  // Readers of the round see that a report waits, but not its text.
  const reading = await createRole(server.db, { permissions: ['review:list'], dataScope: '全部' });
  const reader = await signedIn(server.db, { roleIds: [reading], deptId: 2 });
  expect((await waitingFor(reader.token))?.reports).toEqual([]);
  const deskFile = async (token: string) =>
    (await server.call(api.read, { token, params: { id } })).body.files[0];
  expect((await deskFile(expert.token))?.report).toMatchObject({ problem: 'broken', answer: null });
  const { id: reportId } = reports[0]!;
  const answer = (token: string, words: string) =>
    server.call(assignmentApi.answerReport, { token, params: { id: reportId }, body: { answer: words } });
  expect((await answer(expert.token, '好的')).status).toBe(403);
  expect((await answer(reader.token, '好的')).status).toBe(403);
  expect((await answer(office.token, ' ')).status).toBe(400);
  const twice = await Promise.all([
    answer(office.token, '副本已重新制作'),
    answer(office.token, '副本已重新制作'),
  ]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  await expect.poll(rounds).toBe(2);
  const isOpen = ({ id: one, answer: words }: { id: number; answer: string | null }) =>
    one === reportId && words === null;
  expect((await waitingFor(office.token))?.reports.some(isOpen) ?? false).toBe(false);
  expect((await deskFile(expert.token))?.report).toMatchObject({ answer: '副本已重新制作' });
  const { rows: told } = await server.pool.query<{ text: string; link: string }>(
    `select text, link from notification where text like '评审办答复%'`,
  );
  expect(told).toEqual([
    {
      text: expect.stringMatching(/^评审办答复：\S+ 代表作 1，副本已重新制作$/),
      link: `/desk/task?task=${id}&file=1`,
    },
  ]);
  // The other experts of the file learn nothing of it.
  const { rows: others } = await server.pool.query<{ id: string }>(
    `select assignment.id from assignment where project_id = (select project_id from assignment where id = $1) and id <> $1`,
    [id],
  );
  const beside = (await tasksByExpert()).find((one) => others.some((other) => Number(other.id) === one.id))!;
  const shown = await server.call(api.read, { token: beside.expert.token, params: { id: beside.id } });
  // The reader may have an own report without an answer.
  expect(shown.body.files[0]?.report?.answer ?? null).toBeNull();
  // A repeated problem is reported again.
  expect((await tell()).status).toBe(204);
  expect((await waitingFor(office.token))?.reports.filter(({ note }) => note === '缺少附图')).toHaveLength(2);
});

test('the applicant of a reported material learns nothing of it, whatever their roles', async () => {
  const tasks = await tasksByExpert();
  const { expert, id } = tasks[0]!;
  const { rows } = await server.pool.query<{ project_id: string }>(
    'select project_id from assignment where id = $1',
    [id],
  );
  const { rows: own } = await server.pool.query<{ user_id: string }>(
    `insert into user_role (user_id, role_id) select user_id, 3 from applicant
      join project on project.person_id = applicant.person_id where project.id = $1 returning user_id`,
    [rows[0]!.project_id],
  );
  expect(projects.map((one) => one.id)).toContain(Number(rows[0]!.project_id));
  const body = { problem: 'unreadable' as const, note: null };
  const sent = await server.call(api.report, { token: expert.token, params: { id, materialId: 1 }, body });
  expect(sent.status).toBe(204);
  const { rows: told } = await server.pool.query<{ user_id: string }>(
    `select user_id from notification where text like '%看不清%'`,
  );
  expect(told.length).toBeGreaterThan(0);
  expect(told.map((one) => one.user_id)).not.toContain(own[0]!.user_id);
});

test('a report is for who runs the review of all schools, for no other expert of the file, and ends somewhere', async () => {
  const tasks = await tasksByExpert();
  const { rows } = await server.pool.query<{ id: string; project_id: string; user_id: string }>(
    `select assignment.id, project_id, user_id from assignment join expert on expert.id = expert_id
      where project_id = (select project_id from assignment where id = $1) and assignment.id <> $1`,
    [tasks[0]!.id],
  );
  const role = await createRole(server.db, { permissions: ['assignment:release'], dataScope: '本级' });
  const narrow = await signedIn(server.db, { roleIds: [role], deptId: 2 });
  const reviewing = Number(rows[0]!.user_id);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [reviewing]);
  const report = (note: string) =>
    server.call(api.report, {
      token: tasks[0]!.expert.token,
      params: { id: tasks[0]!.id, materialId: 1 },
      body: { problem: 'other', note },
    });
  expect((await report('字迹模糊')).status).toBe(204);
  const { rows: told } = await server.pool.query<{ user_id: string }>(
    `select user_id from notification where text like '%字迹模糊%'`,
  );
  const heard = told.map((one) => Number(one.user_id));
  expect(heard).toContain(office.id);
  expect(heard).not.toContain(narrow.id);
  expect(heard).not.toContain(reviewing);
  await server.pool.query('delete from user_role where user_id = $1 and role_id = 3', [reviewing]);
  const many = await Promise.all(Array.from({ length: 22 }, (_, index) => report(`第 ${index} 次`)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([204, 400]));
  expect((await report('再一次')).error?.code).toBe('review.reports');
});

test('a blind expert reads the title that is applied for, unless it is a text of the applicant', async () => {
  const [{ expert, id }] = (await tasksByExpert()) as [{ expert: Expert; id: number }];
  const titles = async () => [
    (await server.call(api.read, { token: expert.token, params: { id } })).body.titleName,
    (await tasksOf(server, expert)).find(({ assignmentId }) => assignmentId === id)!.titleName,
  ];
  const rename = (name: string) =>
    server.pool.query(
      'update project set title_name = $1 where id = (select project_id from assignment where id = $2)',
      [name, id],
    );
  expect(await titles()).toEqual(['副教授', '副教授']);
  await rename('副教授（慕容教书）');
  expect(await titles()).toEqual([null, null]);
  await rename('副教授');
});
