import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, readProject, submit } from '../../../test/project-helpers.ts';
import { handIn, schoolSteps } from '../../../test/school-steps.ts';

const START = new Date('2026-09-10T10:00:00+08:00');
/** A moment after the end of a publicity of five working days that begins on START. */
const REPORTED = new Date('2026-09-28T10:00:00+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: string;
let school: string;
let body: string;
let bodyId: number;
let schoolId: number;
/** An officer of a body that supervises another school. */
let elsewhere: string;
let cycleId: number;
let one: Awaited<ReturnType<typeof handIn>>;

const unit = async (name: string) => {
  const answer = await server.call(deptApi.create, {
    token: office,
    body: { name, pid: 1, enabled: true, deptSort: 9 },
  });
  if (answer.status !== 201) throw new Error(answer.error.message);
  return answer.body.id;
};
const supervise = async (name: string, id: number | null, token = office) => {
  const { body: found } = await server.call(schoolApi.list, { token: office, query: { blurry: name } });
  const { body: _, ...stored } = found.content.find((row) => row.name === name)!;
  return server.call(schoolApi.update, { token, body: { ...stored, bodyId: id } });
};
const read = (token: string) => server.call(projectApi.read, { token, params: { id: one.id } });
const verdict = async (event: 'endorse' | 'giveBack', token: string) => {
  const { version } = await readProject(server, one.token, one.id);
  const { status, error } = await server.call(projectCheckApi.verdict, {
    token,
    params: { id: one.id, event },
    body: { version, reason: '部门之间的话' },
  });
  return status === 204 ? status : error.code;
};
const supplement = async () => {
  const { version } = await readProject(server, one.token, one.id);
  const { status, error } = await server.call(eligibilityApi.supplement, {
    token: office,
    params: { id: one.id },
    body: { version, reason: '请补充', reasons: [] },
  });
  return status === 204 ? status : error.code;
};
const rows = async (token: string, query: object = {}) => {
  const { body: page } = await server.call(projectListApi.list, { token, query: { cycleId, ...query } });
  return page.content.map(({ id, checkStep }) => ({ id, checkStep }));
};
const messagesOf = async (token: string) =>
  (await server.call(notificationApi.list, { token, query: {} })).body.content.map(({ text }) => text);

const forget = () => server.pool.query('delete from notification');

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [2, 3] })).token;
  schoolId = await findSchoolId(server.db, '天津大学');
  const officer = async (deptId: number) => (await signedIn(server.db, { roleIds: [9], deptId })).token;
  [bodyId, school] = [await unit('市教育委员会'), await officer(schoolId)];
  const other = await unit('省教育厅高教处');
  [body, elsewhere] = [await officer(bodyId), await officer(other)];
  await supervise('天津大学', bodyId);
  await supervise('南开大学', other);
});
const reported = async (times: object) => {
  clock.travelTo(START);
  cycleId = await publishedCycle(server, office, undefined, times);
  one = await handIn(server, cycleId);
  const steps = schoolSteps(server, school);
  await steps.recommend(one);
  await steps.publicise([one.id], '2026-09-11');
  clock.travelTo(REPORTED);
  expect((await read(body)).status).toBe(404);
  expect((await steps.report([one.id])).body).toMatchObject({ succeeded: 1 });
};
beforeEach(() => reported({ bodyClosesAt: '2026-10-20' }));
afterAll(() => server.close());

