import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { integrityApi as api, type IntegrityRow } from '@zhiping/shared/contracts/integrity.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { confirmWaiting } from '../../../test/confirm-waiting.ts';
import { openPool } from '../../../test/expert-helpers.ts';
import { newTeacher, nextIdCard, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { findExpertsToDraw, findScope } from '../assignment/roster.queries.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  pool = await openPool(server);
  office = pool.office.token;
});
afterAll(() => server.close());

const breach = { since: '2025-03-01', reason: '提供虚假材料', basis: '评审办〔2025〕3 号' };
const record = (change: object = {}, token = office) =>
  server.call(api.create, {
    token,
    body: { name: '欧阳明月', idCard: nextIdCard(), role: 'staff', ...breach, ...change } as never,
  });
const list = async (query: object = {}): Promise<IntegrityRow[]> =>
  (await server.call(api.list, { token: office, query: { size: 100, ...query } })).body.content;

const removeByTwo = async (id: number) => {
  const [row] = (await list({ id })) as [IntegrityRow];
  const { status, error } = await server.call(api.askRemoval, {
    token: office,
    params: { id },
    body: { version: row.version, why: '误录' },
  });
  expect(status, error?.message).toBe(201);
  await confirmWaiting(server);
};

describe('the register', () => {
  test('is exported as it is filtered, with masked numbers', async () => {
    const [name, idCard] = ['呼延灼', nextIdCard()];
    await record({ name, idCard });
    const headers = [
      '姓名',
      '身份证号码',
      '身份',
      '记录起始日',
      '记录截止日',
      '记录期内',
      '违规情形',
      '认定依据',
    ];
    const response = await server.app.inject(requestOf(api.download, { token: office, query: { name } }));
    const rows = await readSheet(response.rawPayload, headers, 10);
    expect(rows.map(({ values }) => headers.map((header) => values[header]))).toEqual([
      [
        name,
        expect.stringContaining('*'),
        '工作人员',
        '2025-03-01',
        '2028-03-01',
        '是',
        breach.reason,
        breach.basis,
      ],
    ]);
  });

  test('shows who is on record and until when, changes, and is taken back, each with its audit event', async () => {
    const idCard = nextIdCard();
    const { status, body } = await record({ name: '司马相如', idCard });
    expect(status).toBe(201);
    const [row] = await list({ name: '相如' });
    expect(row).toMatchObject({ ...breach, id: body.id, role: 'staff', until: '2028-03-01', isActive: true });
    expect(row!.idCard).toMatch(/^\d{1,6}\*+[\dX]{1,4}$/);
    const change = { id: body.id, version: row!.version, ...breach, since: '2023-09-09' };
    expect((await server.call(api.update, { token: office, body: change })).status).toBe(204);
    expect((await server.call(api.update, { token: office, body: change })).status).toBe(409);
    expect(await list({ name: '相如', isActive: true })).toEqual([]);
    expect(await list({ name: '相如', isActive: false })).toMatchObject([{ isActive: false }]);
    expect((await server.call(api.remove, { token: office, body: [body.id] })).status).toBe(200);
    expect(await list({ name: '相如' })).toEqual([]);
    const events = await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', 'integrity_record')
      .where('entity_id', '=', String(body.id))
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'integrity_record.created',
      'integrity_record.changed',
      'integrity_record.deleted',
    ]);
  });

  test.each([
    ['idCard', { idCard: '11010119900101000' }],
    ['since', { since: '2026-09-11' }],
    ['since', { since: '去年' }],
    ['role', { role: 'teacher' }],
    ['reason', { reason: ' ' }],
    ['basis', { basis: '' }],
  ])('asks for %s', async (field, change) => {
    const { status, error } = await record(change);
    expect([status, error.errors?.map((one) => one.field)]).toEqual([400, [field]]);
  });

  test('is for the office alone', async () => {
    const calls = (token?: string) => [
      server.call(api.askChange, { token, params: { id: 1 }, body: { version: 0, ...breach, why: '误录' } }),
      server.call(api.askRemoval, { token, params: { id: 1 }, body: { version: 0, why: '误录' } }),
    ];
    for (const one of await Promise.all(calls())) expect(one.status).toBe(401);
    for (const roleIds of [[2], [4], [6], [7], [9]]) {
      const { token } = await signedIn(server.db, { roleIds });
      for (const one of await Promise.all(calls(token))) expect(one.status).toBe(403);
      expect((await server.call(api.list, { token })).status).toBe(403);
      expect((await record({}, token)).status).toBe(403);
    }
    expect((await server.call(api.list)).status).toBe(401);
  });
});

