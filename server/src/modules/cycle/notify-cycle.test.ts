import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { changeByTwo, moveCycle, readCycle, usualTimes } from '../../../test/cycle-helpers.ts';
import {
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
} from '../../../test/project-helpers.ts';
import { advanceDueCycles } from './advance-cycles.ts';
import { patience } from '../../../test/idle.ts';

const START = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: Awaited<ReturnType<typeof signedIn>>;
let school: Awaited<ReturnType<typeof signedIn>>;
let elsewhere: Awaited<ReturnType<typeof signedIn>>;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let gaveUp: Awaited<ReturnType<typeof newApplicant>>;
let cycleId: number;
let name: string;

/** Messages to a user about the cycle, once everything is sent; those of its stages, or the others. */
const told = async (userId: number, about: 'changes' | 'stages' = 'changes') => {
  await expect
    .poll(
      async () =>
        (
          await server.pool.query(
            `select from task where kind = 'cycle.tell' and state in ('waiting', 'running')`,
          )
        ).rowCount,
      patience,
    )
    .toBe(0);
  const { rows } = await server.pool.query<{ text: string }>(
    `select text from notification where user_id = $1 and text like '%' || $2 || '%' order by id`,
    [userId, name],
  );
  return rows.map(({ text }) => text).filter((text) => text.includes('下一步：') === (about === 'stages'));
};
const letters = async () => {
  const { rows } = await server.pool.query<{ content: string; project_id: number }>(
    `select content from outbox join project on project.id = project_id where cycle_id = $1 order by outbox.id`,
    [cycleId],
  );
  return rows.map(({ content }) => content.replace(/^.*老师，/, ''));
};
const suspend = async () =>
  expect(
    (await moveCycle(server, office.token, { id: cycleId, event: 'suspend', reason: '接到举报' })).status,
  ).toBe(204);
const reschedule = async (times: object) => {
  const { version } = await readCycle(server, office.token, cycleId);
  const answer = await server.call(cycleApi.saveSchedule, {
    token: office.token,
    body: { ...usualTimes, ...times, id: cycleId, version, reason: '申报人多' },
  });
  expect(answer.status, answer.error?.message).toBe(200);
};

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = await signedIn(server.db, { roleIds: [3] });
  school = await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '天津大学') });
  elsewhere = await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '南开大学') });
  applicant = await newApplicant(server);
  gaveUp = await newApplicant(server);
});
beforeEach(async () => {
  clock.travelTo(START);
  await server.pool.query(`update project set state = 'withdrawn'`);
  cycleId = await publishedCycle(server, office.token);
  ({ name } = await readCycle(server, office.token, cycleId));
  await completeProject(server, applicant, cycleId);
  const { body } = await createProject(server, gaveUp, cycleId);
  await server.pool.query(`update project set state = 'withdrawn' where id = $1`, [body.id]);
});
afterAll(() => server.close());

test('a suspension and its end are announced to applicants and schools, once each', async () => {
  await suspend();
  const suspended = `「${name}」已暂停：接到举报。恢复以前不能填写、提交和审核。`;
  expect(await told(applicant.userId)).toEqual([suspended]);
  expect(await told(school.id)).toEqual([suspended]);
  expect(await told(elsewhere.id)).toEqual([suspended]);
  expect(await told(gaveUp.userId)).toEqual([]);
  expect(await told(office.id)).toEqual([]);
  expect(await letters()).toEqual(['您申报的职称评审批次已暂停，请登录系统查看。']);
  await moveCycle(server, office.token, { id: cycleId, event: 'resume' });
  expect(await told(applicant.userId)).toEqual([suspended, `「${name}」已恢复。`]);
  expect(await told(school.id)).toEqual([suspended, `「${name}」已恢复。`]);
});

test('once no more projects come in, only schools with a project are notified', async () => {
  clock.travelTo(new Date('2026-10-01T00:00:00+08:00'));
  await advanceDueCycles(server.db, clock.now());
  await suspend();
  expect(await told(school.id)).toHaveLength(1);
  expect(await told(elsewhere.id)).toEqual([]);
});

