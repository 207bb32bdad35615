import { beforeEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { readCycle, usualTimes } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { closeRound, deskOf, openTasks, type RoundExpert, type Task } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** More time for one expert, while the others keep the end of the round. */

const END = new Date('2026-09-13T23:59:59+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: string;
let experts: RoundExpert[];
let cycleId: number;
let task: Task;
let desk: ReturnType<typeof deskOf>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, experts, cycleId } = await startWorld('released', { clock }));
  desk = deskOf(server);
  await server.pool.query('update cycle set review_closes_at = $2 where id = $1', [cycleId, END]);
  await server.pool.query('update assignment set due_at = $2 where cycle_id = $1', [cycleId, END]);
  // The draw decides how many projects an expert has: the figures below are of one with a single project.
  const byExpert = Map.groupBy(await openTasks(server, experts, cycleId), ({ expert }) => expert);
  [task] = [...byExpert.values()].find((own) => own.length === 1) as [Task];
  await desk.sign(task.expert, cycleId);
  return () => server.close();
});

const extend = (body: object = {}, token: string | null = office) =>
  server.call(reviewBoardApi.extend, {
    token: token ?? undefined,
    body: {
      cycleId,
      expertIds: [task.expert.expertId],
      dueAt: '2026-09-15',
      reason: '生病住院',
      ...body,
    } as never,
  });
const refusedOf = async (body: object = {}, token = office) => {
  const { body: report } = await extend(body, token);
  return report.failed.map(({ message }: { message: string }) => message);
};
const dueOf = async (one: Task) => (await desk.read(one)).dueAt;

test('is for who may return opinions, within bounds, with a reason', async () => {
  const signedInAs = async (roleId: number) => (await signedIn(server.db, { roleIds: [roleId] })).token;
  const wrong: [object, string | null, number, RegExp][] = [
    [{}, null, 401, /./],
    [{}, task.expert.token, 403, /./],
    [{}, await signedInAs(4), 403, /./],
    [{}, await signedInAs(2), 403, /./],
    [{ cycleId: 999_999 }, office, 404, /批次/],
    [{ dueAt: '2026-09-10 10:00:00' }, office, 400, /须晚于现在/],
    [{ dueAt: '2026-11-13' }, office, 400, /最晚到 2026-11-12/],
    [{ dueAt: '下周' }, office, 400, /格式应为/],
    [{ dueAt: null }, office, 400, /新的截止时间/],
    [{ reason: '' }, office, 400, /延长原因/],
    [{ expertIds: [] }, office, 400, /请选择专家/],
  ];
  for (const [body, token, status, message] of wrong) {
    const answer = await extend(body, token);
    expect([body, answer.status]).toEqual([body, status]);
    expect(JSON.stringify(answer.body)).toMatch(message);
  }
  expect(await dueOf(task)).toBe('2026-09-13 23:59:59');
});

test('applies to the second for one expert alone, is recorded and announced', async () => {
  const other = (await openTasks(server, experts, cycleId)).find((one) => one.expert !== task.expert)!;
  await desk.sign(other.expert, cycleId);
  expect((await extend()).body).toEqual({ succeeded: 1, failed: [] });
  expect([await dueOf(task), await dueOf(other)]).toEqual(['2026-09-15 23:59:59', '2026-09-13 23:59:59']);
  const { rows } = await server.pool.query(
    `select detail from audit_event where action = 'assignment.extended' and entity_id = $1::text`,
    [task.id],
  );
  expect(rows).toMatchObject([
    {
      detail: { reason: '生病住院', dueAt: '2026-09-15 23:59:59', old: { dueAt: '2026-09-13 23:59:59' } },
    },
  ]);
  const told = await server.pool.query(
    `select text from notification where user_id = (select user_id from expert where id = $1) order by id desc limit 1`,
    [task.expert.expertId],
  );
  expect(told.rows).toEqual([{ text: '您的评审截止时间已延长到 2026-09-15 23:59，还有 1 份没有提交。' }]);
  const { body: files } = await server.call(assignmentApi.files, { token: office, query: { cycleId } });
  const reasons = files.content.flatMap((file) =>
    file.experts.map((one) => [one.assignmentId, one.extendedReason]),
  );
  expect(Object.fromEntries(reasons)).toMatchObject({ [task.id]: '生病住院', [other.id]: null });
  clock.travelTo(new Date(END.getTime() + 1000));
  expect((await desk.save(other, 0)).error?.message).toContain('截止');
  expect((await desk.save(task, 0)).status).toBe(200);
  clock.travelTo(new Date('2026-09-15T23:59:59.999+08:00'));
  expect((await desk.submit(task, 1)).status).toBe(204);
  expect((await desk.move(task, 'recall')).status).toBe(204);
  clock.travelTo(new Date('2026-09-16T00:00:00+08:00'));
  expect((await desk.submit(task, 1)).error?.message).toContain('2026-09-15 23:59:59 截止');
  // Who is late already gets more time too.
  expect((await extend({ dueAt: '2026-09-18 12:00:00' })).body).toEqual({ succeeded: 1, failed: [] });
  expect((await desk.submit(task, 1)).status).toBe(204);
});

test('an end that is no later, a suspended cycle, oneself and nothing to hand in are refused each', async () => {
  expect(await refusedOf({ dueAt: '2026-09-13' })).toEqual(['新的截止时间不晚于现在的截止时间']);
  const { rows } = await server.pool.query<{ user_id: number }>('select user_id from expert where id = $1', [
    task.expert.expertId,
  ]);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [rows[0]!.user_id]);
  expect(await refusedOf({}, task.expert.token)).toEqual(['不能延长自己的评审期限，请由其他人办理']);
  await server.pool.query('delete from user_role where user_id = $1 and role_id = 3', [rows[0]!.user_id]);
  await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
  expect(await refusedOf()).toEqual(['批次已暂停：核查']);
  await server.pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
  await desk.save(task, 0);
  expect((await desk.submit(task, 1)).status).toBe(204);
  expect(await refusedOf({ expertIds: [task.expert.expertId] })).toEqual(['没有待交的评审，不需要延期']);
  expect(await refusedOf({ expertIds: [999_999, 999_999] })).toEqual(['没有待交的评审，不需要延期']);
});

test('the round waits for the expert, shows their due date, and counts them; a later end of all includes them', async () => {
  const { version } = await readCycle(server, office, cycleId);
  await extend();
  const summary = async () =>
    (await server.call(assignmentApi.summary, { token: office, query: { cycleId } })).body;
  expect(await summary()).toMatchObject({
    dueAt: '2026-09-13 23:59:59',
    lastDueAt: '2026-09-15 23:59:59',
    marks: { extended: 1 },
  });
  clock.travelTo(new Date('2026-09-14T00:00:00+08:00'));
  expect(await summary()).toMatchObject({ isOver: false, overdue: 5 });
  expect((await closeRound(server, office, cycleId)).error?.message).toContain('没有提交');
  const extended = await server.call(reviewBoardApi.experts, {
    token: office,
    query: { cycleId, task: 'extended' },
  });
  expect(extended.body.content).toMatchObject([{ expertId: task.expert.expertId, extended: 1, late: 0 }]);
  const saved = await server.call(cycleApi.saveSchedule, {
    token: office,
    body: { ...usualTimes, reviewClosesAt: '2026-12-20', id: cycleId, version, reason: '全体延期' },
  });
  expect(saved.status, saved.error?.message).toBe(200);
  expect(await dueOf(task)).toBe('2026-12-20 23:59:59');
  expect(await summary()).toMatchObject({ lastDueAt: null, marks: { extended: 0 } });
});