test('a reported project waits for the supervising body, then for the office', async () => {
  expect(await readProject(server, one.token, one.id)).toMatchObject({ step: 'body' });
  const viewed = await read(body);
  expect(viewed.body).toMatchObject({ view: 'school', step: 'body', steps: ['school', 'body'] });
  expect(viewed.body.can).toMatchObject({ endorse: true, giveBack: true, return: true });
  expect(viewed.body).not.toHaveProperty('records');
  expect(await rows(body, { state: 'reported', checkStep: 'body' })).toEqual([
    { id: one.id, checkStep: 'body' },
  ]);
  expect(await messagesOf(body)).toContain('有新提交的申报等待审核。');
  const { body: start } = await server.call(dashboardApi.read, { token: body });
  expect(JSON.stringify(start)).toContain('待审核申报');
  expect(await rows(office, { state: 'reported', checkStep: 'office' })).toEqual([]);
  expect(await supplement()).toBe('project.step');
  expect(await messagesOf(office)).not.toContain('有学校报送的申报等待资格审查。');

  const { body: session } = await server.call(authApi.info, { token: body });
  expect(session.supervisedSchools).toContain(schoolId);
  expect((await server.call(authApi.info, { token: school })).body.supervisedSchools).toEqual([]);

  expect(await verdict('endorse', school)).toBe('state.role');
  expect(await verdict('endorse', body)).toBe(204);
  expect(await rows(office)).toEqual([{ id: one.id, checkStep: 'office' }]);
  expect(await messagesOf(office)).toContain('有学校报送的申报等待资格审查。');
  expect(await verdict('giveBack', body)).toBe('project.step');
  const own = await readProject(server, one.token, one.id);
  expect(own).toMatchObject({ step: 'school', steps: ['school', 'body'] });
  expect(own.history[0]).toMatchObject({ event: '主管部门审核通过', note: null });
  expect((await read(school)).body).toMatchObject({ history: [{ note: '部门之间的话' }, {}, {}, {}] });
  expect(await supplement()).toBe(204);
});

test('a school sees where its report goes, and each list shows waiting projects first', async () => {
  const receiver = async (token: string) =>
    (await server.call(projectCheckApi.commitment, { token, query: { cycleId } })).body.body;
  expect(await receiver(school)).toBe('市教育委员会');
  const waits = async (token: string) => {
    const { body: page } = await server.call(projectListApi.list, { token, query: { cycleId } });
    return page.content.map(({ isWaiting }) => isWaiting);
  };
  expect([await waits(body), await waits(school), await waits(office)]).toEqual([[true], [false], [false]]);
  expect(await verdict('endorse', body)).toBe(204);
  expect([await waits(body), await waits(office)]).toEqual([[false], [true]]);
  clock.travelTo(new Date('2026-10-21T10:00:00+08:00'));
  expect(await receiver(school)).toBeNull();
});

test('a late step is refused with the name of the earlier step and its actor; a double click names the user’s own', async () => {
  const { version } = await readProject(server, one.token, one.id);
  const give = async (event: 'endorse' | 'giveBack', token = body) =>
    (
      await server.call(projectCheckApi.verdict, {
        token,
        params: { id: one.id, event },
        body: { version, reason: '意见' },
      })
    ).error;
  const colleague = await signedIn(server.db, { roleIds: [9], deptId: bodyId });
  expect(await give('endorse')).toBeUndefined();
  expect(await give('giveBack', colleague.token)).toMatchObject({
    code: 'edit.conflict',
    message: expect.stringMatching(
      /已于 .+ 对这份申报做了「主管部门审核通过」，现在的状态是「已报送」。您这次的操作没有执行，请查看最新情况后再决定$/,
    ),
  });
  expect((await give('endorse')).message).toMatch(/^您已于 .+。这次的操作没有执行，请查看最新情况后再决定$/);
});

test('the body gives a project back to the school, which can report it again until the deadline of bodies', async () => {
  expect(await verdict('giveBack', body)).toBe(204);
  const back = (await read(school)).body;
  expect(back).toMatchObject({ state: 'unitPublicity', step: 'school' });
  expect(back.cycle.reportClosesAt).toBe('2026-10-20 23:59:59');
  expect((await messagesOf(school)).some((text) => text.startsWith('主管部门退回了'))).toBe(true);
  // The school's own deadline is over.
  clock.travelTo(new Date('2026-10-18T10:00:00+08:00'));
  expect((await schoolSteps(server, school).report([one.id])).body).toMatchObject({ succeeded: 1 });
  expect((await read(body)).body).toMatchObject({ state: 'reported', step: 'body' });
});

test('the body returns a project to the applicant, who submits it again to the school', async () => {
  expect((await schoolSteps(server, body).return(one)).status).toBe(204);
  clock.travelTo(new Date('2026-10-18T10:00:00+08:00'));
  expect((await submit(server, one.token, one.id)).status).toBe(204);
  expect((await read(school)).body).toMatchObject({ state: 'submitted', step: 'school' });
});

