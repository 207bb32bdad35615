import { beforeAll, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { TestServer } from '../../../test/harness.ts';
import { deskOf, openTasks, placesOf, type Task } from '../../../test/round-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** One state of lateness: start page, list, desk and what the server refuses say the same. */

const PASSED = '2026-09-09T23:59:59+08:00';
let server: TestServer;
let task: Task;
let cycleId: number;
let desk: ReturnType<typeof deskOf>;

beforeAll(async () => {
  const world = await startWorld('released');
  server = world.server;
  desk = deskOf(server);
  cycleId = world.cycleId;
  [task] = (await openTasks(server, world.experts, cycleId)) as [Task];
  await desk.sign(task.expert, cycleId);
  return () => server.close();
});

const readAll = async () => {
  const { token, expertId } = task.expert;
  const list = await server.call(reviewApi.list, { token, params: { id: expertId }, query: {} });
  const start = await server.call(dashboardApi.read, { token });
  return {
    desk: (await desk.read(task)).closedReason,
    list: list.body.content.find(({ assignmentId }) => assignmentId === task.id)!.isLate,
    overdue: list.body.summary.overdue,
    start: start.body.queues.find(({ code }) => code === 'toReview')!.rows.find(({ id }) => id === task.id)!
      .note,
  };
};

test('before the end nothing is late', async () => {
  expect(await readAll()).toMatchObject({
    desk: null,
    list: false,
    overdue: 0,
    start: expect.not.stringContaining('逾期'),
  });
});

test('after the end all say so, and with the words of the desk a save is refused', async () => {
  await server.pool.query('update assignment set due_at = $2 where id = $1', [task.id, PASSED]);
  const said = await readAll();
  expect(said).toMatchObject({ list: true, overdue: 1, start: expect.stringContaining('已逾期') });
  expect(said.desk).toBe('评审已于 2026-09-09 23:59:59 截止，现在不能修改');
  const saved = await desk.save(task, 0);
  expect([saved.status, saved.error?.message]).toEqual([400, said.desk]);
});

test('the start page begins with what can still be written', async () => {
  const places = await placesOf(server, cycleId);
  const late = places.find(({ id }) => id === task.id)!;
  const other = places.find(({ project }) => project !== late.project)!;
  await server.pool.query('update assignment set expert_id = $2 where id = $1', [other.id, late.expert]);
  const { body } = await server.call(dashboardApi.read, { token: task.expert.token });
  const ids = body.queues.find(({ code }) => code === 'toReview')!.rows.map(({ id }) => id);
  expect(ids).toEqual([other.id, task.id]);
});
