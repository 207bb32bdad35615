import { beforeEach, describe, expect, test } from 'vitest';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { changeByTwo } from '../../../test/cycle-helpers.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { basicOf } from '../../../test/mapping-helpers.ts';
import { readConfig } from '../../config.ts';
import { createMailQueue } from '../../platform/outbox/mail-queue.ts';
import { createSmsQueue } from '../../platform/outbox/sms-queue.ts';
import { remindDue } from '../round/remind-due.ts';
import {
  type drawableExperts,
  type eligibleProjects,
  tasksOf,
  wholeOpinion,
} from '../../../test/review-helpers.ts';
import { closeRound } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let cycleId: number;
let experts: Awaited<ReturnType<typeof drawableExperts>>;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;
type Expert = (typeof experts)[number];

const COMMITMENT = 1;
const ownTasks = async () =>
  (
    await Promise.all(experts.map(async (expert) => ({ expert, tasks: await tasksOf(server, expert) })))
  ).filter(({ tasks }) => tasks.length > 0);
const signAll = (expert: Expert, body: object = {}) =>
  server.call(api.commit, {
    token: expert.token,
    body: { cycleId, version: COMMITMENT, agreed: true, ...body },
  });
const read = async (expert: Expert, id: number) =>
  (await server.call(api.read, { token: expert.token, params: { id } })).body;
const save = (expert: Expert, id: number, version: number, opinion: FilledForm = wholeOpinion()) =>
  server.call(api.save, {
    token: expert.token,
    params: { id },
    body: { version, opinion, client: 'tab1', seconds: 5 },
  });
const submit = (expert: Expert, id: number, version: number) =>
  server.call(api.submit, { token: expert.token, params: { id }, body: { version } });
const move = (
  expert: Expert,
  id: number,
  event: 'decline' | 'recuse' | 'recall',
  reason: string | null = null,
) => server.call(api.move, { token: expert.token, params: { id }, body: { event, reason } });
/** An expert with an accepted assignment and no opinion yet. */
const accepted = async () => {
  for (const { expert, tasks } of await ownTasks()) {
    await signAll(expert);
    for (const { assignmentId } of tasks) {
      const desk = await read(expert, assignmentId);
      if (desk?.state === 'accepted') return { expert, id: assignmentId };
    }
  }
  throw new Error('no file is left');
};
const files = async () =>
  (await server.call(assignmentApi.files, { token: office, query: { cycleId, size: 100 } })).body.content;

const open = async (world: 'released' | 'closed') => {
  ({ server, office, experts, cycleId, projects } = await startWorld(world, { clock }));
};
beforeEach(() => {
  clock.travelTo(START);
  return () => server.close();
});

