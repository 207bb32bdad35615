import { beforeEach, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { deskOf, openTasks, type RoundExpert, type Task } from '../../../test/round-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** A late expert asks for more time; the office extends, or says why not. */

let server: TestServer;
let office: string;
let experts: RoundExpert[];
let cycleId: number;
let task: Task;
let projects: { id: number; userId: number; token: string }[];
let desk: ReturnType<typeof deskOf>;

beforeEach(async () => {
  ({ server, office, experts, cycleId, projects } = await startWorld('released'));
  desk = deskOf(server);
  await server.pool.query('update assignment set due_at = $2 where cycle_id = $1', [
    cycleId,
    '2026-09-09T23:59:59+08:00',
  ]);
  [task] = (await openTasks(server, experts, cycleId)) as [Task];
  await server.pool.query(`update assignment set state = 'accepted', accepted_at = now() where id = $1`, [
    task.id,
  ]);
  return () => server.close();
});

const ask = (reason = '住院', token: string | undefined = task.expert.token, cycle = cycleId) =>
  server.call(reviewApi.askExtension, { token, body: { cycleId: cycle, reason } });
const refuse = (token: string | undefined = office, expertId = task.expert.expertId) =>
  server.call(reviewBoardApi.refuseExtension, { token, body: { cycleId, expertId, reason: '名额已满' } });
const extensionOf = async () => (await desk.read(task)).extension;
const waiting = async (token = office) => {
  const list = await server.call(reviewBoardApi.experts, { token, query: { cycleId, hasRequest: true } });
  const start = await server.call(dashboardApi.read, { token });
  return {
    list: list.body.content?.map(({ expertId, request }) => [expertId, request?.reason]),
    start: start.body.queues.find(({ code }) => code === 'extensions')?.rows.map(({ note }) => note),
  };
};

test('is for experts with open reviews, and its answer for those who run the review', async () => {
  const officer = async (roleId: number) => (await signedIn(server.db, { roleIds: [roleId] })).token;
  const [other] = experts.filter(({ expertId }) => expertId !== task.expert.expertId);
  await server.pool.query(`update assignment set state = 'declined' where expert_id = $1`, [other!.expertId]);
  expect((await ask('住院', '')).status).toBe(401);
  expect((await ask('住院', office)).status).toBe(403);
  expect((await ask('住院', other!.token)).status).toBe(404);
  expect((await ask('住院', task.expert.token, 999_999)).status).toBe(404);
  expect((await ask('')).error?.message).toBe('请输入申请原因');
  expect((await refuse('')).status).toBe(401);
  expect((await refuse(task.expert.token)).status).toBe(403);
  expect((await refuse(await officer(4))).status).toBe(403);
  expect((await refuse()).error?.message).toBe('没有等待答复的延期申请');
  expect((await refuse(office, 999_999)).status).toBe(404);
});

test('a request waits for the office; refused, the expert reads why and may ask again', async () => {
  expect(await extensionOf()).toBeNull();
  expect((await ask()).status).toBe(204);
  expect(await extensionOf()).toMatchObject({ isRefused: false });
  expect((await ask()).error?.message).toBe('已申请延期，请等待评审办答复');
  expect(await waiting()).toEqual({ list: [[task.expert.expertId, '住院']], start: ['住院'] });

  expect((await refuse()).status).toBe(204);
  expect(await extensionOf()).toMatchObject({ isRefused: true, note: '名额已满' });
  const { body } = await server.call(notificationApi.list, { token: task.expert.token, query: {} });
  expect(body.content[0]).toMatchObject({ text: '评审办没有同意您的延期申请：名额已满' });
  expect(await waiting()).toEqual({ list: [], start: undefined });
  expect((await ask('仍在住院')).status).toBe(204);
});

test('an extension answers it, and the desk opens', async () => {
  await ask();
  expect((await desk.read(task)).closedReason).toContain('截止');
  const { body } = await server.call(reviewBoardApi.extend, {
    token: office,
    body: { cycleId, expertIds: [task.expert.expertId], dueAt: '2026-09-20', reason: '住院' },
  });
  expect(body).toEqual({ succeeded: 1, failed: [] });
  const { closedReason, extension } = await desk.read(task);
  expect([closedReason, extension]).toEqual([null, null]);
  expect(await waiting()).toEqual({ list: [], start: undefined });
});

test('simultaneous requests are stored once, and a fifth is the last', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  for (let count = 1; count < 5; count += 1) {
    await refuse();
    expect((await ask()).status).toBe(204);
  }
  await refuse();
  expect((await ask()).error?.message).toBe('申请次数过多，请直接联系评审办');
});

test('a suspended cycle takes none, and no officer answers the own one', async () => {
  await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
  expect((await ask()).error?.message).toBe('批次已暂停：核查');
  await server.pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
  await ask();
  await server.pool.query(
    'insert into user_role (user_id, role_id) select user_id, 3 from expert where id = $1',
    [task.expert.expertId],
  );
  expect((await refuse(task.expert.token)).error?.message).toBe('不能答复自己的申请，请由其他人办理');
  expect((await waiting(task.expert.token)).start).toBeUndefined();
  const second = await signedIn(server.db, { roleIds: [3] });
  await server.pool.query(
    `with human as (insert into person (id_card_hash, id_card_sealed) values (sha256('one'), 'one') returning id),
      known as (update expert set person_id = human.id from human where expert.id = $2)
    insert into applicant (person_id, user_id) select id, $1 from human`,
    [second.id, task.expert.expertId],
  );
  expect((await refuse(second.token)).error?.message).toBe('不能答复自己的申请，请由其他人办理');
  const extended = await server.call(reviewBoardApi.extend, {
    token: second.token,
    body: { cycleId, expertIds: [task.expert.expertId], dueAt: '2026-09-20', reason: '住院' },
  });
  expect(extended.body.failed).toMatchObject([{ message: expect.stringContaining('自己的评审期限') }]);
});

test('an officer who applies sees no request of an expert who has their project open', async () => {
  const { rows } = await server.pool.query<{ project: number }>(
    'select project_id::int as project from assignment where id = $1',
    [task.id],
  );
  const own = projects.find(({ id }) => id === rows[0]!.project)!;
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [own.userId]);
  await ask();
  // The expert has submitted all other opinions: the list shows nothing open of theirs, whichever experts the draw chose.
  const theirs = [task.expert.expertId, cycleId, own.id];
  await server.pool.query(
    `update assignment set expert_id = $1 where id = (select id from assignment
      where cycle_id = $2 and project_id <> $3 order by expert_id = $1 desc, id limit 1)`,
    theirs,
  );
  const other = (state: string) =>
    server.pool.query(
      `update assignment set state = $4, is_counted = $4 = 'submitted'
        where cycle_id = $2 and project_id <> $3 and expert_id = $1`,
      [...theirs, state],
    );
  for (const state of ['submitted', 'accepted']) {
    await other(state);
    expect(await waiting(own.token)).toEqual({ list: [], start: undefined });
    expect((await refuse(own.token)).error?.message).toBe('没有等待答复的延期申请');
  }
  expect(await waiting()).toEqual({ list: [[task.expert.expertId, '住院']], start: ['住院'] });
});
