import { beforeEach, expect, test } from 'vitest';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { commitOf, newDraw, newSecret, readDraw } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** A supervisor reads on a draw who changed the pool before its roster was frozen. */

type World = Awaited<ReturnType<typeof startWorld<'eligible'>>>;
let server: TestServer;
let office: string;
let supervisor: string;
let cycleId: number;
let experts: World['experts'];

beforeEach(async () => {
  ({ server, office, supervisor, cycleId, experts } = await startWorld('eligible'));
  return () => server.close();
});

const disable = async (at: number) => {
  const { status, error } = await server.call(expertPoolApi.setEnabled, {
    token: office,
    body: { ids: [experts[at]!.expertId], enabled: false, reason: '出国' },
  });
  expect(status, error?.message).toBeLessThan(300);
};
const changesOf = async (id: number) => {
  const { poolChanges } = await readDraw(server, supervisor, id);
  return poolChanges.map(({ action, count, planned, frozen }) => [action, count, planned, frozen]);
};

test('acts before and after a draw was planned and frozen are told with their account, and none after its end', async () => {
  await disable(0);
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  expect(await changesOf(id)).toEqual([['expert.disabled', 1, 0, 0]]);
  await disable(1);
  const own = await server.call(expertApi.saveOwnUnavailability, {
    token: experts[2]!.token,
    body: { unavailability: [], version: 0 },
  });
  expect(own.status, own.error?.message).toBeLessThan(300);
  expect(await changesOf(id)).toEqual([['expert.disabled', 2, 1, 0]]);
  const { rows } = await server.pool.query<{ nick_name: string }>(
    `select nick_name from sys_user join session on user_id = sys_user.id where exists (
       select from audit_event where action = 'expert.disabled' and actor_id = sys_user.id)`,
  );
  expect((await readDraw(server, supervisor, id)).poolChanges[0]!.by).toContain(rows[0]!.nick_name);

  const secret = newSecret();
  const params = { id };
  await server.call(drawApi.commit, { token: office, params, body: { commit: commitOf(secret) } });
  await expect
    .poll(async () => (await server.call(drawApi.freeze, { token: office, params })).status)
    .toBe(204);
  await disable(3);
  expect(await changesOf(id)).toEqual([['expert.disabled', 3, 1, 1]]);
  await abortWithTwo(server, id, office, '重来');
  await disable(4);
  expect(await changesOf(id)).toEqual([['expert.disabled', 3, 1, 1]]);
});

test('acts of long ago are not told', async () => {
  for (const days of [29, 31])
    await server.pool.query(
      `insert into audit_event (at, actor_id, action, entity, entity_id)
       values (now() - $1 * interval '1 day', 1, 'expert.disabled', 'expert', '1')`,
      [days],
    );
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  expect(await changesOf(id)).toEqual([['expert.disabled', 1, 0, 0]]);
});

test('accounts without draws read nothing of it', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  const school = await signedIn(server.db, { roleIds: [9] });
  expect((await server.call(drawApi.read, { token: school.token, params: { id } })).status).toBe(403);
});