test('an expert on record leaves the pool, comes back no sooner than it ends, and is not drawn meanwhile', async () => {
  const idCard = nextIdCard();
  const id = await pool.added({ idCard, name: '诸葛孔明' });
  const { body } = await record({ idCard, name: '诸葛孔明', role: 'expert' });
  expect((await pool.read(id)).body).toMatchObject({ enabled: true });
  expect(await list({ name: '诸葛' })).toMatchObject([{ isWaiting: true, isActive: false }]);
  await confirmWaiting(server);
  expect(await list({ name: '诸葛' })).toMatchObject([{ isWaiting: false, isActive: true }]);
  expect((await pool.read(id)).body).toMatchObject({ enabled: false });
  const enable = () =>
    server.call(expertPoolApi.setEnabled, {
      token: office,
      body: { ids: [id], enabled: true, reason: '恢复' } as never,
    });
  const refused = await enable();
  expect([refused.status, refused.error.message]).toEqual([
    400,
    '有失信记录，记录期至 2028-03-01，期内不能启用',
  ]);
  const inspected = await server.call(expertPoolApi.inspect, { token: office, params: { id } });
  expect(inspected.body.integrity).toEqual([{ since: breach.since, reason: breach.reason }]);
  await removeByTwo(body.id);
  expect((await pool.read(id)).body).toMatchObject({ enabled: true });
});

test('an expert returns to the pool with the last entry that is taken back', async () => {
  const idCard = nextIdCard();
  const id = await pool.added({ idCard, name: '欧阳明月' });
  const first = await record({ idCard, role: 'expert' });
  const second = await record({ idCard, role: 'expert', since: '2025-06-01', reason: '另一件' });
  await confirmWaiting(server);
  const isEnabled = async () => (await pool.read(id)).body.enabled;
  await removeByTwo(first.body.id);
  expect(await isEnabled()).toBe(false);
  // One person removes an unconfirmed entry.
  const waiting = await record({ idCard, role: 'expert', since: '2025-07-01' });
  expect((await server.call(api.remove, { token: office, body: [waiting.body.id] })).status).toBe(200);
  expect(await isEnabled()).toBe(false);
  await removeByTwo(second.body.id);
  expect(await isEnabled()).toBe(true);
});

