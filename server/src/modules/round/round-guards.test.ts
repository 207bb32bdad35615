import { beforeEach, describe, expect, test } from 'vitest';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { drawableExperts } from '../../../test/review-helpers.ts';
import {
  closeRound,
  deskOf,
  officeOf,
  openTasks,
  type RoundExpert,
  submitAll,
} from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** Places, rounds and reminders against parallel, repeated and forged calls. */

const clock = travellingClock(START);
type Office = ReturnType<typeof officeOf>;
let server: TestServer;
let office: string;
let second: string;
let cycleId: number;
let projects: { id: number; token: string }[];
let desk: ReturnType<typeof deskOf>;
let replace: Office['replace'];
let change: Office['change'];
let add: Office['add'];
let held: Office['held'];
let holdersOf: Office['holdersOf'];
let experts: RoundExpert[];

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, second, experts, cycleId, projects } = await startWorld('released', { clock }));
  desk = deskOf(server);
  ({ replace, change, add, held, holdersOf } = officeOf(server, office, cycleId));
  return () => server.close();
});

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
/** Everything that must hold whatever was done to a cycle. */
const invariants = async () => {
  const places = await held();
  const pairs = places.map(({ project, expert }) => `${project} ${expert}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  const slots = places.map(({ project, slot }) => `${project} ${slot}`);
  expect(new Set(slots).size).toBe(slots.length);
  return places;
};

describe('at once', () => {
  test('two officers replace one expert: one succeeds, the other is refused', async () => {
    const [place] = await held();
    const answers = await Promise.all([
      replace(place!.id, place!.version),
      replace(place!.id, place!.version, second),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(await invariants()).toHaveLength(6);
  });

  test('an expert declines while the office replaces them: the place is filled once', async () => {
    const [task] = await openTasks(server, experts, cycleId);
    const { version } = (await held()).find(({ id }) => id === task!.id)!;
    const answers = await Promise.all([desk.move(task!, 'recuse'), replace(task!.id, version)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await invariants()).toHaveLength(6);
  });

  test('all experts of a project decline: no expert gets two of its places, and none gets it again', async () => {
    const [first] = projects;
    const tasks = await openTasks(server, experts, cycleId);
    const before = await holdersOf(first!.id);
    const ids = new Set((await held()).filter(({ project }) => project === first!.id).map(({ id }) => id));
    const answers = await Promise.all(
      tasks.filter(({ id }) => ids.has(id)).map((task) => desk.move(task, 'recuse')),
    );
    expect(statuses(answers)).toEqual([204, 204, 204]);
    await invariants();
    const after = await holdersOf(first!.id);
    expect(after).toHaveLength(3);
    expect(after.filter((expert) => before.includes(expert))).toEqual([]);
  });

  test('all decline everything in one call: none ends in an error', async () => {
    const tasks = await openTasks(server, experts, cycleId);
    const answers = await Promise.all(
      Map.groupBy(tasks, ({ expert }) => expert)
        .entries()
        .map(([expert, own]) =>
          desk.sign(expert, cycleId, {
            recusals: own.map(({ id }) => ({ assignmentId: id, type: '师生', note: '' })),
          }),
        ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await invariants();
  });

  test("replacements do not exceed an expert's limit", async () => {
    // Only one expert may take a place, with room for one project.
    await server.pool.query('update expert set max_load = 0');
    const [guest] = await drawableExperts(server, 1);
    await server.pool.query('update expert set max_load = 1, school_id = null where id = $1', [
      guest!.expertId,
    ]);
    const places = await held();
    const one = projects.map(({ id }) => places.find(({ project }) => project === id)!);
    const answers = await Promise.all(one.map(({ id, version }) => replace(id, version)));
    expect(statuses(answers)).toEqual([200, 200]);
    expect((await invariants()).filter(({ expert }) => expert === guest!.expertId)).toHaveLength(1);
  });

  test('nor do changes by hand and additions', async () => {
    await server.pool.query('update expert set max_load = 0');
    const [guest] = await drawableExperts(server, 1);
    await server.pool.query('update expert set max_load = 1, school_id = null where id = $1', [
      guest!.expertId,
    ]);
    const [one, two] = projects;
    const place = (await held()).find(({ project }) => project === two!.id)!;
    const answers = await Promise.all([
      add(one!.id, guest!.expertId),
      change(place.id, guest!.expertId, place.version),
      add(two!.id, guest!.expertId),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect((await invariants()).filter(({ expert }) => expert === guest!.expertId)).toHaveLength(1);
  });

  test('a vacancy is filled once', async () => {
    const [one] = projects;
    const gone = (await held()).find(({ project }) => project === one!.id)!;
    await server.pool.query(`update assignment set state = 'recused' where id = $1`, [gone.id]);
    const holders = await holdersOf(one!.id);
    const chosen = experts.find(({ expertId }) => !holders.includes(expertId) && expertId !== gone.expert)!;
    const answers = await Promise.all([1, 2, 3].map(() => add(one!.id, chosen.expertId)));
    expect(statuses(answers)).toEqual([204, 400, 400]);
    expect(await holdersOf(one!.id)).toHaveLength(3);
    await invariants();
  });

  test('an opinion is returned once', async () => {
    const [task] = await submitAll(server, experts, cycleId);
    const { version } = (await held()).find(({ id }) => id === task!.id)!;
    const back = () =>
      server.call(api.return, {
        token: office,
        params: { id: task!.id },
        body: { version, reason: '笼统', dueAt: null },
      });
    expect(statuses(await Promise.all([back(), back()]))).toEqual([204, 409]);
  });
});

describe('by hand a project is not given to', () => {
  test('an expert who must not have it, with the reason', async () => {
    const [one, two] = projects;
    const holders = await holdersOf(one!.id);
    const place = (await held()).find(({ project }) => project === one!.id)!;
    const free = experts.filter(({ expertId }) => !holders.includes(expertId));
    const [conflicted, disabled, applying, away] = free as [
      RoundExpert,
      RoundExpert,
      RoundExpert,
      RoundExpert,
    ];
    await server.pool.query(
      `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
        values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
      [cycleId, one!.id, conflicted.expertId],
    );
    await server.pool.query('update expert set enabled = false where id = $1', [disabled.expertId]);
    await server.pool.query(
      'update expert set person_id = (select person_id from project where id = $1) where id = $2',
      [two!.id, applying.expertId],
    );
    await server.pool.query(
      `insert into expert_unavailability (expert_id, from_day, to_day) values ($1, '2026-09-01', '2026-09-30')`,
      [away.expertId],
    );
    const told = async (expertId: number) => {
      const { status, error } = await change(place.id, expertId, place.version);
      return error ? (error.errors?.[0]?.message ?? error.message) : status;
    };
    expect(await told(conflicted.expertId)).toBe('存在回避情形');
    expect(await told(disabled.expertId)).toBe('已停用或暂不能参加评审');
    expect(await told(applying.expertId)).toBe('本批次申报人');
    expect(await told(away.expertId)).toBe('暂不参加评审');
    expect(await told(place.expert)).toBe('已由这位专家评审');
    expect(await told(holders.find((expert) => expert !== place.expert)!)).toBe('已在评审这份材料');
    expect(await told(987_654)).toBe('专家不存在');
    await server.pool.query('update expert set enabled = true, person_id = null where id = any($1)', [
      [disabled.expertId, applying.expertId],
    ]);
    await server.pool.query('delete from expert_unavailability where expert_id = $1', [away.expertId]);
  });
});

