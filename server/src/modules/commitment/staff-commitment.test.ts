import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STAFF_UNSIGNED } from '@zhiping/shared/constants.ts';
import { commitmentApi as api } from '@zhiping/shared/contracts/commitment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { changeByTwo, newestTexts } from '../../../test/cycle-helpers.ts';
import { createRole, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle } from '../../../test/project-helpers.ts';
import { commitOf, newDraw, newSecret } from '../../../test/review-helpers.ts';
import { handIn } from '../../../test/school-steps.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let colleague: string;
let supervisor: string;
let school: string;
let cycleId: number;
let id: number;

const chooseTexts = async (staff: number | null) => {
  const body = {
    id: cycleId,
    notice: '请按时申报。',
    commitments: { ...(await newestTexts(server)), staff },
    reason: '更换承诺书',
  };
  await changeByTwo(server, cycleApi.saveTexts, { token: office, body });
};
const newVersion = async () => {
  const { body: kinds } = await server.call(api.kinds, { token: office });
  const baseVersion = kinds.find(({ kind }) => kind === 'staff')!.versions[0]!.version;
  const body = {
    kind: 'staff' as const,
    title: '工作人员承诺书',
    body: `第 ${baseVersion + 1} 稿`,
    baseVersion,
    reason: '改',
  };
  const { body: saved } = await server.call(api.save, { token: office, body });
  return saved.id;
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  colleague = (await signedIn(server.db, { roleIds: [3] })).token;
  supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  school = (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '天津大学') }))
    .token;
});
beforeEach(async () => {
  cycleId = await publishedCycle(server, office);
  await chooseTexts(await newVersion());
  ({ id } = await handIn(server, cycleId));
  await server.pool.query(`update project set state = 'reported' where id = $1`, [id]);
});
afterAll(() => server.close());

const viewed = async () => {
  const { body } = await server.call(projectApi.read, { token: office, params: { id } });
  if (body.view !== 'office') throw new Error(`seen as ${body.view}`);
  return body;
};
const decide = async (token: string) => {
  const { version, rules } = await viewed();
  const items = [...rules.map(({ code }) => code), 'genuine'].map((code) => ({
    code,
    isMet: true,
    remark: null,
  }));
  const body = { version, verdict: 'eligible' as const, opinion: '已核', items };
  return server.call(eligibilityApi.decide, { token, params: { id }, body });
};
const sign = async (token: string) => {
  const { body } = await server.call(api.staff, { token, query: { cycleId } });
  return server.call(api.signAsStaff, { token, body: { cycleId, textId: body.text!.id } });
};
const countSignatures = async () => {
  const { rows } = await server.pool.query<{ count: number }>(
    'select count(*)::int as count from commitment_signature where cycle_id = $1',
    [cycleId],
  );
  return rows[0]!.count;
};

test('an officer cannot decide, request supplements or accept many before signing once', async () => {
  const { version } = await viewed();
  const tries = [
    await decide(office),
    await server.call(eligibilityApi.supplement, {
      token: office,
      params: { id },
      body: { version, reason: '材料不全', reasons: [] },
    }),
    await server.call(eligibilityApi.acceptClear, { token: office, body: { ids: [id], opinion: '已核' } }),
  ];
  expect(tries.map(({ status, error }) => [status, error.code, error.message])).toEqual(
    tries.map(() => [409, STAFF_UNSIGNED, '您还没有签署本批次的工作人员承诺书，签署后才能办理']),
  );
  expect(tries[0]!.error).toMatchObject({ cycleId });
  expect(await viewed()).toMatchObject({ state: 'reported', version, eligibility: null });

  expect((await sign(office)).status).toBe(204);
  expect((await decide(office)).status).toBe(200);
  // The signature of one officer does not count for another.
  const { version: decided } = await viewed();
  const undo = (token: string) =>
    server.call(eligibilityApi.undo, { token, params: { id }, body: { version: decided, reason: '看错了' } });
  expect((await undo(colleague)).error.code).toBe(STAFF_UNSIGNED);
  expect((await undo(office)).status).toBe(204);
  const { records } = await viewed();
  expect(records.signatures.filter(({ kind }) => kind === 'staff')).toMatchObject([
    { kind: 'staff', title: '工作人员承诺书', ip: '127.0.0.1' },
  ]);
});

