import { beforeEach, expect, test } from 'vitest';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { openTestSession, signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { ended, placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** No officer alone brings in an expert by clearing the way for them. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let second: string;
let cycleId: number;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, cycleId } = await startWorld('released', { clock }));
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  return () => server.close();
});

const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));
type Place = Awaited<ReturnType<typeof held>>[number];
const first = async () => (await held())[0]!;
const candidates = async ({ project, id }: Place) => {
  const query = { projectId: project, assignmentId: id };
  const { body } = await server.call(api.candidates, { token: office, query });
  return body.filter(({ denial }) => denial === null);
};
const setEnabled = async (ids: readonly number[], isEnabled: boolean, token = office) => {
  for (const id of ids) {
    const body = { id, enabled: isEnabled, reason: '核对信息' };
    const { status, error } = await server.call(expertPoolApi.setEnabled, { token, body });
    expect(status, error?.message).toBe(204);
  }
};
const replace = ({ id, version }: Place, token = office) =>
  server.call(api.replace, { token, params: { id }, body: { version, reason: '联系不上' } });
const add = ({ project }: Place, expertId?: number, token = office) =>
  server.call(api.add, {
    token,
    body: { projectId: project, reason: '补充', ...(expertId !== undefined && { expertId }) },
  });
const empty = async () => {
  const place = await first();
  await server.pool.query(`update assignment set state = 'recused' where id = $1`, [place.id]);
  return place;
};
const confirm = (id: number | null, token = second) =>
  server.call(confirmationApi.confirm, { token, params: { id: id! }, body: { note: null } });
const summaries = async () =>
  (await server.call(confirmationApi.list, { token: second, query: { state: 'waiting' } })).body.content.map(
    ({ summary }) => summary,
  );

test('whom the rules give takes a second person where the officer changed the pool, and they read how often', async () => {
  const place = await first();
  const [better] = (await candidates(place)).filter(({ expertId }) => expertId !== place.expert);
  await setEnabled([better!.expertId], false);
  await setEnabled([better!.expertId], true);
  const { body } = await replace(place);
  expect(body).toEqual({ confirmationId: expect.any(Number) });
  expect(await summaries()).toEqual([
    expect.stringMatching(
      /^更换申报 \S+ 的专家.+，接替的人由规则选出；提出人自抽取前 30 天以来 2 次改动专家库或回避$/,
    ),
  ]);
  expect((await held()).map(({ id }) => id)).toContain(place.id);
  expect((await confirm(body.confirmationId)).status).toBe(204);
  expect((await held()).filter(({ project }) => project === place.project)).toHaveLength(3);
});

test('an officer who changed nothing replaces alone, whatever others changed', async () => {
  const place = await first();
  await setEnabled([place.expert], false, second);
  expect((await replace(place)).body).toEqual({ confirmationId: null });
});

test('a request falls where the asker changes the pool before it is confirmed', async () => {
  const place = await empty();
  const all = await candidates(place);
  const { body } = await add(place, all.at(-1)!.expertId);
  await setEnabled([all[0]!.expertId], false);
  expect((await confirm(body.confirmationId)).error.code).toBe('confirmation.changed');
});

test('an empty place takes a second person where the officer changed the pool', async () => {
  const place = await empty();
  const [better] = await candidates(place);
  await setEnabled([better!.expertId], false);
  const { body } = await add(place);
  expect(body).toEqual({ confirmationId: expect.any(Number) });
  expect(await summaries()).toEqual([expect.stringMatching(/^为申报 \S+ 补充专家，由规则选出；提出人/)]);
  expect((await confirm(body.confirmationId)).status).toBe(204);
  expect((await held()).filter(({ project }) => project === place.project)).toHaveLength(3);
});

test('the rank of an addition holds when it is confirmed', async () => {
  const place = await empty();
  const all = await candidates(place);
  const better = all.slice(0, -1).map(({ expertId }) => expertId);
  await server.pool.query('update expert set enabled = false where id = any($1)', [better]);
  const { body } = await add(place, all.at(-1)!.expertId);
  expect((await summaries())[0]).toContain('在可选的 1 位中列第 1');
  await server.pool.query('update expert set enabled = true where id = any($1)', [better]);
  expect((await confirm(body.confirmationId)).error.code).toBe('confirmation.changed');
});

test('an addition whose place was filled meanwhile makes room for other requests', async () => {
  const place = await empty();
  const [one] = await candidates(place);
  await add(place, one!.expertId);
  expect((await add(place)).body).toEqual({ confirmationId: null });
  const other = (await held()).find(({ project }) => project === place.project)!;
  const [next] = await candidates(other);
  const asked = await server.call(api.change, {
    token: office,
    params: { id: other.id },
    body: { version: other.version, expertId: next!.expertId, reason: '更熟悉' },
  });
  expect(asked.status, asked.error?.message).toBe(200);
});

test('who is in the pool neither chooses experts, nor decides conflicts, nor confirms such acts', async () => {
  const place = await first();
  const [chosen] = (await candidates(place)).filter(({ expertId }) => expertId !== place.expert);
  const { rows } = await server.pool.query<{ user_id: number }>('select user_id from expert where id = $1', [
    chosen!.expertId,
  ]);
  const userId = Number(rows[0]!.user_id);
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [userId]);
  const own = await openTestSession(server.db, userId, clock.now());
  const body = { version: place.version, expertId: chosen!.expertId, reason: '更熟悉' };
  const { rows: conflicts } = await server.pool.query<{ id: number }>(
    `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
      values ($1, $2, $3, 'sameUnit', 'warn', '{}', 'register', now()) returning id`,
    [cycleId, place.project, chosen!.expertId],
  );
  const refused = [
    await replace(place, own),
    await add(place, undefined, own),
    await server.call(api.change, { token: own, params: { id: place.id }, body }),
    await server.call(conflictApi.pin, {
      token: own,
      params: { id: Number(conflicts[0]!.id) },
      body: { pinned: 'none', reason: '无关' },
    }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual(Array(4).fill('assignment.pooled'));
  const asked = await server.call(api.change, { token: office, params: { id: place.id }, body });
  expect((await confirm(asked.body.confirmationId, own)).status).not.toBe(204);
  expect((await confirm(asked.body.confirmationId)).status).toBe(204);
});