describe('the round', () => {
  test('does not end while a file lacks an expert, however many opinions are in', async () => {
    await submitAll(server, experts, cycleId);
    const [place] = await held();
    await server.pool.query(`update assignment set state = 'replaced', is_counted = false where id = $1`, [
      place!.id,
    ]);
    const closed = await closeRound(server, office, cycleId);
    expect([closed.status, closed.error?.message]).toEqual([400, '还有 1 份材料缺少专家，请先补充专家']);
  });

  test('nor while a draw goes on, and none begins after it', async () => {
    await submitAll(server, experts, cycleId);
    const draw = () =>
      server.call(drawApi.create, {
        token: office,
        body: { cycleId, plan: { ...standardPlan, isWitnessed: false } },
      });
    const { body } = await draw();
    expect((await closeRound(server, office, cycleId)).error?.message).toBe('有抽取正在进行，请先完成或中止');
    await abortWithTwo(server, body.id, office, '不需要');
    expect((await closeRound(server, office, cycleId)).status).toBe(204);
    expect((await draw()).error?.message).toBe('本轮送审已结束');
  });

  test('ends once, and is published once', async () => {
    await submitAll(server, experts, cycleId);
    const close = () => closeRound(server, office, cycleId);
    expect(statuses(await Promise.all([close(), close(), close()]))).toEqual([204, 400, 400]);
    const publish = () => server.call(api.publish, { token: office, body: { cycleId } });
    expect(statuses(await Promise.all([publish(), publish(), publish()]))).toEqual([204, 400, 400]);
    const { rows } = await server.pool.query(
      `select count(*)::int from state_event where entity = 'project' and event = 'pass' and entity_id = $1`,
      [projects[0]!.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
    const read = await server.call(projectApi.read, {
      token: projects[0]!.token,
      params: { id: projects[0]!.id },
    });
    expect(read.body?.state).toBe('externalPassed');
  });

  test.each(['recall', 'return'] as const)(
    'that closes during another action (%s) has no open assignment',
    async (event) => {
      const [task] = await submitAll(server, experts, cycleId);
      const { version } = (await held()).find(({ id }) => id === task!.id)!;
      const other = {
        recall: () => desk.move(task!, 'recall'),
        return: () =>
          server.call(api.return, {
            token: office,
            params: { id: task!.id },
            body: { version, reason: '笼统', dueAt: null },
          }),
      };
      const [closed, done] = await Promise.all([closeRound(server, office, cycleId), other[event]()]);
      expect(closed.status < 500 && done.status < 500).toBe(true);
      const open = (await held()).filter(({ state }) => state !== 'locked');
      if (closed.status === 204) expect([open, done.status < 300]).toEqual([[], false]);
      else expect(done.status).toBeLessThan(300);
    },
  );
});

test('an expert is reminded once, however many of their assignments are chosen', async () => {
  const [one, two] = projects;
  const both = (await holdersOf(two!.id)).find((expert) => one && expert);
  const holders = await held();
  const isBoth = holders.some((place) => place.project === one!.id && place.expert === both);
  if (!isBoth)
    await server.pool.query(`update assignment set state = 'recused' where id = $1`, [
      holders.find((place) => place.project === one!.id)!.id,
    ]);
  const twice = isBoth ? null : await add(one!.id, both);
  expect(twice?.status ?? 204).toBe(204);
  const expert = experts.find(({ expertId }) => expertId === both)!;
  const own = await openTasks(server, [expert], cycleId);
  expect(own).toHaveLength(2);
  const { rows: users } = await server.pool.query<{ user_id: string }>(
    'select user_id from expert where id = $1',
    [expert.expertId],
  );
  const told = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*)::int from notification where text like '您还有%' and user_id = $1`,
      [users[0]!.user_id],
    );
    return rows[0]!.count;
  };
  const before = await told();
  const asked = { token: office, body: { cycleId, expertIds: [expert.expertId] } };
  const [letter] = (await server.call(reviewBoardApi.reminders, asked)).body;
  expect(letter).toMatchObject({ expertId: expert.expertId, open: 2, denial: null });
  expect(letter!.text).toContain('2');
  expect(letter!.text).not.toContain('已逾期');
  const makeLate = (ids: readonly number[]) =>
    server.pool.query(
      `update assignment set due_at = $2::timestamptz - interval '1 day' where id = any($1)`,
      [ids, START],
    );
  await makeLate([own[0]!.id]);
  const [mixed] = (await server.call(reviewBoardApi.reminders, asked)).body;
  expect(mixed!.text).toContain('（其中 1 份已逾期）');
  await makeLate(own.map(({ id }) => id));
  const [late] = (await server.call(reviewBoardApi.reminders, asked)).body;
  expect(late!.text).toContain('（已逾期）');
  const files = await server.call(api.files, { token: office, query: { cycleId, size: 100 } });
  const places = files.body.content.flatMap((file) => file.experts);
  expect(new Set(places.flatMap(({ isLate, expertId }) => (isLate ? [expertId] : [])))).toEqual(
    new Set([expert.expertId]),
  );
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => server.call(reviewBoardApi.remind, asked)),
  );
  expect(answers.map(({ status, error }) => `${status} ${error?.message ?? ''}`)).toEqual(
    answers.map(() => '200 '),
  );
  expect(answers.filter(({ body }) => body.succeeded === 1)).toHaveLength(1);
  expect(await told()).toBe(before + 1);
  const [again] = (await server.call(reviewBoardApi.reminders, asked)).body;
  expect(again!.denial).toBe('今天已经催办过');
});