test('a new version needs a new signature, an old one is refused, and simultaneous calls sign once', async () => {
  const { body: first } = await server.call(api.staff, { token: office, query: { cycleId } });
  expect(first).toMatchObject({ text: { body: expect.stringContaining('稿') as string }, signedAt: null });
  const answers = await Promise.all(Array.from({ length: 6 }, () => sign(office)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await countSignatures()).toBe(1);
  expect((await server.call(api.staff, { token: office, query: { cycleId } })).body.signedAt).not.toBeNull();

  await chooseTexts(await newVersion());
  expect((await decide(office)).error.code).toBe(STAFF_UNSIGNED);
  const old = { token: office, body: { cycleId, textId: first.text!.id } };
  expect((await server.call(api.signAsStaff, old)).status).toBe(409);
  expect((await sign(office)).status).toBe(204);
  expect((await decide(office)).status).toBe(200);
  expect(await countSignatures()).toBe(2);
});

test('a cycle without a text requires no signature', async () => {
  await chooseTexts(null);
  expect((await server.call(api.staff, { token: office, query: { cycleId } })).body.text).toBeNull();
  expect((await decide(office)).status).toBe(200);
});

test('the office must sign before each step of a draw; the supervisor does not sign', async () => {
  await server.pool.query(`update cycle set state = 'reviewing' where id = $1`, [cycleId]);
  await expect(newDraw(server, office, { cycleId })).rejects.toThrow('还没有签署');
  expect((await sign(office)).status).toBe(204);
  const draw = await newDraw(server, office, { cycleId });
  const commit = (token: string) =>
    server.call(drawApi.commit, { token, params: { id: draw }, body: { commit: commitOf(newSecret()) } });
  expect((await commit(supervisor)).status).toBe(204);
  expect((await commit(colleague)).error.code).toBe(STAFF_UNSIGNED);
  expect((await commit(office)).status).toBe(204);
  // Also for a role that can only release results or fix pairs.
  const role = await createRole(server.db, {
    permissions: ['assignment:list', 'assignment:edit', 'assignment:release'],
    dataScope: '全部',
  });
  const releasing = (await signedIn(server.db, { roleIds: [role] })).token;
  const release = () => server.call(drawApi.release, { token: releasing, params: { id: draw } });
  expect((await release()).error.code).toBe(STAFF_UNSIGNED);
  expect((await sign(releasing)).status).toBe(204);
  expect((await release()).error.code).toBe('state.impossible');
});

test('only staff of the office sign', async () => {
  for (const [token, status] of [
    [undefined, 401],
    [school, 403],
    [supervisor, 403],
  ] as const) {
    expect((await server.call(api.staff, { token, query: { cycleId } })).status).toBe(status);
    const body = { cycleId, textId: 1 };
    expect((await server.call(api.signAsStaff, { token, body })).status).toBe(status);
  }
  const draft = await server.call(api.staff, { token: office, query: { cycleId: 999_999 } });
  expect(draft.status).toBe(404);
  // Officers with a restricted scope do not work for a cycle.
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into role (name, level, data_scope) values ('分片审查', 3, '本级') returning id`,
  );
  await server.pool.query(
    `insert into role_menu (role_id, menu_id) select $1, id from menu where permission = 'project:decide'`,
    [rows[0]!.id],
  );
  const partly = await signedIn(server.db, { roleIds: [rows[0]!.id], deptId: 2 });
  expect((await server.call(api.staff, { token: partly.token, query: { cycleId } })).status).toBe(404);
  expect((await sign(office)).status).toBe(204);
});
