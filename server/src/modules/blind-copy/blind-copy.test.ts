import { buffer } from 'node:stream/consumers';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blindCopyApi as api } from '@zhiping/shared/contracts/blind-copy.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { openTaskStates } from '@zhiping/shared/rules/task/states.ts';
import { bombOf } from '../../../scripts/blind-corpus/bombs.ts';
import { drawableExperts } from '../../../test/review-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  addFile,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
  withoutFiles,
} from '../../../test/project-helpers.ts';
import { readConfig } from '../../config.ts';
import { createFileStore } from '../../platform/files/create-file-store.ts';
import { loadIdentity } from '../../platform/identity.ts';
import { findBlindFacts } from './blind-facts.queries.ts';
import { openBlindCopy } from './open-blind-copy.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock, work: {}, copyLimits: { heapMegabytes: 64 } });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
});
afterAll(() => server.close());

const article = async (lines: string[]) => {
  const pdf = await PDFDocument.create();
  pdf.setAuthor('Murong Jiaoshu');
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 400]);
  lines.forEach((line, index) => page.drawText(line, { x: 30, y: 350 - index * 24, size: 12, font }));
  return Buffer.from(await pdf.save());
};

/** An eligible project of a cycle with one work; returns the id of its material. */
const eligibleWith = async (cycleId: number, bytes: Buffer, name = '代表作全文.pdf') => {
  const person = await newApplicant(server);
  const project = await completeProject(server, person, cycleId);
  const material = await addFile(server, person.token, {
    id: project,
    bytes,
    name,
    type: 'representativeWork',
    entryKey: 'r1',
  });
  const handedIn = await submit(server, person.token, project);
  expect(handedIn.status).toBe(204);
  await server.db.updateTable('project').set({ state: 'eligible' }).where('id', '=', project).execute();
  return material;
};

const countOpen = async () => {
  const open = await server.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'blind.cover')
    .where('state', 'in', openTaskStates)
    .execute();
  return open.length;
};
const copiesDone = async () => {
  await expect.poll(countOpen).toBe(0);
};
const run = async (cycleId: number, again = false) => {
  expect((await server.call(api.run, { token: office, body: { cycleId, again } as never })).status).toBe(204);
  await copiesDone();
};
const read = async (id: number) => (await server.call(api.read, { token: office, params: { id } })).body;
const proveAgain = async (id: number) => {
  expect((await server.call(api.cover, { token: office, params: { id } })).status).toBe(204);
  await copiesDone();
};
const released = (id: number) => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: server.dataDir, CAPTCHA_ANSWER: '1234' });
  return openBlindCopy({ db: server.db, files: createFileStore(config) }, id);
};

const lines = [
  'On the stability of systems',
  'Murong Jiaoshu, J.-S. Murong',
  'teacher@example.org, +86 13912345678',
  'This sentence is to be read by everybody.',
];

const newCycle = () => publishedCycle(server, office);

/** A cycle of its own with one work, of which the copy is made. */
const coveredWork = async () => {
  const cycleId = await newCycle();
  const id = await eligibleWith(cycleId, await article(lines));
  await run(cycleId);
  return { cycleId, id };
};