test('what two entered on an expert is changed, dated otherwise or taken back by two', async () => {
  const idCard = nextIdCard();
  const id = await pool.added({ idCard, name: '端木两人' });
  const { body } = await record({ idCard, role: 'expert', name: '端木两人' });
  await confirmWaiting(server);
  const row = async () => (await list({ name: '端木两人' }))[0]!;
  const { version, can } = await row();
  expect(can).toEqual({ change: true });
  const params = { id: body.id };
  const older = { ...breach, since: '2020-01-01' };
  const alone = [
    await server.call(api.update, { token: office, body: { id: body.id, version, ...older } }),
    await server.call(api.remove, { token: office, body: [body.id] }),
    // Together with one that may go.
    await server.call(api.remove, { token: office, body: [body.id, (await record()).body.id] }),
  ];
  expect(alone.map(({ error }) => error?.code)).toEqual(Array(3).fill('integrity.by_two'));
  const ask = (change: object) =>
    server.call(api.askChange, {
      token: office,
      params,
      body: { version, ...older, why: '日期有误', ...change },
    });
  expect((await ask(breach)).error?.code).toBe('integrity.same');
  expect((await ask({ since: '2026-09-11' })).error?.errors?.[0]?.field).toBe('since');
  const asked = await ask({});
  expect(asked.status, asked.error?.message).toBe(201);
  expect(await row()).toMatchObject({
    since: breach.since,
    isActive: true,
    asked: expect.stringMatching(/2020-01-01.*日期有误/),
    can: { change: expect.stringContaining('等待') },
  });
  const again = await server.call(api.askRemoval, { token: office, params, body: { version, why: '误录' } });
  expect(again.error?.code).toBe('confirmation.waiting');
  const { rows } = await server.pool.query<{ words: string }>(
    'select summary || reason as words from confirmation where id = $1',
    [asked.body.id],
  );
  expect(rows[0]!.words).toBe(
    '更改一名评审专家的失信记录，起始日由 2025-03-01 改为 2020-01-01违规情形与认定依据见诚信档案',
  );
  const own = await server.call(confirmationApi.confirm, {
    token: office,
    params: { id: asked.body.id },
    body: { note: null },
  });
  expect(own.status).toBeGreaterThanOrEqual(400);
  await confirmWaiting(server);
  expect(await row()).toMatchObject({ since: '2020-01-01', isActive: false, asked: null });
  // Who left the pool comes back by a decision.
  expect((await pool.read(id)).body.enabled).toBe(false);
  // One person changes an entry on other roles.
  const staff = await record({ name: '端木一人' });
  const easy = await server.call(api.askRemoval, {
    token: office,
    params: { id: staff.body.id },
    body: { version: 0, why: '误录' },
  });
  expect(easy.error?.code).toBe('integrity.alone');
});

test('an entry on an expert names them as the pool does', async () => {
  const idCard = nextIdCard();
  await pool.added({ idCard, name: '诸葛同名' });
  const { status, error } = await record({ idCard, role: 'expert', name: '无关之人' });
  expect([status, error.errors?.map(({ field }) => field)]).toEqual([400, ['name']]);
  expect((await record({ idCard, role: 'expert', name: '诸葛 同名' })).status).toBe(201);
});

test('another person is not put behind an expert who is on record', async () => {
  const idCard = nextIdCard();
  const id = await pool.added({ idCard, name: '尉迟换号' });
  const entry = await record({ idCard, role: 'expert', name: '尉迟换号' });
  const other = async () => pool.update({ ...(await pool.writeOf(id)), idCard: nextIdCard() });
  // It waits already.
  expect((await other()).error?.code).toBe('expert.on_record');
  await confirmWaiting(server);
  expect((await other()).error?.code).toBe('expert.on_record');
  expect((await pool.update({ ...(await pool.writeOf(id)), idCard })).status).toBe(204);
  await removeByTwo(entry.body.id);
  expect((await other()).status).toBe(204);
});

test('an entry on an expert that nobody confirmed is asked for anew when it is changed', async () => {
  const { body } = await record({ role: 'expert', name: '夏侯待核' });
  const change = { id: body.id, version: 0, ...breach, reason: '写得更清楚' };
  expect((await server.call(api.update, { token: office, body: change })).status).toBe(204);
  await confirmWaiting(server);
  expect(await list({ name: '夏侯待核' })).toMatchObject([{ isWaiting: false, isActive: true }]);
});

test('persons on the register cannot enter the pool again, and a school that proposes one learns nothing', async () => {
  const idCard = nextIdCard();
  await record({ idCard, role: 'expert' });
  await confirmWaiting(server);
  const refused = await pool.create(pool.newExpert({ idCard, name: '庞士元' }));
  expect([refused.status, refused.error.message]).toEqual([
    400,
    '庞士元有失信记录，记录期至 2028-03-01，期内不能入库',
  ]);
  const proposed = await pool.create(pool.newExpert({ idCard }), pool.school.token);
  expect(proposed.status).toBe(201);
  const accepted = await server.call(expertPoolApi.setEnabled, {
    token: office,
    body: { ids: [proposed.body.id], enabled: true, reason: '入库' } as never,
  });
  expect(accepted.status).toBe(400);
});

