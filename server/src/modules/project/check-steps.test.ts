import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../test/project-helpers.ts';
import { schoolSteps } from '../../../test/school-steps.ts';

const START = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: string;
/** Officers of 天津大学, of two of its colleges, and of 南开大学. */
let school: string;
let college: string;
let beside: string;
let elsewhere: string;
let cycleId: number;
let one: Awaited<ReturnType<typeof newApplicant>> & { id: number };

const officerOf = async (deptId: number) => (await signedIn(server.db, { roleIds: [9], deptId })).token;
const submitAt = async (unit: string) => {
  const applicant = await newApplicant(server, unit);
  const id = await completeProject(server, applicant, cycleId);
  const answer = await submit(server, applicant.token, id);
  expect(answer.status, JSON.stringify(answer.error)).toBe(204);
  return { ...applicant, id };
};
const verdict = async (
  event: 'decline' | 'reconsider' | 'handOn' | 'sendBack',
  token: string,
  { token: own, id } = one,
) => {
  const { version } = await readProject(server, own, id);
  const { status, error } = await server.call(projectCheckApi.verdict, {
    token,
    params: { id, event },
    body: { version, reason: '院校之间的话' },
  });
  return status === 204 ? status : error.code;
};
const read = async (token: string, id = one.id) => {
  const { body } = await server.call(api.read, { token, params: { id } });
  if (body.view === 'applicant') throw new Error('not an applicant');
  return body;
};
const rows = async (token: string, filters: object = {}) => {
  const { body } = await server.call(projectListApi.list, { token, query: { cycleId, ...filters } });
  return body.content.map(({ id, checkStep }) => ({ id, checkStep }));
};
const messages = async (token: string) =>
  (await server.call(notificationApi.list, { token, query: {} })).body.content.filter(({ link }) =>
    link?.includes(`cycleId=${cycleId}`),
  );

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  const pid = await findSchoolId(server.db, '天津大学');
  const ids = [];
  for (const name of ['智能学院甲', '化工学院乙']) {
    const { status, body, error } = await server.call(schoolApi.create, {
      token: office,
      body: { name, pid, enabled: true },
    });
    if (status !== 201) throw new Error(error.message);
    ids.push(body.id);
  }
  [college, beside] = [await officerOf(ids[0]!), await officerOf(ids[1]!)];
  school = await officerOf(pid);
  elsewhere = await officerOf(await findSchoolId(server.db, '南开大学'));
});
beforeEach(async () => {
  clock.travelTo(START);
  cycleId = await publishedCycle(server, office, undefined, { collegeClosesAt: '2026-10-08' });
  one = await submitAt('智能学院甲');
});
afterAll(() => server.close());

describe('lists of colleges', () => {
  test('show a college with its school if there are several schools; the board counts it at its school', async () => {
    const own = await submitAt('天津大学');
    const listed = async (token: string) => {
      const query = { cycleId, sort: ['schoolName,asc'] };
      const { body } = await server.call(projectListApi.list, { token, query });
      return body.content.map(({ id, schoolName }) => [id, schoolName]);
    };
    expect(await listed(office)).toEqual([
      [own.id, '天津大学'],
      [one.id, '智能学院甲（天津大学）'],
    ]);
    expect(await listed(school)).toContainEqual([one.id, '智能学院甲']);
    expect(await listed(college)).toEqual([[one.id, '智能学院甲']]);
    for (const token of [office, college])
      expect((await read(token)).person.schoolName).toBe('智能学院甲（天津大学）');
    const sheet = await server.call(projectListApi.sheet, {
      token: office,
      query: { kind: 'roster', cycleId },
    });
    const at = sheet.body.headers.indexOf('单位');
    const units = new Set(sheet.body.rows.map((row) => row[at]));
    expect(units).toEqual(new Set(['天津大学', '智能学院甲（天津大学）']));

    const lines = async (token: string) => {
      const { body } = await server.call(projectListApi.board, { token, query: { cycleId } });
      return Promise.all(
        body.schools.map(async ({ schoolId, schoolName, isPart, counts }) => {
          const { body: list } = await server.call(projectListApi.list, {
            token,
            query: { cycleId, schoolId },
          });
          return [schoolName, isPart, counts.reduce((sum, { count }) => sum + count, 0), list.totalElements];
        }),
      );
    };
    const other = await submitAt('南开大学');
    expect(other.id).toBeGreaterThan(0);
    expect(await lines(office)).toEqual([
      ['南开大学', false, 1, 1],
      ['天津大学', false, 2, 2],
    ]);
    expect(await lines(school)).toEqual([
      ['天津大学', false, 2, 2],
      ['智能学院甲', true, 1, 1],
    ]);
  });

  test('show projects that wait for the reader first', async () => {
    const [early, late] = [await submitAt('天津大学'), await submitAt('智能学院甲')];
    const listed = async (token: string) => {
      const { body } = await server.call(projectListApi.list, { token, query: { cycleId } });
      return body.content.map(({ id, isWaiting }) => [id, isWaiting]);
    };
    // While its college checks it, a project does not wait for the school, even if it is newer.
    expect(await listed(school)).toEqual([
      [early.id, true],
      [late.id, false],
      [one.id, false],
    ]);
    expect(await verdict('handOn', college)).toBe(204);
    expect(await listed(school)).toEqual([
      [early.id, true],
      [one.id, true],
      [late.id, false],
    ]);
    expect(await listed(college)).toEqual([
      [late.id, true],
      [one.id, false],
    ]);
    expect((await listed(office)).map(([, isWaiting]) => isWaiting)).toEqual([false, false, false]);
    await server.db.updateTable('project').set({ state: 'reported' }).where('id', '=', one.id).execute();
    expect((await listed(office))[0]).toEqual([one.id, true]);
  });
});

