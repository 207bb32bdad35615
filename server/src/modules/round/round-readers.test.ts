import { beforeEach, expect, test } from 'vitest';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { requestOf, type TestServer, travellingClock } from '../../../test/harness.ts';
import { drawableExperts } from '../../../test/review-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import {
  closeRound,
  ended,
  openRound,
  placesOf,
  type RoundExpert,
  submitAll,
} from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** Who learns what of a round, and that its numbers are those of its list. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let cycleId: number;
let projects: { id: number; token: string }[];
let drawId: number;
let experts: RoundExpert[];

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, experts, cycleId, projects, drawId } = await startWorld('released', { clock }));
  return () => server.close();
});

const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));

test('a school does not learn who reviews what, whatever it may do', async () => {
  const { rows } = await server.pool.query<{ id: string }>(`select id from dept where name = '天津大学'`);
  const deptId = Number(rows[0]!.id);
  const role = await server.pool.query<{ id: string }>(
    `insert into role (name, level, data_scope) values ('单校送审', 3, '本级') returning id`,
  );
  await server.pool.query(
    `insert into role_menu (role_id, menu_id) select $1, menu_id from role_menu where role_id = 3`,
    [role.rows[0]!.id],
  );
  const { token } = await signedIn(server.db, { roleIds: [Number(role.rows[0]!.id)], deptId });
  const [place] = await held();
  const projectId = projects[0]!.id;
  const params = { id: place!.id };
  const asked = await Promise.all([
    server.call(api.opinions, { token, params: { id: projectId } }),
    server.call(api.candidates, { token, query: { projectId } }),
    server.call(api.change, { token, params, body: { version: 1, expertId: place!.expert, reason: '调整' } }),
    server.call(api.replace, { token, params, body: { version: place!.version, reason: '调整' } }),
    server.call(api.add, { token, body: { projectId, reason: '补充' } }),
    server.call(reviewApi.list, { token, params: { id: place!.expert } }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 403]);
  const files = await server.call(api.files, { token, query: { cycleId } });
  expect(files.body).toMatchObject({ totalElements: 0, content: [] });
  const named = { token, body: { cycleId, expertIds: [place!.expert] } };
  const reminded = await server.call(reviewBoardApi.remind, named);
  const letters = await server.call(reviewBoardApi.reminders, named);
  expect([letters.status, letters.body]).toEqual([200, []]);
  expect([reminded.status, reminded.body.succeeded], reminded.error?.message).toEqual([200, 0]);
  expect(JSON.stringify(reminded.body)).not.toMatch(/专家\d/);
  const summary = await server.call(api.summary, { token, query: { cycleId } });
  expect(summary.body).toMatchObject({ files: 0, filled: 0, loads: [] });
});

test('one file and one expert of a round are found by their numbers, within what the reader may see', async () => {
  const { token: narrow } = await signedIn(server.db, {
    roleIds: [await createRole(server.db, { permissions: ['review:list'], dataScope: '本级' })],
  });
  const [place] = await held();
  const files = (token: string, projectId: number) =>
    server.call(api.files, { token, query: { cycleId, projectId } });
  const found = await files(office, place!.project);
  expect(found.body.content.map(({ projectId }) => projectId)).toEqual([place!.project]);
  expect((await files(narrow, place!.project)).body.content).toEqual([]);
  const progress = (token: string, expertId: number) =>
    server.call(reviewBoardApi.experts, { token, query: { cycleId, expertId } });
  const one = await progress(office, place!.expert);
  expect(one.body.content.map(({ expertId }) => expertId)).toEqual([place!.expert]);
  const [idle] = await drawableExperts(server, 1);
  expect((await progress(office, idle!.expertId)).body.content).toEqual([]);
  expect((await progress(narrow, place!.expert)).status).toBe(403);
});

test('an officer who reviews a file as an expert does not read what others say of it', async () => {
  const [place] = await held();
  const both = await signedIn(server.db, { roleIds: [3] });
  await server.pool.query('update expert set user_id = $1 where id = $2', [both.id, place!.expert]);
  const answer = await server.call(api.opinions, { token: both.token, params: { id: place!.project } });
  expect([answer.status, answer.error?.message]).toEqual([
    400,
    '您是这份材料的评审专家，不能查看其他专家的意见',
  ]);
  // Nor whose they are: not in lists, sheets, candidates, the tasks of others or the queue of the late.
  const { token } = both;
  const [other] = (await held()).filter(
    ({ project, expert }) => project === place!.project && expert !== place!.expert,
  );
  await server.pool.query(`update assignment set due_at = '2026-09-01' where id = $1`, [other!.id]);
  const noOf = async (reader: string) =>
    (await server.call(api.files, { token: reader, query: { cycleId, size: 100 } })).body.content
      .filter(({ experts: own }) => own.length > 0)
      .map(({ projectId }) => projectId);
  expect(await noOf(office)).toContain(place!.project);
  expect(await noOf(token)).not.toContain(place!.project);
  const taken = await server.app.inject(
    requestOf(reviewBoardApi.opinionSheet, { token, query: { cycleId } }),
  );
  await expect(readSheet(taken.rawPayload, ['编号'], 10)).rejects.toThrow('没有数据');
  const query = { projectId: place!.project };
  expect((await server.call(api.candidates, { token, query })).status).toBe(404);
  const tasks = await server.call(reviewApi.list, {
    token,
    params: { id: other!.expert },
    query: { cycleId },
  });
  const own = await server.call(reviewApi.list, { token, params: { id: place!.expert }, query: { cycleId } });
  const bags = own.body.content.map(({ bagNo }) => bagNo);
  expect(bags.length).toBeGreaterThan(0);
  expect(tasks.body.content.filter(({ bagNo }) => bags.includes(bagNo))).toEqual([]);
  const start = async (reader: string) =>
    JSON.stringify((await server.call(dashboardApi.read, { token: reader })).body).includes('评审逾期');
  expect([await start(office), await start(token)]).toEqual([true, false]);
  await server.pool.query(`update assignment set due_at = '2026-11-30' where id = $1`, [other!.id]);
  const former = experts.find(({ expertId }) => expertId === place!.expert)!;
  await server.pool.query('update expert set user_id = $1 where id = $2', [former.id, place!.expert]);
});

test('an officer who applies learns by nothing who reviews the own project, nor does an expert from the record', async () => {
  const [place, other] = (await held()).filter(({ project }) => project === projects[0]!.id);
  const { rows } = await server.pool.query<{ user_id: string }>(
    'select user_id from applicant join project using (person_id) where project.id = $1',
    [projects[0]!.id],
  );
  const applying = Number(rows[0]!.user_id);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [applying]);
  await server.pool.query('update assignment set due_at = $2 where id = $1', [place!.id, '2026-09-01']);
  const { token } = projects[0]!;
  const tasks = async (reader: string) =>
    (await server.call(reviewApi.list, { token: reader, params: { id: place!.expert }, query: { cycleId } }))
      .body.totalElements;
  const loads = async (reader: string) => {
    const { body } = await server.call(reviewBoardApi.experts, { token: reader, query: { cycleId } });
    return body.content.reduce((sum, { tasks: count }) => sum + count, 0);
  };
  const record = async (reader: string) => {
    const answer = await server.app.inject(
      requestOf(drawApi.record, { token: reader, params: { id: drawId } }),
    );
    return answer.statusCode;
  };
  const late = async (reader: string) =>
    JSON.stringify((await server.call(dashboardApi.read, { token: reader })).body).includes('评审逾期');
  const seen = async (reader: string) => [
    await tasks(reader),
    await loads(reader),
    await record(reader),
    await late(reader),
  ];
  const both = (await held()).filter(({ expert }) => expert === place!.expert).length;
  expect(await seen(office)).toEqual([both, 6, 200, true]);
  expect(await seen(token)).toEqual([both - 1, 3, 400, false]);
  // An expert who is also an officer does not learn the other experts of their project.
  const { rows: users } = await server.pool.query<{ user_id: string }>(
    'select user_id from expert where id = $1',
    [other!.expert],
  );
  const reviewing = Number(users[0]!.user_id);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [reviewing]);
  const expert = experts.find(({ expertId }) => expertId === other!.expert)!;
  expect(await record(expert.token)).toBe(400);
  await server.pool.query('delete from user_role where role_id = 3 and user_id in ($1, $2)', [
    applying,
    reviewing,
  ]);
});