describe('an expert', () => {
  beforeEach(() => open('released'));

  test('sees assignments without a name, and opens them after signing', async () => {
    const { expert, tasks } = (await ownTasks())[0]!;
    const id = tasks[0]!.assignmentId;
    expect(tasks[0]).toMatchObject({ blind: true, status: 'released', stage: 'external' });
    expect(tasks[0]).not.toHaveProperty('projectId');
    await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
    expect((await tasksOf(server, expert))[0]).toMatchObject({ suspendedReason: '核查' });
    await server.pool.query(`update cycle set suspended_reason = null where id = $1`, [cycleId]);
    const before = await read(expert, id);
    expect(before).toMatchObject({ view: 'expertBlind', works: null, files: [] });
    expect((await save(expert, id, 0)).error?.code).toBe('review.closed');
    const shown = await server.call(api.commitment, { token: expert.token, query: { cycleId } });
    expect(shown.body.text?.version).toBe(COMMITMENT);
    expect(shown.body.tasks).toHaveLength(tasks.length);
    expect((await signAll(expert, { version: 99 })).error?.code).toBe('review.commitment');
    const recusals = (assignmentId: number) => ({ recusals: [{ assignmentId, type: '师生关系' }] });
    // A recusal for an assignment outside the list is refused, not ignored.
    expect((await signAll(expert, { assignmentIds: [id], ...recusals(1) })).status).toBe(404);
    expect((await signAll(expert)).body).toEqual({ accepted: tasks.length, recused: 0 });
    expect((await signAll(expert)).body).toEqual({ accepted: 0, recused: 0 });
    expect((await signAll(expert, recusals(id))).error?.code).toBe('review.signed');
    expect(JSON.stringify(await read(expert, id))).not.toMatch(/慕容教书|天津大学|projectId/);
  });

  test('has no access to assignments of others', async () => {
    const { expert, id } = await accepted();
    const other = experts.find((one) => one !== expert)!;
    const mine = (await tasksOf(server, other)).some(({ assignmentId }) => assignmentId === id);
    expect(mine).toBe(false);
    expect((await server.call(api.read, { token: other.token, params: { id } })).status).toBe(404);
    expect((await save(other, id, 0)).status).toBe(404);
    expect((await submit(other, id, 0)).status).toBe(404);
    expect((await move(other, id, 'recuse', '认识')).status).toBe(404);
    expect(
      (await server.call(api.list, { token: other.token, params: { id: expert.expertId } })).status,
    ).toBe(403);
  });

  test('writes, is warned of another device, submits, recalls and submits again', async () => {
    const { expert, id } = await accepted();
    const half = wholeOpinion({ conclusion: null });
    expect((await save(expert, id, 0, half)).body.version).toBe(1);
    expect((await read(expert, id))?.state).toBe('reviewing');
    const late = await save(expert, id, 0, wholeOpinion());
    expect([late.status, late.error?.code]).toEqual([409, 'edit.conflict']);
    expect((await submit(expert, id, 1)).error?.message).toBe('还有 1 项没有填好，不能提交');
    expect((await save(expert, id, 1)).body.version).toBe(2);
    expect((await submit(expert, id, 1)).status).toBe(409);
    expect((await submit(expert, id, 2)).status).toBe(204);
    expect((await read(expert, id))?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await save(expert, id, 2)).error?.code).toBe('review.closed');
    expect((await move(expert, id, 'recall')).status).toBe(204);
    expect((await save(expert, id, 2)).body.version).toBe(3);
    expect((await submit(expert, id, 3)).status).toBe(204);
    const kept = await server.call(api.revisions, { token: expert.token, params: { id } });
    expect(kept.body.content.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test('who recuses is replaced at once, and the project is closed to them', async () => {
    const { expert, id } = await accepted();
    expect((await move(expert, id, 'recuse')).error?.errors?.[0]?.field).toBe('reason');
    expect((await move(expert, id, 'recuse', '与申报人合作过')).status).toBe(204);
    expect((await server.call(api.read, { token: expert.token, params: { id } })).status).toBe(404);
    const file = (await files()).find(({ experts: own }) => own.some((one) => one.assignmentId === id))!;
    const place = file.experts.find((one) => one.assignmentId === id)!;
    const next = file.experts.filter(({ slot, state }) => slot === place.slot && state === 'released');
    expect(next).toHaveLength(1);
    expect(next[0]!.expertId).not.toBe(expert.expertId);
  });

  test('who takes a place late still has a week', async () => {
    const { expert, id } = await accepted();
    const task = (await files()).flatMap(({ experts: own }) => own).find((one) => one.assignmentId === id)!;
    await server.pool.query(`update cycle set review_closes_at = '2026-09-11 23:59:59+08' where id = $1`, [
      cycleId,
    ]);
    expect((await move(expert, id, 'recuse', '出国')).status).toBe(204);
    const next = (await files())
      .flatMap(({ experts: own }) => own)
      .find(
        (one) => one.slot === task.slot && one.state === 'released' && one.dueAt?.startsWith('2026-09-17'),
      );
    expect(next?.dueAt).toBe('2026-09-17 23:59:59');
  });

  test('loses nothing at the deadline: what was saved stays, what comes later is refused in words', async () => {
    const { expert, id } = await accepted();
    const due = new Date('2026-09-20T23:59:59+08:00');
    await server.pool.query('update assignment set due_at = $2 where id = $1', [id, due]);
    clock.travelTo(due);
    expect((await save(expert, id, 0)).status).toBe(200);
    clock.travelTo(new Date('2026-09-21T00:00:00+08:00'));
    expect((await save(expert, id, 1)).error?.message).toContain('截止');
    expect((await submit(expert, id, 1)).error?.message).toContain('截止');
    expect((await read(expert, id))?.opinion.conclusion).toBe('agree');
  });
});

describe('the office', () => {
  beforeEach(() => open('released'));

  test('returns an opinion with its reason, and it is mended', async () => {
    const { expert, id } = await accepted();
    await save(expert, id, 0);
    await submit(expert, id, 1);
    const version = (await files())
      .flatMap(({ experts: own }) => own)
      .find((one) => one.assignmentId === id)!.version;
    const returned = await server.call(assignmentApi.return, {
      token: office,
      params: { id },
      body: { version, reason: '意见过于笼统', dueAt: null },
    });
    expect(returned.status, returned.error?.message).toBe(204);
    expect(await read(expert, id)).toMatchObject({ state: 'returned', returnedReason: '意见过于笼统' });
    const { rows: told } = await server.pool.query(
      `select link from notification where text like '评审办退回了%'`,
    );
    expect(told).toEqual([{ link: `/desk/task?task=${id}` }]);
    const ofExpert = async () => {
      const { rows } = await server.pool.query<{ project_id: string }>(
        'select project_id from assignment where id = $1',
        [id],
      );
      const file = { token: office, params: { id: Number(rows[0]!.project_id) } };
      const shown = (await server.call(assignmentApi.opinions, file)).body;
      return shown.experts.find(({ assignmentId }) => assignmentId === id)!;
    };
    // The submitted version counts until the next submission; drafts in between are visible only to their expert.
    await save(expert, id, 1, wholeOpinion({ texts: { opinion: '未完成的意见' } }));
    expect(await ofExpert()).toMatchObject({
      opinion: { conclusion: 'agree', texts: wholeOpinion().texts },
      earlier: [],
    });
    await save(expert, id, 2, wholeOpinion({ conclusion: 'disagree' }));
    expect((await submit(expert, id, 3)).status).toBe(204);
    expect(await ofExpert()).toMatchObject({
      opinion: { conclusion: 'disagree' },
      earlier: [{ version: 1, opinion: { conclusion: 'agree' } }],
    });
  });

  test('does not read what is still being written', async () => {
    const { expert, id } = await accepted();
    await save(expert, id, 0, wholeOpinion({ texts: { opinion: '未完成的意见' } }));
    for (const { id: project } of projects) {
      const shown = await server.call(assignmentApi.opinions, { token: office, params: { id: project } });
      expect(JSON.stringify(shown.body)).not.toContain('未完成的意见');
    }
  });

  test('reminds once a day every expert who is not done', async () => {
    const { expert } = await accepted();
    const remind = () =>
      server.call(reviewBoardApi.remind, { token: office, body: { cycleId, expertIds: [expert.expertId] } });
    expect((await remind()).body.succeeded).toBe(1);
    expect((await remind()).body.failed[0]?.message).toBe('今天已经催办过');
  });

  test('has those reminded by themselves on the days of the rule, each once', async () => {
    const told = async () => {
      const { rows } = await server.pool.query<{ count: number }>(
        `select count(*)::int from notification where text like '您还有%'`,
      );
      return rows[0]!.count;
    };
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: server.dataDir, CAPTCHA_ANSWER: '1234' });
    const { log } = server.app;
    const queueMail = createMailQueue(true, log, { logContent: false });
    const queueSms = createSmsQueue(true, log, { logContent: false, clock, quietHours: null });
    const run = (day: string) =>
      remindDue({ db: server.db, config, queueMail, queueSms }, new Date(`${day}T08:30:00+08:00`));
    const before = await told();
    expect(await run('2026-11-24')).toBe(0);
    const reminded = await run('2026-11-23');
    expect(reminded).toBeGreaterThan(0);
    expect(await run('2026-11-23')).toBe(0);
    expect(await told()).toBe(before + reminded);
  });

  test('closes the round when all is in, by the rule, and applicants learn of it when it is published', async () => {
    const close = () => closeRound(server, office, cycleId);
    expect((await close()).error?.message).toMatch(/还有 \d+ 份意见没有提交/);
    for (const { expert, tasks } of await ownTasks()) {
      await signAll(expert);
      for (const { assignmentId } of tasks) {
        const desk = await read(expert, assignmentId);
        if (!desk?.state || ['submitted', 'locked'].includes(desk.state)) continue;
        await save(expert, assignmentId, desk.version);
        const sent = await submit(expert, assignmentId, desk.version + 1);
        expect(sent.status, sent.error?.message).toBe(204);
      }
    }
    const closed = await close();
    expect(closed.status, closed.error?.message).toBe(204);
    const { token, id } = projects[0]!;
    const own = async () => (await server.call(projectApi.read, { token, params: { id } })).body?.state;
    expect(await own()).toBe('inExternalReview');
    const closedView = (await server.call(projectApi.read, { token, params: { id } }))
      .body as ApplicantProject;
    expect(closedView.external).toBeNull();
    const publish = () => server.call(assignmentApi.publish, { token: office, body: { cycleId } });
    expect((await publish()).status).toBe(204);
    expect((await publish()).error?.message).toBe('送审结果已公布');
    expect(await own()).toBe('externalPassed');
    // It says that there is something to read, not what.
    const told = await server.pool.query<{ text: string }>(
      `select text from notification join applicant using (user_id) join project using (person_id)
       where project.id = $1 order by notification.id desc limit 1`,
      [id],
    );
    expect(told.rows).toEqual([{ text: '您的申报的送审结果已公布，请查看。' }]);
    const { external } = (await server.call(projectApi.read, { token, params: { id } }))
      .body as ApplicantProject;
    expect(external).toMatchObject({ outcome: 'pass', on: '2026-09-10' });
    expect(external!.opinions).toHaveLength(3);
    expect(JSON.stringify(external)).not.toMatch(/专家\d+号|清华大学|北京大学/);
    const { rows } = await server.pool.query<{ state: string }>(
      'select distinct state from assignment where cycle_id = $1 and state <> $2',
      [cycleId, 'recused'],
    );
    expect(rows).toEqual([{ state: 'locked' }]);
  });
});