test('a record that is sent sixty times at once is one', async () => {
  const idCard = nextIdCard();
  const sent = await Promise.all(Array.from({ length: 60 }, () => record({ idCard, name: '公孙重复' })));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 400]));
  expect(await list({ name: '公孙重复' })).toHaveLength(1);
});

test('the log shows its names only to readers of the register', async () => {
  const { body } = await record({ name: '皇甫不报', reason: '绝密的违规情形' });
  for (const roleId of [2, 4]) {
    const { token } = await signedIn(server.db, { roleIds: [roleId] });
    const log = (await server.call(logApi.list, { token, query: { size: 100 } })).body;
    const about = log.content.filter(({ description }) => description === '登记失信记录');
    expect(about.length).toBeGreaterThan(0);
    const changes = await Promise.all(
      about.map(async ({ id }) => (await server.call(logApi.changes, { token, params: { id } })).body),
    );
    expect(JSON.stringify([log, changes])).not.toMatch(/皇甫不报|绝密的违规情形/);
  }
  expect((await list({ name: '皇甫不报' })).map(({ id }) => id)).toEqual([body.id]);
});

test('an expert who is put on record past the pool is not drawn either', async () => {
  const idCard = nextIdCard();
  const id = await pool.added({ idCard });
  const cycleId = await publishedCycle(server, office);
  const isEnabled = async () => {
    const experts = await findExpertsToDraw(server.db, await findScope(server.db, cycleId), '2026-09-10');
    return experts.find((one) => one.id === id)?.isEnabled;
  };
  expect(await isEnabled()).toBe(true);
  const { person_id } = await server.db
    .selectFrom('expert')
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('integrity_record')
    .values({ ...breach, person_id: person_id!, name: '专家', role: 'expert' })
    .execute();
  expect(await isEnabled()).toBe(false);
});

test('an applicant on record cannot hand in, reads why, and can once two took it back', async () => {
  const idCard = nextIdCard();
  const applicant = await newApplicant(server, '天津大学', { idCard });
  const cycleId = await publishedCycle(server, office);
  const id = await completeProject(server, applicant, cycleId);
  const { body } = await record({ idCard, role: 'applicant' });
  const refused = await submit(server, applicant.token, id);
  expect(refused.status).toBe(400);
  const shown = await server.call(projectApi.read, { token: applicant.token, params: { id } });
  expect(shown.body).toMatchObject({ integrityRecords: [{ since: breach.since, reason: breach.reason }] });
  const alone = await server.call(api.remove, { token: office, body: [body.id] });
  expect(alone.error?.code).toBe('integrity.by_two');
  const asked = await server.call(api.askRemoval, {
    token: office,
    params: { id: body.id },
    body: { version: 0, why: '误录' },
  });
  expect(asked.status, asked.error?.message).toBe(201);
  expect((await submit(server, applicant.token, id)).status).toBe(400);
  await confirmWaiting(server);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
});

test('a number on record outlives the teacher, and goes with the record', async () => {
  const idCard = nextIdCard();
  const { body } = await server.call(teacherApi.create, {
    token: office,
    body: newTeacher((await pool.read(await pool.added())).body.schoolId!, { idCard }),
  });
  const added = await record({ idCard });
  expect((await server.call(teacherApi.remove, { token: office, body: [body.id] })).status).toBe(200);
  const { person_id } = await server.db
    .selectFrom('integrity_record')
    .select('person_id')
    .where('id', '=', added.body.id)
    .executeTakeFirstOrThrow();
  await server.call(api.remove, { token: office, body: [added.body.id] });
  expect(await server.db.selectFrom('person').select('id').where('id', '=', person_id).execute()).toEqual([]);
});
