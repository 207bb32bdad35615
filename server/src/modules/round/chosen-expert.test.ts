import { beforeEach, expect, test } from 'vitest';
import { assignmentApi as api } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { openTestSession, signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { ended, placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';

/** After the release no person alone chooses the expert of a project. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let second: string;
let cycleId: number;
let projects: Awaited<ReturnType<typeof startWorld<'released'>>>['projects'];

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, cycleId, projects } = await startWorld('released', { clock }));
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  return () => server.close();
});

const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));
const first = async () => (await held())[0]!;
const confirm = (token: string, id: number | null) =>
  server.call(confirmationApi.confirm, { token, params: { id: id! }, body: { note: null } });
const waiting = async () =>
  (await server.call(confirmationApi.list, { token: second, query: { state: 'waiting' } })).body.content;
const candidateFor = async ({ project, id }: { project: number; id?: number }) => {
  const query = { projectId: project, ...(id !== undefined && { assignmentId: id }) };
  const { body } = await server.call(api.candidates, { token: office, query });
  return body.filter(({ denial }) => denial === null).at(-1)!;
};
const change = async ({ id, version, project }: Awaited<ReturnType<typeof first>>) => {
  const { expertId } = await candidateFor({ project, id });
  const body = { version, expertId, reason: '熟悉这个方向' };
  return { expertId, asked: await server.call(api.change, { token: office, params: { id }, body }) };
};
const replace = async ({ id, version }: Awaited<ReturnType<typeof first>>) =>
  server.call(api.replace, { token: office, params: { id }, body: { version, reason: '联系不上' } });
const nameOf = async (id: number) =>
  (await server.pool.query<{ name: string }>('select name from expert where id = $1', [id])).rows[0]!.name;

test('a chosen expert comes in only when a second person has confirmed, with both names', async () => {
  const place = await first();
  const { expertId, asked } = await change(place);
  expect(asked.body).toEqual({ confirmationId: expect.any(Number) });
  expect(await held()).toContainEqual(expect.objectContaining({ id: place.id, state: 'released' }));
  const [request] = await waiting();
  expect(request!.summary).toMatch(
    new RegExp(
      `^把申报 \\S+ 的专家${await nameOf(place.expert)}换成专家${await nameOf(expertId)}（综合排序在可选的 \\d+ 位中列第 \\d+）$`,
    ),
  );
  expect((await change(place)).asked.error.code).toBe('confirmation.waiting');
  expect((await confirm(office, asked.body.confirmationId)).status).toBe(403);
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(204);
  const now = (await held()).find(({ project, slot }) => project === place.project && slot === place.slot)!;
  expect(now).toMatchObject({ expert: expertId, state: 'released' });
  const { rows } = await server.pool.query<{ by_hand: string }>(
    'select by_hand from assignment where id = $1',
    [now.id],
  );
  expect(rows[0]!.by_hand).toMatch(/^熟悉这个方向（.+提出、.+复核）$/);
});

test('where the cycle hides names, the request has none', async () => {
  await server.pool.query('update cycle set blind = true, mapping_consent = true where id = $1', [cycleId]);
  const mapping = await server.call(mappingApi.ask, { token: office, body: { cycleId, reason: '换人' } });
  expect((await confirm(second, mapping.body.id)).status).toBe(204);
  const place = await first();
  const { asked, expertId } = await change(place);
  expect(asked.status, asked.error?.message).toBe(200);
  const { summary } = (await waiting())[0]!;
  expect(summary).toMatch(/的专家\d换成提出人指定的专家（/);
  for (const id of [place.expert, expertId]) expect(summary).not.toContain(await nameOf(id));
});

test('the first replacement at a project is one officer’s, a further one is confirmed', async () => {
  const [one, two] = await held();
  expect(one!.project).toBe(two!.project);
  expect((await replace(one!)).body).toEqual({ confirmationId: null });
  const asked = await replace(two!);
  expect(asked.body).toEqual({ confirmationId: expect.any(Number) });
  expect((await waiting())[0]!.summary).toMatch(/^更换申报 \S+ 的专家.+，接替的人由规则选出$/);
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(204);
  const now = await held();
  expect(now.map(({ id }) => id)).not.toContain(two!.id);
  expect(now.filter(({ project }) => project === one!.project)).toHaveLength(3);
});

test('it is the same for late experts', async () => {
  const [one, two] = await held();
  expect((await replace(one!)).body).toEqual({ confirmationId: null });
  await server.pool.query('update assignment set due_at = $2 where id = $1', [two!.id, '2026-09-01']);
  const asked = await replace(two!);
  expect(asked.body).toEqual({ confirmationId: expect.any(Number) });
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(204);
  expect((await placesOf(server, cycleId)).find(({ id }) => id === two!.id)).toMatchObject({
    state: 'expired',
  });
});

test('the rank in a request leaves out the present expert, and holds when it is confirmed', async () => {
  const place = await first();
  const query = { projectId: place.project, assignmentId: place.id };
  const { body } = await server.call(api.candidates, { token: office, query });
  const others = body.filter(({ denial, expertId }) => denial === null && expertId !== place.expert);
  // All but one are away while it is asked for.
  const away = others.slice(0, -1).map(({ expertId }) => expertId);
  await server.pool.query('update expert set enabled = false where id = any($1)', [away]);
  const { asked } = await change(place);
  expect((await waiting())[0]!.summary).toContain('在可选的 1 位中列第 1');
  await server.pool.query('update expert set enabled = true where id = any($1)', [away]);
  expect((await confirm(second, asked.body.confirmationId)).error.code).toBe('confirmation.changed');
});

test('an opinion that was begun after the request is not thrown away', async () => {
  const place = await first();
  const { asked } = await change(place);
  await server.pool.query(`update assignment set state = 'reviewing', accepted_at = now() where id = $1`, [
    place.id,
  ]);
  expect((await confirm(second, asked.body.confirmationId)).error.code).toBe('confirmation.changed');
});

test('one request waits at a project, and is not pushed aside by another', async () => {
  const [one, two] = await held();
  const { asked } = await change(one!);
  expect((await change(two!)).asked.error.code).toBe('confirmation.waiting');
  await server.pool.query('update assignment set version = version + 1 where id = $1', [one!.id]);
  expect((await change(two!)).asked.status).toBe(200);
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(400);
});

test('a request ends with the place that it is for', async () => {
  const place = await first();
  const { asked } = await change(place);
  expect((await replace(place)).body).toEqual({ confirmationId: null });
  expect(await waiting()).toEqual([]);
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(400);
});

test('officers who apply in the cycle change no expert of it', async () => {
  const [own, other] = projects;
  const token = await openTestSession(server.db, own!.userId, clock.now());
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [own!.userId]);
  const place = (await held()).find(({ project }) => project === other!.id)!;
  const body = { version: place.version, reason: '联系不上' };
  const answer = await server.call(api.replace, { token, params: { id: place.id }, body });
  expect(answer.error.code).toBe('assignment.concerned');
});

test('an empty place takes the next expert by one officer, and a chosen one by two', async () => {
  const place = await first();
  await server.pool.query(`update assignment set state = 'recused' where id = $1`, [place.id]);
  const { expertId } = await candidateFor({ project: place.project });
  const add = (body: { expertId?: number }) =>
    server.call(api.add, { token: office, body: { projectId: place.project, reason: '补充', ...body } });
  const asked = await add({ expertId });
  expect(asked.body).toEqual({ confirmationId: expect.any(Number) });
  expect((await waiting())[0]!.summary).toMatch(/^为申报 \S+ 补充专家/);
  expect((await add({})).body).toEqual({ confirmationId: null });
  // The place is taken meanwhile.
  expect((await confirm(second, asked.body.confirmationId)).status).toBe(400);
  expect((await held()).filter(({ project }) => project === place.project)).toHaveLength(3);
});

test('a place that changed after the request is asked for anew', async () => {
  const place = await first();
  const { asked } = await change(place);
  await server.pool.query('update assignment set version = version + 1 where id = $1', [place.id]);
  expect((await confirm(second, asked.body.confirmationId)).error.code).toBe('confirmation.changed');
  const again = await change({ ...place, version: place.version + 1 });
  expect(again.asked.status, again.asked.error?.message).toBe(200);
});