describe('the blind copy of a work', () => {
  test('covers what reveals its owner, keeps the rest, and is released once it is clean', async () => {
    const { id } = await coveredWork();
    const copy = await read(id);
    expect(copy).toMatchObject({ state: 'covered', pages: 1, openMarks: 0, doubtedPages: 0, leftOver: 0 });
    expect(copy.marks.map(({ kind }) => kind)).toEqual(['name', 'name', 'mail', 'phone']);
    expect(copy.marks.map(({ words }) => words).join()).not.toContain('13912345678');
    expect(await released(id)).toBeNull();
    expect((await server.call(api.release, { token: office, params: { id }, body: {} })).status).toBe(204);
    const opened = await released(id);
    const bytes = await buffer(opened!.bytes as AsyncIterable<Uint8Array>);
    expect(bytes.toString('latin1')).not.toMatch(/Murong|Author|Producer|Info/);
    expect(opened).toMatchObject({ type: 'application/pdf', fileName: '代表作.pdf', pages: 1 });
    expect((await server.call(api.withdraw, { token: office, params: { id } })).status).toBe(204);
    expect(await released(id)).toBeNull();
  });

  test('waits on the start page of the office until it is released', async () => {
    const { cycleId, id } = await coveredWork();
    await server.db.updateTable('cycle').set({ state: 'reviewing' }).where('id', '=', cycleId).execute();
    const works = async (token: string) =>
      (await server.call(dashboardApi.read, { token })).body.queues
        .flatMap(({ rows }) => rows)
        .filter(({ name }) => name.startsWith('盲审副本'));
    const before = await works(office);
    const { counts } = (await server.call(api.summary, { token: office, query: { cycleId } })).body;
    expect(counts).toContainEqual({ state: 'covered', count: 1 });
    const work = expect.objectContaining({
      name: '盲审副本已遮盖 1 份',
      to: `/review/blind?cycleId=${cycleId}&state=covered`,
    });
    expect(before).toContainEqual(work);
    expect((await server.call(api.release, { token: office, params: { id }, body: {} })).status).toBe(204);
    const after = await works(office);
    expect(after.map(({ name }) => name).filter((name) => name.includes('已遮盖'))).toEqual([]);
    expect(await works((await signedIn(server.db, { roleIds: [4] })).token)).toEqual([]);
  });

  test('keeps what people decide and draw over a further run', async () => {
    const { id } = await coveredWork();
    const before = await read(id);
    const { id: markId } = before.marks[0]!;
    const decide = (body: object) =>
      server.call(api.decide, {
        token: office,
        params: { id },
        body: { markIds: [markId], ...body } as never,
      });
    expect((await decide({ isCovered: false })).error.errors).toMatchObject([{ field: 'reason' }]);
    expect((await decide({ isCovered: false, reason: '同名的他人' })).status).toBe(204);
    const place = { page: 1, x: 20, y: 120, width: 300, height: 20, angle: 0 };
    const added = await server.call(api.addMark, { token: office, params: { id }, body: { place } });
    expect(added.status).toBe(201);
    expect(await read(id)).toMatchObject({ state: 'needsWork', isChanged: true });
    const refused = await server.call(api.release, { token: office, params: { id }, body: { waiver: '急' } });
    expect(refused.error).toMatchObject({ code: 'blind.changed' });
    await proveAgain(id);
    const after = await read(id);
    expect(after).toMatchObject({ state: 'covered', isChanged: false, leftOver: 0 });
    expect(after.marks.find(({ kind }) => kind === 'name')).toMatchObject({
      state: 'ignored',
      reason: '同名的他人',
    });
    expect(after.marks.filter(({ source }) => source === 'person')).toHaveLength(1);
    const removed = await server.call(api.removeMarks, {
      token: office,
      params: { id },
      body: [added.body.id],
    });
    expect(removed.status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'needsWork' });
  });

  test('is drawn page by page for those who check it, and for no other account', async () => {
    const { id } = await coveredWork();
    const page = (token: string, side: string, number = 1) =>
      server.call(api.page, { token, params: { id, page: number }, query: { side, width: 400 } as never });
    for (const side of ['original', 'copy']) expect((await page(office, side)).status).toBe(200);
    expect((await page(office, 'copy', 2)).status).toBe(404);
    const expert = await signedIn(server.db, { roleIds: [6] });
    expect((await page(expert.token, 'original')).status).toBe(403);
  });
});

test('those who wrote a work with the applicant are hidden unless the rule of the cycle leaves them', async () => {
  const coauthorsIn = async (cycle: number) => {
    const person = await newApplicant(server);
    const project = await completeProject(server, person, cycle);
    const { form, version } = await readProject(server, person.token, project);
    const works = { works: [{ key: 'w1', entry: 'r1', contribution: '本人提出方法' }] };
    await saveForm(server, person.token, { id: project, version, form: { ...form, works } });
    const file = { id: project, bytes: await article(lines), name: '代表作.pdf', type: 'representativeWork' };
    await addFile(server, person.token, { ...file, entryKey: 'r1' });
    const handedIn = await submit(server, person.token, project);
    expect(handedIn.status, handedIn.error?.message).toBe(204);
    const identity = await loadIdentity(server.pool);
    const { coauthors } = await findBlindFacts({ db: server.db, identity }, project);
    return coauthors.map(({ name }) => name);
  };
  expect(await coauthorsIn(await newCycle())).toEqual(['张三', '李四']);
  const rules = { ...withoutFiles, W2: { values: { hidesCoauthors: false } } };
  expect(await coauthorsIn(await publishedCycle(server, office, rules))).toEqual([]);
});

test('a page with too little text waits for a person, or needs a reason', async () => {
  const cycleId = await newCycle();
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  const png = await pdf.embedPng(
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  );
  page.drawImage(png, { x: 50, y: 50, width: 300, height: 300 });
  const id = await eligibleWith(cycleId, Buffer.from(await pdf.save()));
  await run(cycleId);
  expect(await read(id)).toMatchObject({ state: 'needsPerson', doubtedPages: 1 });
  const report = await server.call(api.releaseMany, { token: office, body: { cycleId, ids: [id] } });
  expect(report.body).toMatchObject({ succeeded: 0, failed: [{ id, message: '还有 1 页需要人工核对' }] });
  const body = { pages: [1], isChecked: true };
  expect((await server.call(api.checkPages, { token: office, params: { id }, body })).status).toBe(204);
  expect(await read(id)).toMatchObject({ state: 'covered' });
  const done = await server.call(api.releaseMany, { token: office, body: { cycleId, ids: [id] } });
  expect(done.body).toMatchObject({ succeeded: 1, failed: [] });
});

