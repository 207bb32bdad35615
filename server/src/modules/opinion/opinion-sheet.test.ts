import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import { sheetHeaders } from '@zhiping/shared/rules/opinion/sheet.ts';
import { signedIn } from '../../../test/factories.ts';
import { sendFile } from '../../../test/file-helpers.ts';
import { openNames } from '../../../test/cycle-helpers.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle } from '../../../test/project-helpers.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  releaseDraw,
  tasksOf,
  wholeOpinion,
} from '../../../test/review-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let experts: Awaited<ReturnType<typeof drawableExperts>>;
type Expert = (typeof experts)[number];
/** An expert with two assignments whose commitments are signed. */
let expert: Expert;
let other: Expert;
let ids: number[];

const headers = Object.values(sheetHeaders);
const download = (token: string | undefined, id: number) =>
  server.app.inject(requestOf(api.sheet, { token, params: { id } }));
const rowsIn = async (id: number, token = expert.token) => {
  const answer = await download(token, id);
  expect(answer.statusCode).toBe(200);
  return (await readSheet(answer.rawPayload, headers, 100)).map(({ values }) =>
    headers.map((one) => values[one]),
  );
};
type Cells = (string | null)[][];
const bookOf = async (rows: Cells) =>
  Buffer.from(
    (await writeXlsx({ sheets: [{ name: '评审意见表', rows: [headers, ...rows] }] })) as Uint8Array,
  );
const send = async (rows: Cells, id = ids[0]!, token = expert.token) =>
  sendFile(
    server,
    api.readSheet,
    { name: '意见.xlsx', bytes: await bookOf(rows) },
    { token, params: { id } },
  );
const filled = (rows: (string | undefined)[][], values: Record<string, string>): Cells =>
  rows.map(([key, name, help, value]) => [key!, name!, help!, values[key!] ?? value ?? null]);
const save = (version: number, opinion = wholeOpinion()) =>
  server.call(api.save, {
    token: expert.token,
    params: { id: ids[0]! },
    body: { version, opinion, client: 'tab', seconds: 1 },
  });

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  experts = await drawableExperts(server, 5);
  const cycleId = await publishedCycle(server, office);
  await eligibleProjects(server, cycleId, 4);
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  await releaseDraw(server, office, id);
  const own = await Promise.all(experts.map(async (one) => ({ one, tasks: await tasksOf(server, one) })));
  const busy = own.find(({ tasks }) => tasks.length >= 2)!;
  expert = busy.one;
  ids = busy.tasks.map(({ assignmentId }) => assignmentId);
  other = own.find(
    ({ one, tasks }) => one !== expert && !tasks.some((task) => ids.includes(task.assignmentId)),
  )!.one;
  await server.call(api.commit, {
    token: expert.token,
    body: { assignmentIds: ids, version: 1, agreed: true },
  });
});
afterAll(() => server.close());

test('a sheet is for the expert of the file alone', async () => {
  const id = ids[0]!;
  expect((await download(undefined, id)).statusCode).toBe(401);
  expect((await download(office, id)).statusCode).toBe(403);
  expect((await download(other.token, id)).statusCode).toBe(404);
  const rows = filled(await rowsIn(id), {});
  expect((await send(rows, id, other.token)).status).toBe(404);
  expect((await send(rows, id, office)).status).toBe(403);
});

test('it names a blind file by its bag, and holds what is written so far', async () => {
  const id = ids[0]!;
  expect((await save(0)).status).toBe(200);
  const answer = await download(expert.token, id);
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
    /评审意见表-[0-9A-Z]{6}\.xlsx/,
  );
  const rows = await rowsIn(id);
  expect(rows[0]).toEqual([
    `task:${id}:1:1`,
    '材料',
    expect.any(String),
    expect.stringMatching(/^袋号 [0-9A-Z]{6}$/),
  ]);
  expect(rows.find(([key]) => key === 'score:topic')?.[3]).toBe('16');
  expect(rows.at(-1)?.[3]).toBe('同意');
  expect(JSON.stringify(rows)).not.toMatch(/慕容教书|天津大学/);
});