test('a missing expert is reported to the office, except to its applicant and its reviewers', async () => {
  const { rows: schools } = await server.pool.query<{ id: string }>(
    `select id from dept where name = '天津大学'`,
  );
  const role = await createRole(server.db, { permissions: ['assignment:release'], dataScope: '本级' });
  const told = await signedIn(server.db, { roleIds: [3] });
  const narrow = await signedIn(server.db, { roleIds: [role], deptId: Number(schools[0]!.id) });
  const [place, other] = (await held()).filter(({ project }) => project === projects[0]!.id);
  const { rows } = await server.pool.query<{ user_id: string }>(
    'select user_id from applicant join project using (person_id) where project.id = $1',
    [projects[0]!.id],
  );
  const applying = Number(rows[0]!.user_id);
  const { rows: users } = await server.pool.query<{ user_id: string }>(
    'select user_id from expert where id = $1',
    [other!.expert],
  );
  const reviewing = Number(users[0]!.user_id);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3), ($2, 3)', [
    applying,
    reviewing,
  ]);
  // No successor is left.
  await server.pool.query('update expert set max_load = 0');
  const replaced = await server.call(api.replace, {
    token: office,
    params: { id: place!.id },
    body: { version: place!.version, reason: '联系不上' },
  });
  await server.pool.query('update expert set max_load = null');
  await server.pool.query('delete from user_role where role_id = 3 and user_id in ($1, $2)', [
    applying,
    reviewing,
  ]);
  expect(replaced.status, replaced.error?.message).toBe(200);
  const { rows: messages } = await server.pool.query<{ user_id: string; link: string }>(
    `select user_id, link from notification where text like '有一份送审材料缺少专家%'`,
  );
  const heard = messages.map(({ user_id }) => Number(user_id));
  expect(messages[0]?.link).toBe(`/review/assignment?cycleId=${cycleId}&id=${place!.project}`);
  expect(heard).toContain(told.id);
  for (const id of [narrow.id, applying, reviewing]) expect(heard).not.toContain(id);
});

