import { beforeEach, describe, expect, test } from 'vitest';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { joinPersons } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { wholeOpinion } from '../../../test/review-helpers.ts';
import { closeRound, deskOf, officeOf, type RoundExpert, submitAll } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { candidatesOfProject } from '../assignment/candidates-of-project.ts';
import { runChecks } from '../record-check/run-checks.ts';
import { lapseConfirmations } from '../confirmation/lapse.ts';

/** A submitted opinion leaves the count only by two persons, and stays on record. */

let server: TestServer;
let office: string;
let second: Awaited<ReturnType<typeof signedIn>>;
let supervisor: Awaited<ReturnType<typeof signedIn>>;
let cycleId: number;
let projects: { id: number; token: string }[];
let experts: RoundExpert[];
let held: ReturnType<typeof officeOf>['held'];
let place: { id: number; project: number; expert: number };

beforeEach(async () => {
  ({ server, office, experts, cycleId, projects } = await startWorld('released', {
    clock: travellingClock(START),
  }));
  ({ held } = officeOf(server, office, cycleId));
  second = await signedIn(server.db, { roleIds: [3] });
  supervisor = await signedIn(server.db, { roleIds: [4] });
  await submitAll(server, experts, cycleId);
  place = (await held()).find(({ project }) => project === projects[0]!.id)!;
  return () => server.close();
});

const versionOf = async () => (await held()).find(({ id }) => id === place.id)!.version;
const ask = async (change: object = {}, token = office) =>
  server.call(api.exclude, {
    token,
    params: { id: place.id },
    body: {
      version: await versionOf(),
      cause: 'conflict',
      reason: '与申报人合著三篇论文',
      ...change,
    } as never,
  });
const confirm = (id: number, token: string) =>
  server.call(confirmationApi.confirm, { token, params: { id }, body: { note: null } });
const opinions = async () =>
  (await server.call(api.opinions, { token: office, params: { id: place.project } })).body;
const listOf = async (token: string) =>
  (await server.call(confirmationApi.list, { token, query: { size: 100 } })).body.content;

const leaveOfficeAlone = async () => {
  const { user } = (await server.call(authApi.info, { token: office })).body;
  await server.pool.query(
    `update sys_user set enabled = false where id <> $1 and id in (select user_id from user_role where role_id = 3)`,
    [user.id],
  );
};

const disagree = async () => {
  const desk = deskOf(server);
  const expert = experts.find(({ expertId }) => expertId === place.expert)!;
  const own = { ...place, expert };
  expect((await desk.move(own, 'recall')).status).toBe(204);
  expect((await desk.save(own, 1, wholeOpinion({ conclusion: 'disagree' }))).status).toBe(200);
  expect((await desk.submit(own, 2)).status).toBe(204);
};