test('it is read back with what it was made of, and nothing is saved by it', async () => {
  const id = ids[0]!;
  const rows = await rowsIn(id);
  expect((await save(1, wholeOpinion({ conclusion: null }))).body.version).toBe(2);
  const { status, body } = await send(filled(rows, { 'score:topic': '１８', 'text:advice': '=1+1' }));
  expect(status).toBe(200);
  expect(body.problems).toEqual([]);
  expect(body.base.conclusion).toBe('agree');
  expect(body.opinion).toMatchObject({ scores: { topic: 18, method: 25 }, texts: { advice: '=1+1' } });
  const desk = (await server.call(api.read, { token: expert.token, params: { id } })).body;
  expect(desk).toMatchObject({ version: 2, state: 'reviewing', opinion: { conclusion: null } });
});

test('problems are reported with row and column, and then nothing is taken over', async () => {
  const rows = await rowsIn(ids[0]!);
  const { status, body } = await send(filled(rows, { 'score:topic': '21', 'answer:conclusion': '也许' }));
  expect(status).toBe(200);
  expect(body.opinion).toBeNull();
  expect(body.problems).toEqual([
    { row: 3, column: '填写', message: '「选题与价值」分数应为 0 至 20' },
    { row: 9, column: '填写', message: '结论只能填“同意”或“不同意”' },
  ]);
});

test('the sheet of another project, of an older form, or of another expert is refused', async () => {
  const rows = filled(await rowsIn(ids[1]!), {});
  expect((await send(rows)).error?.code).toBe('review.sheet_other');
  const [first, ...rest] = filled(await rowsIn(ids[0]!), {});
  const headed = (key: string) => send([[key, ...first!.slice(1)], ...rest]);
  expect((await headed(`task:${ids[0]!}:0:1`)).error?.code).toBe('review.sheet_old');
  expect((await headed(`task:${ids[0]!}:1:99`)).error?.code).toBe('review.sheet');
  expect((await headed('')).error?.code).toBe('review.sheet');
  expect((await send([['', '', '', '别的表']])).error?.code).toBe('review.sheet');
  const nothing = sendFile(
    server,
    api.readSheet,
    { name: '意见.xlsx', bytes: Buffer.from('no sheet') },
    { token: expert.token, params: { id: ids[0]! } },
  );
  expect((await nothing).status).toBe(400);
});

test('nothing is filled in once it was handed in', async () => {
  const id = ids[0]!;
  const rows = filled(await rowsIn(id), {});
  expect((await save(2)).body.version).toBe(3);
  const sent = await server.call(api.submit, { token: expert.token, params: { id }, body: { version: 3 } });
  expect(sent.status, sent.error?.message).toBe(204);
  expect((await download(expert.token, id)).statusCode).toBe(400);
  expect((await send(rows)).error?.code).toBe('review.closed');
});

test("in open cycles an expert reads the applicant's name before signing, and in the sheet", async () => {
  const [, id] = ids;
  const { cycleId } = (await tasksOf(server, expert))[0]!;
  await openNames(server, cycleId);
  await server.pool.query(`update assignment set state = 'released', accepted_at = null where id = $1`, [id]);
  const { body } = await server.call(api.commitment, { token: expert.token, query: { cycleId } });
  expect(body.tasks).toMatchObject([
    { assignmentId: id, blind: false, name: '慕容教书', schoolName: '天津大学' },
  ]);
  // Nothing more before the commitment is signed.
  const unsigned = (await server.call(api.read, { token: expert.token, params: { id: id! } })).body;
  expect(unsigned).toMatchObject({ view: 'expertOpen', person: null, application: null, files: [] });
  await server.call(api.commit, {
    token: expert.token,
    body: { assignmentIds: [id!], version: 1, agreed: true },
  });
  expect((await rowsIn(id!))[0]?.[3]).toMatch(/^袋号 [0-9A-Z]{6}，慕容教书（天津大学）$/);
});

test('a blind reader is told to judge by nothing that is hidden', async () => {
  await server.pool.query('alter table rule_set disable trigger user');
  await server.pool.query(
    `update rule_set set content = jsonb_set(content || '{"blind": true}', '{form,criteria,0,basis}', '["works", "proofs"]')`,
  );
  const [, first] = await rowsIn(ids[1]!);
  expect(first).toContainEqual(expect.stringContaining('依据：代表作；'));
});