test('a moved end is announced with the new time, and an unmoved one is not', async () => {
  await reschedule({});
  expect(await told(school.id)).toEqual([]);
  await reschedule({ applyClosesAt: '2026-10-05' });
  const moved = `「${name}」的时间有调整：申报截止改为 2026-10-05 23:59:59。请按新的时间办理。`;
  expect(await told(applicant.userId)).toEqual([moved]);
  expect(await told(school.id)).toEqual([moved]);
  expect(await letters()).toEqual(['您申报的职称评审批次时间有调整，请登录系统查看。']);
});

test('the deadline of colleges is announced to schools alone', async () => {
  await server.pool.query(`update cycle set college_closes_at = '2026-10-07T23:59:59+08:00' where id = $1`, [
    cycleId,
  ]);
  await reschedule({ collegeClosesAt: '2026-10-08' });
  expect(await told(school.id)).toEqual([
    `「${name}」的时间有调整：院系审核截止改为 2026-10-08 23:59:59。请按新的时间办理。`,
  ]);
  const { version } = await readCycle(server, office.token, cycleId);
  const body = { ...usualTimes, collegeClosesAt: null, id: cycleId, version, reason: '学院合并' };
  await changeByTwo(server, cycleApi.saveSchedule, { token: office.token, body });
  expect((await told(school.id))[1]).toContain('取消院系审核截止');
  expect(await told(applicant.userId)).toEqual([]);
});

test('the end of each stage tells the others of the office, and schools where it is their turn, what comes next', async () => {
  const other = await signedIn(server.db, { roleIds: [3] });
  cycleId = await publishedCycle(server, office.token);
  ({ name } = await readCycle(server, office.token, cycleId));
  const opened = `「${name}」已开始申报。下一步：2026-09-30 23:59:59 自动截止申报，进入审核。`;
  expect(await told(other.id, 'stages')).toEqual([
    `「${name}」已发布。下一步：2026-09-01 00:00:00 自动开始申报。`,
    opened,
  ]);
  // Not of the own act, but of what time did.
  expect(await told(office.id, 'stages')).toEqual([opened]);
  expect(await told(school.id, 'stages')).toEqual([opened]);
  clock.travelTo(new Date('2026-10-01T00:00:00+08:00'));
  await advanceDueCycles(server.db, clock.now());
  expect((await told(other.id, 'stages')).at(-1)).toMatch(
    /」申报已截止。下一步：学校报送截止 .*，之后由评审办点「进入评审」。$/,
  );
  expect(await told(school.id, 'stages')).toEqual([opened]);
  expect(await told(applicant.userId, 'stages')).toEqual([]);
});

test('a failed run notifies no user, and the next one each user once', async () => {
  // The first letter of the run fails after all messages were written in its transaction.
  await server.pool.query(`create function break_letter() returns trigger language plpgsql as $$
    begin
      if (select count(*) from task where kind = 'cycle.tell' and attempt < 2 and state = 'running') > 0
        then raise exception 'broken'; end if;
      return new;
    end $$`);
  await server.pool.query(
    'create trigger break_letter before insert on outbox for each row execute function break_letter()',
  );
  await suspend();
  const task = async () =>
    (
      await server.pool.query<{ state: string; attempt: number }>(
        `select state, attempt from task where kind = 'cycle.tell' order by id desc limit 1`,
      )
    ).rows[0];
  await expect.poll(task).toEqual({ state: 'waiting', attempt: 1 });
  const { rows: early } = await server.pool.query(
    `select from notification where text like '%' || $1 || '%已暂停%'`,
    [name],
  );
  expect(early).toEqual([]);
  clock.travelTo(new Date('2026-09-10T10:05:00+08:00'));
  await expect.poll(task).toEqual({ state: 'done', attempt: 2 });
  expect(await told(applicant.userId)).toHaveLength(1);
  expect(await told(school.id)).toHaveLength(1);
  expect(await letters()).toHaveLength(1);
  await server.pool.query('drop function break_letter cascade');
});
