import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { moveCycle } from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { takeLock } from '../../../test/lock-helpers.ts';
import { publishedCycle, submit } from '../../../test/project-helpers.ts';
import { handIn, type HandedIn, schoolSteps, stateOf } from '../../../test/school-steps.ts';

/** A Thursday; five working days from it end on the next Wednesday. */
const START = new Date('2026-09-10T10:00:00+08:00');
const DAY = '2026-09-10';
const AFTER = new Date('2026-09-17T08:00:00+08:00');
const LATER = '2026-09-17';
const AFTER_LATER = new Date('2026-09-28T08:00:00+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: string;
let school: string;
let cycleId: number;
let steps: ReturnType<typeof schoolSteps>;

const recommended = async () => {
  const one = await handIn(server, cycleId);
  expect((await steps.recommend(one)).status).toBe(204);
  return one;
};
const publicised = async (one: HandedIn, day = DAY) => {
  const { status, body, error } = await steps.publicise([one.id], day);
  expect(status, error?.message).toBe(201);
  return body.id;
};
const objected = async (id: number, one: HandedIn, receivedOn = DAY) => {
  const { status, body, error } = await steps.object(id, { projectId: one.id, receivedOn });
  expect(status, error?.message).toBe(201);
  return body.id;
};
const waitsForReport = async () => {
  const { body } = await server.call(projectListApi.board, { token: school, query: { cycleId } });
  return body.waiting.find(({ waiting }) => waiting === 'report')?.count;
};
const refusal = async (one: HandedIn) => (await steps.report([one.id])).body.failed[0]?.message;

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  const deptId = await findSchoolId(server.db, '天津大学');
  school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
  steps = schoolSteps(server, school);
});
beforeEach(async () => {
  clock.travelTo(START);
  cycleId = await publishedCycle(server, office);
});
afterAll(() => server.close());

test('an upheld objection counts after its publicity is cancelled', async () => {
  const one = await recommended();
  const first = await publicised(one);
  await steps.answer(await objected(first, one), 'upheld');
  expect((await steps.cancel(first)).status).toBe(204);
  clock.travelTo(AFTER);
  expect((await steps.publicise([one.id], LATER)).error?.code).toBe('publicity.upheld');
  expect(await refusal(one)).toContain('异议成立');
  expect(await waitsForReport()).toBe(0);
  // After a return the changed submission can be publicised again.
  expect((await steps.return(one)).status).toBe(204);
  expect((await submit(server, one.token, one.id)).status).toBe(204);
  expect((await steps.recommend(one)).status).toBe(204);
  await publicised(one, LATER);
  clock.travelTo(AFTER_LATER);
  expect((await steps.report([one.id])).body.succeeded).toBe(1);
});

test('an open objection of a cancelled publicity prevents the report until it is answered', async () => {
  const one = await recommended();
  const first = await publicised(one);
  const objection = await objected(first, one);
  await steps.cancel(first);
  clock.travelTo(AFTER);
  await publicised(one, LATER);
  clock.travelTo(AFTER_LATER);
  expect(await refusal(one)).toContain('有 1 件异议未办结');
  expect((await steps.answer(objection, 'dismissed')).status).toBe(204);
  expect(await waitsForReport()).toBe(1);
  expect((await steps.report([one.id])).body.succeeded).toBe(1);
});

test('an applicant is notified of the first and last day of the publicity', async () => {
  const one = await recommended();
  await publicised(one);
  const { rows } = await server.pool.query<{ text: string }>(
    `select text from notification join applicant using (user_id) join project using (person_id)
     where project.id = $1 order by notification.id desc limit 1`,
    [one.id],
  );
  expect(rows).toEqual([{ text: '您的申报从 2026-09-10 到 2026-09-16 在单位公示，地点：学校公告栏。' }]);
});

test('a declined project can be recommended after it is reconsidered', async () => {
  const one = await recommended();
  expect((await steps.verdict(one, 'decline')).status).toBe(204);
  expect((await steps.verdict(one, 'reconsider')).status).toBe(204);
  const { status, error } = await steps.recommend(one);
  expect(status, error?.message).toBe(204);
  expect(await stateOf(server, one)).toBe('unitPublicity');
});

test('all changes are refused while the cycle is suspended', async () => {
  const [one, other] = [await recommended(), await recommended()];
  const id = await publicised(one);
  const objection = await objected(id, one);
  await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
  const answers = [
    await steps.publicise([other.id], DAY),
    await steps.object(id, { projectId: one.id, receivedOn: DAY }),
    await steps.answer(objection, 'dismissed'),
    await steps.cancel(id),
  ];
  expect(answers.map(({ status, error }) => [status, error?.message])).toEqual(
    answers.map(() => [400, '批次已暂停：核查']),
  );
  const shown = await server.call(publicityApi.read, { token: school, params: { id } });
  const reason = '批次已暂停：核查';
  expect(shown.body.can).toEqual({ cancel: reason, object: reason, answer: reason });
  await moveCycle(server, office, { id: cycleId, event: 'resume' });
  expect((await steps.answer(objection, 'dismissed')).status).toBe(204);
});

test('a publicity is not cancelled during a simultaneous report', async () => {
  const one = await recommended();
  const id = await publicised(one);
  clock.travelTo(AFTER);
  // The report has checked the publicity and waits to write.
  const lock = await takeLock(server, ['lock table commitment_signature in exclusive mode']);
  const report = steps.report([one.id]);
  await lock.untilWaiting(1);
  const cancel = steps.cancel(id);
  await Promise.race([cancel, lock.untilWaiting(2)]);
  await lock.release();
  expect((await report).body.succeeded).toBe(1);
  expect((await cancel).error?.code).toBe('publicity.reported');
});