test('a task is late with the second after its end, in numbers, on the desk and on the start page', async () => {
  const [place] = await held();
  const { token } = experts.find(({ expertId }) => expertId === place!.expert)!;
  const queued = async () => {
    const { queues } = (await server.call(dashboardApi.read, { token: office })).body;
    return queues.find(({ code }) => code === 'lateReviews')?.total ?? 0;
  };
  // Rounds of other tests have late ones too.
  const others = await queued();
  await server.pool.query('update assignment set due_at = $2 where id = $1', [place!.id, clock.now()]);
  const late = async () => {
    const tasks = { token, params: { id: place!.expert }, query: { cycleId } };
    return [
      (await server.call(api.summary, { token: office, query: { cycleId } })).body.overdue,
      (await server.call(reviewApi.list, tasks)).body.summary.overdue,
      (await queued()) - others,
    ];
  };
  const end = clock.now();
  clock.travelTo(new Date(end.getTime() + 900));
  expect(await late()).toEqual([0, 0, 0]);
  clock.travelTo(new Date(end.getTime() + 1000));
  expect(await late()).toEqual([1, 1, 1]);
  clock.travelTo(end);
});

test('how files stand is the same in the numbers and in the list, whatever is wrong with them', async () => {
  ({ cycleId, projects } = await openRound(server, office, { files: 7 }));
  const [short, conflicted, disabled, applying, late, done] = projects.map(({ id }) => id) as number[];
  const of = async (project: number) => (await held()).filter((place) => place.project === project);
  const set = (project: number, change: string) =>
    server.pool.query(`update assignment set ${change} where project_id = $1`, [project]);
  await server.pool.query(`update assignment set state = 'recused' where id = $1`, [
    (await of(short!))[0]!.id,
  ]);
  await set(late!, `due_at = '2026-09-01'`);
  await set(done!, `state = 'submitted', is_counted = true`);
  const [first] = await of(conflicted!);
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
    [cycleId, conflicted, first!.expert],
  );
  // Experts used by this test only.
  const [gone, applicant] = await drawableExperts(server, 2);
  for (const [project, expert] of [
    [disabled!, gone!],
    [applying!, applicant!],
  ] as const)
    await server.pool.query('update assignment set expert_id = $2 where id = $1', [
      (await of(project))[0]!.id,
      expert.expertId,
    ]);
  await server.pool.query('update expert set enabled = false where id = $1', [gone!.expertId]);
  await server.pool.query(
    'update expert set person_id = (select person_id from project where id = $1) where id = $2',
    [short, applicant!.expertId],
  );
  const list = async (mark: string) => {
    const { body } = await server.call(api.files, { token: office, query: { cycleId, mark } as never });
    return body.content.map(({ projectId }) => projectId).toSorted((a, b) => a - b);
  };
  const { body } = await server.call(api.summary, { token: office, query: { cycleId } });
  expect(body.marks).toMatchObject({ short: 1, flagged: 3, late: 1, done: 1 });
  expect([body.files, body.places, body.filled, body.submitted, body.overdue]).toEqual([7, 21, 20, 3, 3]);
  expect(await list('short')).toEqual([short]);
  expect(await list('flagged')).toEqual([conflicted, disabled, applying]);
  expect(await list('late')).toEqual([late]);
  expect(await list('done')).toEqual([done]);
  const all = await server.call(api.files, { token: office, query: { cycleId, size: 20 } as never });
  const flagged = all.body.content.filter(({ experts: own }) => own.some(({ isFlagged }) => isFlagged));
  expect(flagged.map(({ projectId }) => projectId).toSorted((a, b) => a - b)).toEqual([
    conflicted,
    disabled,
    applying,
  ]);
  const found = await server.call(api.files, { token: office, query: { cycleId, blurry: '教书' } as never });
  expect(found.body.totalElements).toBe(7);
});