test('a released copy of an earlier version is reported, and made again; copies under review only on request', async () => {
  const cycleId = await newCycle();
  const bytes = await article(lines);
  const ids = [await eligibleWith(cycleId, bytes), await eligibleWith(cycleId, bytes)];
  await run(cycleId);
  for (const one of ids)
    expect((await server.call(api.release, { token: office, params: { id: one }, body: {} })).status).toBe(
      204,
    );
  const old = async () =>
    (await server.call(api.list, { token: office, query: { cycleId, isOld: true } })).body.content.map(
      (row) => row.id,
    );
  const summary = async () =>
    (await server.call(api.summary, { token: office, query: { cycleId } })).body.old;
  expect(await old()).toEqual([]);
  await server.pool.query('update blind_copy set engine = 4 where material_id = any ($1)', [ids]);
  expect(new Set(await old())).toEqual(new Set(ids));
  const [first, second] = ids as [number, number];
  const alone = await server.call(api.list, { token: office, query: { id: second } });
  expect(alone.body.content.map((row) => row.id)).toEqual([second]);
  const { rows } = await server.pool.query('select project_id from project_material where id = $1', [first]);
  const [expert] = await drawableExperts(server, 1);
  await server.pool.query(
    `insert into assignment (cycle_id, project_id, expert_id, slot, state, parts, released_at, accepted_at)
      values ($1, $2, $3, 1, 'reviewing', '{}', '2026-09-01', '2026-09-02')`,
    [cycleId, rows[0].project_id, expert!.expertId],
  );
  expect(await summary()).toEqual({ released: 2, inReview: 1 });
  const recheck = (body: object) =>
    server.call(api.recheck, { token: office, body: { cycleId, ...body } as never });
  expect((await recheck({ ids: [first] })).body).toMatchObject({
    succeeded: 0,
    failed: [{ id: first, message: expect.stringContaining('专家正在评审') }],
  });
  expect((await recheck({})).body).toEqual({ succeeded: 1, failed: [] });
  await copiesDone();
  // Made anew it waits for the office; the one that is being read is where it was.
  expect(await read(second)).toMatchObject({ state: 'covered', isOld: false });
  expect(await read(first)).toMatchObject({ state: 'released', isOld: true });
  // After a manual withdrawal it cannot be released unchanged.
  await server.call(api.withdraw, { token: office, params: { id: first } });
  const refused = await server.call(api.release, { token: office, params: { id: first }, body: {} });
  expect([refused.status, refused.error?.code]).toEqual([400, 'blind.old']);
  expect((await recheck({ ids: [first] })).body).toMatchObject({
    succeeded: 0,
    failed: [{ id: first, message: expect.stringContaining('还没有放行') }],
  });
  await server.pool.query(
    `update blind_copy set state = 'released', released_at = now(), released_by = 1 where material_id = $1`,
    [first],
  );
  expect((await recheck({ ids: [first, second], withOpen: true })).body).toMatchObject({
    succeeded: 1,
    failed: [{ id: second, name: expect.stringContaining('代表作全文') }],
  });
  await copiesDone();
  expect(await read(first)).toMatchObject({ state: 'covered', isOld: false });
  expect(await summary()).toEqual({ released: 0, inReview: 0 });
});

test('a valid copy is made again only on request', async () => {
  const { cycleId, id } = await coveredWork();
  const { coveredAt } = await read(id);
  clock.travelTo(new Date(clock.now().getTime() + 60_000));
  await run(cycleId);
  expect((await read(id)).coveredAt).toEqual(coveredAt);
  await run(cycleId, true);
  expect((await read(id)).coveredAt).not.toEqual(coveredAt);
});

test('a file that takes more than it may ends as work for a person, who can try again; the others are made', async () => {
  const cycleId = await newCycle();
  const bomb = await eligibleWith(cycleId, bombOf('cmap-range'), '复杂.pdf');
  const id = await eligibleWith(cycleId, await article(lines));
  await run(cycleId);
  const failed = { state: 'needsWork', problem: 'too_slow', pageList: [], can: { cover: true } };
  const refused = '无法制作副本：文件过于复杂，处理超过时间或内存限制';
  const seen = await read(bomb);
  expect(seen).toMatchObject({ ...failed, can: { release: refused, waive: refused } });
  expect(await read(id)).toMatchObject({ state: 'covered' });
  const list = await server.call(api.list, { token: office, query: { cycleId, state: 'needsWork' } });
  expect(list.body.content).toEqual([expect.objectContaining({ id: bomb, problem: 'too_slow' })]);
  clock.travelTo(new Date(clock.now().getTime() + 60_000));
  expect((await server.call(api.cover, { token: office, params: { id: bomb } })).status).toBe(204);
  await copiesDone();
  const again = await read(bomb);
  expect(again).toMatchObject(failed);
  expect(again.coveredAt).not.toEqual(seen.coveredAt);
});