describe('a project from a college', () => {
  test('waits for the college, then for the school', async () => {
    expect(await read(college)).toMatchObject({ step: 'college', steps: ['college', 'school'] });
    expect(await rows(college, { checkStep: 'college' })).toEqual([{ id: one.id, checkStep: 'college' }]);
    expect(await rows(school, { checkStep: 'school' })).toEqual([]);
    const steps = schoolSteps(server, school);
    expect((await steps.recommend(one)).error.code).toBe('project.step');
    expect((await steps.return(one)).error.code).toBe('project.step');
    expect(await verdict('decline', school)).toBe('project.step');
    expect(await verdict('sendBack', school)).toBe('project.step');

    expect(await verdict('handOn', college)).toBe(204);
    expect(await read(school)).toMatchObject({
      step: 'school',
      history: [{ event: '院系审核通过', note: '院校之间的话' }, {}],
    });
    expect(await rows(school, { checkStep: 'school' })).toEqual([{ id: one.id, checkStep: 'school' }]);
    expect(await verdict('handOn', college)).toBe('project.step');
    expect((await steps.return(one, college)).error.code).toBe('project.step');
    expect((await steps.recommend(one)).status).toBe(204);
    expect(await rows(school)).toEqual([{ id: one.id, checkStep: null }]);
  });

  test('is sent back to the college by the school, and the applicant does not see the reason', async () => {
    await verdict('handOn', college);
    expect(await verdict('sendBack', school)).toBe(204);
    expect((await read(college)).can).toMatchObject({ handOn: true, return: true });
    const own = await readProject(server, one.token, one.id);
    expect(own.history.map(({ event }) => event)).toEqual(['退回院系', '院系审核通过', '提交']);
    expect(JSON.stringify(own)).not.toContain('院校之间的话');
  });

  test('goes through the college again after a return, with its differences', async () => {
    await verdict('handOn', college);
    expect((await schoolSteps(server, school).return(one)).status).toBe(204);
    expect((await submit(server, one.token, one.id)).status).toBe(204);
    expect(await read(college)).toMatchObject({
      step: 'college',
      snapshot: { round: 2 },
      lastReturn: { round: 1 },
      can: { handOn: true },
    });
  });

  test('can be returned by its college', async () => {
    expect((await schoolSteps(server, college).return(one)).status).toBe(204);
    expect((await readProject(server, one.token, one.id)).state).toBe('returned');
  });

  test('can be withdrawn until the college has passed it on', async () => {
    expect((await readProject(server, one.token, one.id)).can).toMatchObject({ recall: true });
    await verdict('handOn', college);
    expect((await readProject(server, one.token, one.id)).can).toMatchObject({
      recall: expect.stringContaining('已开始审核'),
    });
  });

  test('passes to its school at the deadline of colleges, to the second', async () => {
    clock.travelTo(new Date('2026-10-08T23:59:59.900+08:00'));
    expect(await rows(college)).toEqual([{ id: one.id, checkStep: 'college' }]);
    expect(await read(college)).toMatchObject({ step: 'college', can: { handOn: true } });
    clock.travelTo(new Date('2026-10-09T00:00:00+08:00'));
    expect(await rows(school, { checkStep: 'school' })).toEqual([{ id: one.id, checkStep: 'school' }]);
    expect(await verdict('handOn', college)).toBe('project.step');
    expect(await verdict('sendBack', school)).toBe('project.no_college');
    expect((await schoolSteps(server, school).recommend(one)).status).toBe(204);
  });
});