test('remaining projects pass to the office at the deadline of bodies, to the second', async () => {
  clock.travelTo(new Date('2026-10-20T23:59:59.900+08:00'));
  expect(await rows(office)).toEqual([{ id: one.id, checkStep: 'body' }]);
  expect(await supplement()).toBe('project.step');
  clock.travelTo(new Date('2026-10-21T00:00:00+08:00'));
  expect(await verdict('endorse', body)).toBe('project.step');
  expect(await rows(office)).toEqual([{ id: one.id, checkStep: 'office' }]);
  expect(await supplement()).toBe(204);
});

test('a school can retract its report, and the body cannot take the steps of the school', async () => {
  const steps = schoolSteps(server, body);
  expect((await steps.recommend(one)).status).toBe(403);
  expect((await steps.report([one.id])).body).toMatchObject({ succeeded: 0 });
  await forget();
  expect((await schoolSteps(server, school).retract(one)).body).toMatchObject({ succeeded: 1 });
  expect(await messagesOf(body)).toEqual([]);
  expect((await steps.publicise([one.id], '2026-09-28')).status).toBe(403);
  expect(await verdict('endorse', body)).toBe('state.impossible');
});

test('a school cannot retract an endorsed project unseen, and the body is notified of the retraction', async () => {
  const { version } = await readProject(server, one.token, one.id);
  const { content } = (await server.call(projectListApi.list, { token: school, query: { cycleId } })).body;
  expect(content.map((row) => [row.id, row.version])).toEqual([[one.id, version]]);
  const retract = (over: number) =>
    server.call(projectCheckApi.verdict, {
      token: school,
      params: { id: one.id, event: 'retract' },
      body: { version: over, reason: '材料有误' },
    });
  const reason = '材料有误';
  const retractMany = async (rows: { id: number; version: number }[]) =>
    (await server.call(projectCheckApi.retract, { token: school, body: { rows, reason } })).body;

  // Both at once, with the same version.
  const [endorsed, retracted] = await Promise.all([verdict('endorse', body), retract(version)]);
  expect([endorsed === 204, retracted.status === 204].filter(Boolean)).toHaveLength(1);
  expect(endorsed === 204 ? retracted.error.code : endorsed).toBe('edit.conflict');
  if (endorsed !== 204) {
    expect((await schoolSteps(server, school).report([one.id])).body).toMatchObject({ succeeded: 1 });
    expect(await verdict('endorse', body)).toBe(204);
  }
  await forget();
  const unseen = expect.stringMatching(
    /对这份申报做了「主管部门审核通过」.+请查看最新情况后再决定$/,
  ) as string;
  expect((await retract(version)).error).toMatchObject({ code: 'edit.conflict', message: unseen });
  expect((await retractMany([{ id: one.id, version }])).failed[0]?.message).toEqual(unseen);
  expect(await messagesOf(body)).toEqual([]);

  const { name } = (await read(school)).body.person;
  const seen = (await read(school)).body.version;
  const twice = { id: one.id, version: seen };
  expect(await retractMany([twice, twice])).toMatchObject({ succeeded: 1, failed: [{ name }] });
  expect(await messagesOf(body)).toEqual([
    `学校撤回了您部门已审核通过的${name}的申报，请查看原因；再次报送后须重新审核。`,
  ]);
  expect(await messagesOf(elsewhere)).toEqual([]);
  const seenByBody = (await read(body)).body;
  if (seenByBody.view !== 'school') throw new Error(`seen as ${seenByBody.view}`);
  expect([seenByBody.state, seenByBody.history[0]?.note]).toEqual(['unitPublicity', reason]);
  expect((await schoolSteps(server, school).report([one.id])).body).toMatchObject({ succeeded: 1 });
  expect(await rows(body, { state: 'reported', checkStep: 'body' })).toHaveLength(1);
});