describe('taking an opinion out of the count', () => {
  test('needs another person, who is named with the first wherever the result stands', async () => {
    await disagree();
    expect((await opinions()).verdict.message).toContain('不同意 1 份');
    const { status, body, error } = await ask();
    expect(status, error?.message).toBe(201);
    expect((await opinions()).verdict.message).toContain('不同意 1 份');
    expect((await confirm(body.id, office)).error?.code).toBe('state.role');
    expect((await ask()).error?.code).toBe('confirmation.waiting');
    const queue = (await server.call(dashboardApi.read, { token: second.token })).body.queues;
    expect(queue.find(({ code }) => code === 'confirmations')?.rows.map(({ id }) => id)).toEqual([body.id]);
    expect((await confirm(body.id, second.token)).status).toBe(204);
    expect((await confirm(body.id, second.token)).error?.code).toBe('state.impossible');

    const { verdict, experts: shown } = await opinions();
    expect(verdict.message).not.toContain('不同意 1 份');
    const words = shown.find(({ assignmentId }) => assignmentId === place.id)!;
    expect(words).toMatchObject({ state: 'excluded', opinion: { conclusion: 'disagree' } });
    expect(words.exclusion).toMatch(/^已剔除：发现回避情形；.+提出，.+复核$/);
    const file = (
      await server.call(api.files, { token: office, query: { cycleId, projectId: place.project } })
    ).body.content[0]!;
    expect(file.experts.find(({ assignmentId }) => assignmentId === place.id)?.exclusion).toBe(
      words.exclusion,
    );
    const { marks } = (await server.call(api.summary, { token: supervisor.token, query: { cycleId } })).body;
    expect(marks.excluded).toBe(1);
    const told = await server.call(notificationApi.list, { token: supervisor.token, query: {} });
    expect(JSON.stringify(told.body)).toContain('经两人复核被剔除');
    const { rows } = await server.pool.query<{ action: string; actor: string }>(
      `select action, actor_id::text as actor from audit_event where entity = 'assignment' and entity_id = $1
        and (action like 'confirmation.%' or action = 'assignment.excluded') order by seq`,
      [String(place.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'confirmation.asked',
      'confirmation.confirmed',
      'assignment.excluded',
    ]);
    expect(rows[0]!.actor).not.toBe(rows[2]!.actor);
    const checked = await runChecks(server.db);
    const ofRound = checked.filter(({ name }) =>
      ['送审状态', '送审分配', '评审意见', '双人复核'].includes(name),
    );
    expect(ofRound.flatMap(({ findings }) => findings)).toEqual([]);
  });

  test('gives the place to another expert, never to the same one', async () => {
    const { body } = await ask();
    const done = await confirm(body.id, second.token);
    expect(done.status, done.error?.message).toBe(204);
    const holders = (await held()).filter(({ project }) => project === place.project);
    expect(holders.map(({ expert }) => expert)).not.toContain(place.expert);
    const { denialOf } = await candidatesOfProject(server.db, {
      cycleId,
      projectId: place.project,
      at: START,
      isByHand: true,
    });
    expect(denialOf(place.expert)).toBe('曾被更换或已退出这份材料');
    expect((await closeRound(server, office, cycleId)).status).toBe(400);
  });

  test('is not confirmed by an account of the same person, by one who reviews or applies in the cycle, or by an administrator', async () => {
    const { body } = await ask();
    const refused = async (token: string) => (await confirm(body.id, token)).error?.code;
    const asker = await server.pool.query<{ id: number }>('select asked_by as id from confirmation');
    await joinPersons(server, Number(asker.rows[0]!.id), second.id);
    expect(await refused(second.token)).toBe('confirmation.not_second');
    const one = experts.find(({ expertId }) => expertId === place.expert);
    await server.pool.query(
      `insert into user_role (user_id, role_id) select user_id, 3 from expert where id = $1`,
      [one!.expertId],
    );
    expect((await confirm(body.id, one!.token)).status).toBe(404);
    const admin = await signedIn(server.db, { roleIds: [1] });
    expect(await refused(admin.token)).toBe('confirmation.not_second');
    expect(await refused(supervisor.token)).toBe('confirmation.not_second');
    for (const roleId of [2, 6, 7, 9]) {
      const { token } = await signedIn(server.db, { roleIds: [roleId] });
      // School officers confirm the acts of their schools and see no other.
      expect((await confirm(body.id, token)).status).toBe(roleId === 9 ? 404 : 403);
      expect((await ask({}, token)).status).toBe(403);
    }
    expect((await server.call(confirmationApi.list)).status).toBe(401);
  });

  test('is confirmed by a supervisor where the office has no other person', async () => {
    await leaveOfficeAlone();
    const { status, body, error } = await ask();
    expect(status, error?.message).toBe(201);
    expect((await confirm(body.id, supervisor.token)).status).toBe(204);
  });

  test('is refused where nobody could confirm it', async () => {
    await leaveOfficeAlone();
    await server.pool.query(
      'update sys_user set enabled = false where id in (select user_id from user_role where role_id = 4)',
    );
    expect((await ask()).error?.code).toBe('confirmation.nobody');
    expect((await server.pool.query('select 1 from confirmation')).rowCount).toBe(0);
  });

  test('is refused once the opinion has changed, and can be asked for anew', async () => {
    const { body } = await ask();
    await disagree();
    expect((await confirm(body.id, second.token)).error?.code).toBe('confirmation.changed');
    const again = await ask();
    expect(again.status, again.error?.message).toBe(201);
    expect((await listOf(office)).map(({ id, state }) => [id, state])).toEqual([
      [again.body.id, 'waiting'],
      [body.id, 'lapsed'],
    ]);
  });

  test('is taken back by the one who asked, refused with a reason, or lapses', async () => {
    const first = await ask();
    const withdraw = (token: string, id: number) =>
      server.call(confirmationApi.withdraw, { token, params: { id } });
    expect((await withdraw(second.token, first.body.id)).error?.code).toBe('state.role');
    expect((await withdraw(office, first.body.id)).status).toBe(204);
    const next = await ask();
    const refused = await server.call(confirmationApi.refuse, {
      token: second.token,
      params: { id: next.body.id },
      body: { reason: '依据不足' },
    });
    expect(refused.status).toBe(204);
    const last = await ask();
    const { rows } = await server.pool.query<{ lapses_at: Date }>(
      'select lapses_at from confirmation where id = $1',
      [last.body.id],
    );
    const due = rows[0]!.lapses_at;
    expect(await lapseConfirmations(server.db, new Date(due.getTime() - 1000))).toBe(0);
    expect(await lapseConfirmations(server.db, due)).toBe(1);
    expect((await listOf(second.token)).map(({ state, note }) => [state, note])).toEqual([
      ['lapsed', null],
      ['refused', '依据不足'],
      ['withdrawn', null],
    ]);
    expect((await opinions()).experts.map(({ state }) => state)).not.toContain('excluded');
  });

  test('happens once, whoever confirms at the same time', async () => {
    const third = await signedIn(server.db, { roleIds: [3] });
    const { body } = await ask();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => confirm(body.id, at % 2 === 0 ? second.token : third.token)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const { rows } = await server.pool.query(
      `select 1 from state_event where entity = 'assignment' and event = 'exclude'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('cannot be done or answered past the program', async () => {
    const { body } = await ask();
    const tries = {
      assignment_exclusion: `update assignment set state = 'excluded' where id = ${place.id}`,
      confirmation_check: `update confirmation set state = 'confirmed', answered_by = asked_by, answered_name = '本人', answered_at = now() where id = ${body.id}`,
      'answered once': `update confirmation set reason = '改写' where id = ${body.id}`,
      confirmation: `delete from confirmation`,
    };
    for (const [message, statement] of Object.entries(tries))
      await expect(server.pool.query(statement)).rejects.toThrow(message);
  });
});