test('results are in the list and its counts once the round is closed, except the own one for an officer', async () => {
  await submitAll(server, experts, cycleId);
  await server.pool.query(
    `update review set submitted = submitted || '{"conclusion": "disagree"}' where assignment_id in
       (select id from assignment where project_id = $1)`,
    [projects[0]!.id],
  );
  const numbers = async (token: string) => {
    const { outcomes } = (await server.call(api.summary, { token, query: { cycleId } })).body;
    return outcomes;
  };
  const listed = async (token: string, query: object = {}) => {
    const { content } = (await server.call(api.files, { token, query: { cycleId, ...query } })).body;
    return content.map(({ projectId, outcome }) => `${projectId} ${outcome}`);
  };
  const [own, other] = projects.map(({ id }) => id);
  expect(await numbers(office)).toBeNull();
  expect(await listed(office)).toEqual([`${own} null`, `${other} null`]);
  expect((await closeRound(server, office, cycleId)).status).toBe(204);
  expect(await numbers(office)).toEqual({ pass: 1, fail: 1 });
  expect(await listed(office)).toEqual([`${own} fail`, `${other} pass`]);
  expect(await listed(office, { outcome: 'fail' })).toEqual([`${own} fail`]);
  const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  expect(await numbers(supervisor)).toBeNull();

  const { rows } = await server.pool.query<{ user_id: string }>(
    'select user_id from applicant join project using (person_id) where project.id = $1',
    [own],
  );
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [rows[0]!.user_id]);
  const { token } = projects[0]!;
  expect(await numbers(token)).toEqual({ pass: 1, fail: 0 });
  expect(await listed(token)).toEqual([`${other} pass`]);
});

test('the file names of its sheets contain the cycle', async () => {
  const { rows } = await server.pool.query<{ name: string }>('select name from cycle where id = $1', [
    cycleId,
  ]);
  for (const [endpoint, name] of [
    [reviewBoardApi.scoreSheet, '评分表'],
    [reviewBoardApi.opinionSheet, '评审意见'],
    [reviewBoardApi.expertSheet, '专家评审进度'],
  ] as const) {
    const { headers } = await server.app.inject(requestOf(endpoint, { token: office, query: { cycleId } }));
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`${rows[0]!.name}-${name}-`);
  }
});