test('only the school’s own body sees a project, from the report on, if the cycle has the step', async () => {
  const second = await submitSecond();
  expect(await rows(body)).toEqual([{ id: one.id, checkStep: 'body' }]);
  expect(await rows(elsewhere)).toEqual([]);
  expect((await read(elsewhere)).status).toBe(404);
  expect(await verdict('endorse', elsewhere)).toBe('not_found');
  expect((await server.call(projectApi.read, { token: body, params: { id: second.id } })).status).toBe(404);
  expect(await verdict('endorse', undefined as never)).toBe('auth.required');
  await reported({});
  expect((await read(body)).status).toBe(404);
  expect((await read(school)).body).toMatchObject({ steps: ['school'] });
  expect(await supplement()).toBe(204);
});
const submitSecond = () => {
  clock.travelTo(START);
  return handIn(server, cycleId).finally(() => clock.travelTo(REPORTED));
};

test('only the office sets the body of a school, with immediate effect', async () => {
  expect((await supervise('天津大学', null)).status).toBe(204);
  expect((await read(body)).status).toBe(404);
  for (const id of [schoolId, TOP_SCHOOL_PID])
    expect((await supervise('天津大学', id)).error.errors?.[0]?.field).toBe('bodyId');
  const below = await server.call(schoolApi.create, {
    token: school,
    body: { name: '未来学院', pid: schoolId, bodyId, enabled: true },
  });
  expect(below.error.errors?.[0]?.field).toBe('bodyId');
  expect((await supervise('天津大学', bodyId)).status).toBe(204);
  expect((await read(body)).status).toBe(200);
  const { status, error } = await server.call(deptApi.remove, { token: office, body: [bodyId] });
  expect([status, error.code]).toEqual([400, 'dept.has_users']);
});

test('only a supervising body passes on many projects at once', async () => {
  const two = await handIn(server, cycleId);
  const pass = async (token: string) => {
    const reason = '符合条件';
    const { body: report } = await server.call(projectCheckApi.pass, {
      token,
      body: { ids: [one.id, two.id], reason },
    });
    return [report.succeeded, ...report.failed.map(({ message }) => message)];
  };
  const passable = async (token: string) => {
    const { body: page } = await server.call(projectListApi.list, { token, query: { cycleId } });
    return page.content.map(({ id, can }) => [id, can]);
  };
  expect(await passable(body)).toEqual([[one.id, { pass: true }]]);
  for (const token of [school, office]) expect(await passable(token)).toContainEqual([one.id, {}]);

  expect(
    (await server.call(projectCheckApi.pass, { token: office, body: { ids: [one.id], reason: '好' } }))
      .status,
  ).toBe(403);
  expect(await pass(elsewhere)).toEqual([0, '申报不存在', '申报不存在']);
  expect((await pass(school))[0]).toBe(0);
  // The other project is not reported, so the body does not see it.
  expect(await pass(body)).toEqual([1, '申报不存在']);
  expect(await passable(body)).toEqual([[one.id, {}]]);
  expect(await rows(office, { state: 'reported' })).toEqual([{ id: one.id, checkStep: 'office' }]);
  expect((await pass(body))[0]).toBe(0);
});

test('sixty simultaneous calls pass a project on once; oversized and forged calls pass nothing on', async () => {
  const pass = (input: object, token = body) =>
    server.call(projectCheckApi.pass, {
      token,
      body: { ids: [one.id], reason: '符合条件', ...input } as never,
    });
  const wrong = [
    { ids: [] },
    { ids: Array.from({ length: 100_000 }, (_, at) => at + 1) },
    { ids: [`${one.id} or 1=1`] },
    { ids: [1.5] },
    { reason: '' },
    { reason: '长'.repeat(501) },
  ];
  for (const input of wrong) expect((await pass(input)).status, JSON.stringify(input).slice(0, 60)).toBe(400);
  expect((await pass({}, 'nobody')).status).toBe(401);
  const unknown = await pass({ ids: [-1, Number.MAX_SAFE_INTEGER] });
  expect(unknown.body.failed.map(({ message }) => message)).toEqual(['申报不存在', '申报不存在']);
  const answers = await Promise.all(Array.from({ length: 60 }, () => pass({})));
  expect(answers.filter(({ body: { succeeded } }) => succeeded === 1)).toHaveLength(1);
  for (const {
    body: { failed },
  } of answers)
    for (const { message } of failed) expect(message).toMatch(/主管部门/);
  expect(await rows(office)).toEqual([{ id: one.id, checkStep: 'office' }]);
});