test('a project from the school itself is checked by the school at once', async () => {
  const direct = await submitAt('天津大学');
  expect(await read(school, direct.id)).toMatchObject({ step: 'school', steps: ['school'] });
  expect(await verdict('sendBack', school, direct)).toBe('project.no_college');
  expect(await rows(college)).toEqual([{ id: one.id, checkStep: 'college' }]);
});

test('a cycle without a deadline for colleges has no college step', async () => {
  cycleId = await publishedCycle(server, office);
  one = await submitAt('智能学院甲');
  expect(await read(school)).toMatchObject({ step: 'school', steps: ['school'] });
  expect(await verdict('handOn', college)).toBe('project.step');
});

test('a college cannot take the steps of its school', async () => {
  const steps = schoolSteps(server, school);
  await verdict('handOn', college);
  expect((await steps.recommend(one, college)).status).toBe(403);
  expect(await verdict('decline', college)).toBe('state.role');
  expect(await verdict('sendBack', college)).toBe('state.role');
  expect((await steps.recommend(one)).status).toBe(204);
  expect((await steps.publicise([one.id], '2026-09-10', college)).status).toBe(403);
  const { status, body } = await steps.publicise([one.id], '2026-09-10');
  expect(status).toBe(201);
  const said = { projectId: one.id, receivedOn: '2026-09-10' };
  expect((await steps.object(body.id, said, college)).status).toBe(404);
  expect((await steps.cancel(body.id, college)).status).toBe(404);
  const objection = (await steps.object(body.id, said)).body;
  expect((await steps.answer(objection.id, 'dismissed', college)).status).toBe(404);
  expect((await steps.answer(objection.id, 'dismissed')).status).toBe(204);
  clock.travelTo(new Date('2026-09-18T10:00:00+08:00'));
  expect((await steps.report([one.id], college)).body.failed).toHaveLength(1);
  expect((await steps.report([one.id])).body.succeeded).toBe(1);
});

test('one notice of a school can name applicants of several colleges', async () => {
  const direct = await submitAt('天津大学');
  const steps = schoolSteps(server, school);
  await verdict('handOn', college);
  for (const each of [one, direct]) expect((await steps.recommend(each)).status).toBe(204);
  expect((await steps.publicise([one.id, direct.id], '2026-09-10')).status).toBe(201);
});

test.each(['handOn', 'sendBack'] as const)('%s is refused to others', async (event) => {
  for (const token of [beside, elsewhere]) expect(await verdict(event, token)).toBe('not_found');
  expect(await verdict(event, office)).toBe('auth.forbidden');
  expect(await verdict(event, one.token)).toBe('auth.forbidden');
});

test('the step in charge gets one message until it is read', async () => {
  await submitAt('智能学院甲');
  expect(await messages(college)).toHaveLength(1);
  for (const token of [school, beside, elsewhere]) expect(await messages(token)).toEqual([]);
  await verdict('handOn', college);
  expect(await messages(school)).toHaveLength(1);
  expect((await messages(school))[0]).toMatchObject({ text: '有新提交的申报等待审核。' });
});

test('a project is in the queue of the college, then of the school', async () => {
  const waiting = async (token: string) =>
    (await server.call(dashboardApi.read, { token })).body.queues.find(({ code }) => code === 'toCheck')?.to;
  expect(await waiting(college)).toBe('/review/project?state=submitted&checkStep=college');
  await verdict('handOn', college);
  expect(await waiting(school)).toBe('/review/project?state=submitted&checkStep=school');
});