test('the office lets experts read each other only where the cycle says so, and once the results are published', async () => {
  await open('closed');
  expect((await server.call(assignmentApi.publish, { token: office, body: { cycleId } })).status).toBe(204);
  const share = async (shareOpinions: boolean) => {
    const cycle = (await server.call(cycleApi.detail, { token: office, params: { id: cycleId } })).body;
    const body = { ...basicOf(cycle), shareOpinions, reason: '交流' };
    await changeByTwo(server, cycleApi.saveBasic, { token: office, body });
  };
  const isLocked = ({ status }: { status: string }) => status === 'locked';
  const { expert, tasks } = (await ownTasks()).find((one) => one.tasks.some(isLocked))!;
  const id = tasks.find(isLocked)!.assignmentId;
  const desk = () => read(expert, id);
  expect((await desk()).others).toBeNull();
  await share(true);
  const shown = await desk();
  expect(shown.others).toHaveLength(2);
  expect(shown.others![0]).toEqual(wholeOpinion());
  expect(JSON.stringify(shown)).not.toMatch(/专家\d+号/);
  await server.pool.query(`update assignment set state = 'expired', is_counted = false where id = $1`, [id]);
  expect((await desk())?.others ?? null).toBeNull();
  await server.pool.query(`update assignment set state = 'locked', is_counted = true where id = $1`, [id]);
  await server.pool.query('update review_round set released_at = null where cycle_id = $1', [cycleId]);
  expect((await desk()).others).toBeNull();
});
