import { beforeEach, describe, expect, test } from 'vitest';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { readCycle, usualTimes } from '../../../test/cycle-helpers.ts';
import { requestOf, type TestServer, travellingClock } from '../../../test/harness.ts';
import { wholeOpinion } from '../../../test/review-helpers.ts';
import {
  closeRound,
  deskOf,
  openTasks,
  type RoundExpert,
  submitAll,
  type Task,
} from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { sha256 } from '../../platform/hash.ts';

/** Opinions against forged, huge, late, parallel and repeated calls. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let experts: RoundExpert[];
let cycleId: number;
let projects: { id: number; token: string }[];
let task: Task;
let desk: ReturnType<typeof deskOf>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, experts, cycleId, projects } = await startWorld('released', { clock }));
  desk = deskOf(server);
  [task] = (await openTasks(server, experts, cycleId)) as [Task];
  await desk.sign(task.expert, cycleId);
  return () => server.close();
});

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const storedOf = async ({ id }: Task) => {
  const { rows } = await server.pool.query<{
    opinion: Record<string, unknown>;
    hash: string;
    version: number;
  }>('select opinion, hash, version from review where assignment_id = $1', [id]);
  return rows[0]!;
};
const countRevisions = async ({ id }: Task) => {
  const { rows } = await server.pool.query<{ count: number }>(
    'select count(*)::int from review_revision where assignment_id = $1',
    [id],
  );
  return rows[0]!.count;
};

describe('values outside the form', () => {
  test('is not kept: neither other keys nor the scale of other cycles', async () => {
    const forged = wholeOpinion({
      scores: { ...wholeOpinion().scores, bonus: 1000 },
      texts: { ...wholeOpinion().texts, secret: '看不见的话' },
      grade: 'D',
    });
    expect((await desk.save(task, 0, forged)).status).toBe(200);
    expect((await storedOf(task)).opinion).toEqual(wholeOpinion());
    expect((await desk.read(task)).opinion).toEqual(wholeOpinion());
  });

  test('do not turn 同意 into 不同意 by an invisible grade', async () => {
    for (const one of await openTasks(server, experts, cycleId)) {
      await desk.sign(one.expert, cycleId);
      await desk.save(one, 0, wholeOpinion({ grade: 'D' }));
      expect((await desk.submit(one, 1)).status).toBe(204);
    }
    // Also if it was stored before the check existed.
    await server.pool.query(`update review set opinion = opinion || '{"grade":"D"}' where assignment_id in
      (select id from assignment where cycle_id = ${cycleId})`);
    const shown = await server.call(assignmentApi.opinions, {
      token: office,
      params: { id: projects[0]!.id },
    });
    expect(shown.body.verdict).toMatchObject({ level: 'ok' });
    expect(shown.body.verdict.message).toContain('不同意 0 份');
  });

  const forged: [string, object][] = [
    ['a text of 100 000 characters', { texts: { opinion: '长'.repeat(100_000) } }],
    [
      'a hundred parts',
      { scores: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 1])) },
    ],
    ['points beyond everything', { scores: { method: 1e9 } }],
    ['points that are no number', { scores: { method: '30' } }],
    ['points without an end', { scores: { method: Infinity } }],
    ['a key of every object', { scores: JSON.parse('{"__proto__":1}') as object }],
    ['another conclusion', { conclusion: 'maybe' }],
    ['a list', { texts: ['opinion'] }],
  ];
  test('is refused in words, and leaves nothing', async () => {
    for (const [name, change] of forged) {
      const answer = await server.app.inject({
        method: 'PUT',
        url: requestOf(api.save, { params: { id: task.id } }).url as string,
        headers: { authorization: task.expert.token, 'content-type': 'application/json' },
        payload: JSON.stringify({
          version: 0,
          opinion: { ...wholeOpinion(), ...change },
          client: 'tab1',
          seconds: 1,
        }).replace('"method":null', '"method":1e999'),
      });
      expect([name, answer.statusCode, /[\u4e00-\u9fff]/.test(answer.body)]).toEqual([name, 400, true]);
    }
    expect(await countRevisions(task)).toBe(0);
  });

  test('points out of the bounds of their criterion are kept while one writes, and not handed in', async () => {
    for (const [index, points] of [31, -1, 2.5].entries()) {
      const scores = { ...wholeOpinion().scores, method: points };
      expect((await desk.save(task, index, wholeOpinion({ scores }))).status).toBe(200);
      expect((await desk.submit(task, index + 1)).error?.message).toBe('还有 1 项没有填好，不能提交');
    }
  });
});

describe('by the clock', () => {
  test('the last second belongs to the time, whatever its thousandths, and the next one does not', async () => {
    const due = new Date('2026-09-20T23:59:59+08:00');
    await server.pool.query('update assignment set due_at = $2 where id = $1', [task.id, due]);
    clock.travelTo(new Date(due.getTime() + 999));
    expect((await desk.save(task, 0)).status).toBe(200);
    expect((await desk.submit(task, 1)).status).toBe(204);
    expect((await desk.move(task, 'recall')).status).toBe(204);
    clock.travelTo(new Date(due.getTime() + 1000));
    expect((await desk.save(task, 1)).error?.message).toContain('截止');
    expect((await desk.submit(task, 1)).error?.message).toContain('截止');
  });

  test('a moved end applies to experts who have not submitted, and they are notified', async () => {
    const dueOf = async (one: Task) => (await desk.read(one)).dueAt;
    const tasks = await openTasks(server, experts, cycleId);
    const [, done, late] = tasks as [Task, Task, Task];
    await desk.sign(done.expert, cycleId);
    await desk.save(done, 0);
    expect((await desk.submit(done, 1)).status).toBe(204);
    await server.pool.query('update assignment set due_at = $2, own_due_at = $2 where id = $1', [
      late.id,
      '2026-12-31T23:59:59+08:00',
    ]);
    const { version } = await readCycle(server, office, cycleId);
    const saved = await server.call(cycleApi.saveSchedule, {
      token: office,
      body: { ...usualTimes, reviewClosesAt: '2026-12-05', id: cycleId, version, reason: '专家请求延期' },
    });
    expect(saved.status, saved.error?.message).toBe(200);
    expect(await dueOf(task)).toBe('2026-12-05 23:59:59');
    expect(await dueOf(done)).toBe('2026-11-30 23:59:59');
    expect(await dueOf(late)).toBe('2026-12-31 23:59:59');
    const { rows } = await server.pool.query(
      `select text from notification where user_id = (select user_id from expert where id = $1) order by id desc limit 1`,
      [task.expert.expertId],
    );
    expect(rows).toEqual([{ text: '评审截止时间改为 2026-12-05 23:59，您还有 1 份评审没有提交。' }]);
  });

  test('nothing moves while the cycle is suspended', async () => {
    await desk.save(task, 0);
    await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
    for (const answer of [
      await desk.save(task, 1),
      await desk.submit(task, 1),
      await desk.move(task, 'recuse'),
      await server.call(reviewBoardApi.remind, {
        token: office,
        body: { cycleId, expertIds: [task.expert.expertId] },
      }),
    ])
      expect(JSON.stringify(answer.body)).toContain('批次已暂停：核查');
    await server.pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
  });
});

describe('at once', () => {
  test('two saves of one version: one is kept, the other is refused', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.save(task, 0)));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await countRevisions(task)).toBe(1);
  });

  test('handed in twice is handed in once', async () => {
    await desk.save(task, 0);
    expect(statuses(await Promise.all([1, 2, 3].map(() => desk.submit(task, 1))))).toEqual([204, 204, 204]);
    // A retry after a lost answer.
    expect((await desk.submit(task, 1)).status).toBe(204);
    const { rows } = await server.pool.query(
      `select count(*)::int from state_event where entity = 'assignment' and entity_id = $1 and event = 'submit'`,
      [task.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
    // Another version was never submitted.
    expect((await desk.submit(task, 2)).status).toBe(409);
  });

  test('handed in while another tab saves: the hash is that of what stands', async () => {
    await desk.save(task, 0);
    const changed = wholeOpinion({ conclusion: 'disagree' });
    await Promise.all([desk.submit(task, 1), desk.save(task, 1, changed), desk.submit(task, 1)]);
    const { hash, opinion, version } = await storedOf(task);
    const state = (await desk.read(task)).state;
    if (state !== 'submitted') expect([hash, version]).toEqual([null, 2]);
    else {
      const { rows } = await server.pool.query<{ rule_version: number }>(
        'select rule_version from review where assignment_id = $1',
        [task.id],
      );
      const text = canonicalJson({ assignment: task.id, opinion, ruleVersion: rows[0]!.rule_version });
      expect(hash).toBe(sha256(text));
    }
  });

  test('a place that is taken away meanwhile takes no more words', async () => {
    await desk.save(task, 0);
    const { rows } = await server.pool.query<{ version: number }>(
      'select version from assignment where id = $1',
      [task.id],
    );
    const [saved, replaced] = await Promise.all([
      desk.save(task, 1),
      server.call(assignmentApi.replace, {
        token: office,
        params: { id: task.id },
        body: { version: rows[0]!.version, reason: '联系不上' },
      }),
    ]);
    expect([200, 404]).toContain(saved.status);
    expect(replaced.status, replaced.error?.message).toBe(200);
    expect((await desk.save(task, 2)).status).toBe(404);
  });
});

describe('the history', () => {
  test('of a thousand saves stays bounded, and what is handed in is always in it', async () => {
    await desk.save(task, 0);
    // As if it had been saved so often already.
    await server.pool.query('update review set version = 600 where assignment_id = $1', [task.id]);
    for (let version = 600; version < 640; version += 1)
      expect((await desk.save(task, version, wholeOpinion({ conclusion: 'agree' }))).status).toBe(200);
    expect(await countRevisions(task)).toBeLessThanOrEqual(2);
    const last = wholeOpinion({ conclusion: 'disagree' });
    await desk.save(task, 640, last);
    expect((await storedOf(task)).opinion).toEqual(last);
    expect((await desk.submit(task, 641)).status).toBe(204);
    const kept = await server.call(api.revisions, { token: task.expert.token, params: { id: task.id } });
    expect(kept.body.content[0]).toMatchObject({ version: 641, opinion: last });
    // A minute later the next state is kept again.
    await desk.move(task, 'recall');
    clock.travelTo(new Date(START.getTime() + 61_000));
    const before = await countRevisions(task);
    await desk.save(task, 641);
    expect(await countRevisions(task)).toBe(before + 1);
  });

  test('of a thousand saves holds both versions of a choice', async () => {
    await desk.save(task, 0);
    await server.pool.query('update review set version = 600 where assignment_id = $1', [task.id]);
    await desk.save(task, 600);
    const textOf = (opinion: string) => ({ ...wholeOpinion(), texts: { opinion } });
    await desk.save(task, 601, textOf('另一处的'));
    const chosen = await server.call(api.save, {
      token: task.expert.token,
      params: { id: task.id },
      body: { version: 602, opinion: textOf('没有选用的'), client: 'tab2', seconds: 1, keep: true },
    });
    expect(chosen.status).toBe(200);
    await desk.save(task, 603, textOf('选用的'));
    const kept = await server.call(api.revisions, { token: task.expert.token, params: { id: task.id } });
    expect(kept.body.content.map(({ version, opinion }) => [version, opinion.texts['opinion']])).toEqual(
      expect.arrayContaining([
        [602, '另一处的'],
        [603, '没有选用的'],
      ]),
    );
  });

  test('of another expert is not found', async () => {
    await desk.save(task, 0);
    for (const { token } of [...experts.filter((one) => one !== task.expert), ...projects]) {
      const kept = await server.call(api.revisions, { token, params: { id: task.id } });
      expect(kept.body.content ?? []).toEqual([]);
    }
    const kept = await server.call(api.revisions, { token: office, params: { id: task.id } });
    expect(kept.body.content ?? []).toEqual([]);
  });

  test('a time that is made up does not end in an error', async () => {
    await desk.save(task, 0);
    await server.pool.query('update review set seconds = 2147483000 where assignment_id = $1', [task.id]);
    const answer = await server.call(api.save, {
      token: task.expert.token,
      params: { id: task.id },
      body: { version: 1, opinion: wholeOpinion(), client: 'tab1', seconds: 3600 },
    });
    expect(answer.status).toBe(200);
  });
});

test('after the round is closed nothing is taken back, saved, handed in or given back', async () => {
  await submitAll(server, experts, cycleId);
  const closed = await closeRound(server, office, cycleId);
  expect(closed.status, closed.error?.message).toBe(204);
  for (const answer of [
    await desk.move(task, 'recall'),
    await desk.move(task, 'recuse'),
    await desk.save(task, 1),
    await desk.submit(task, 1),
  ])
    expect(answer.status, answer.error?.message).toBe(400);
});
