import { expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { startWorld } from './worlds.ts';

/** Whoever gives themselves the nickname of another acts under their own user name beside it, also in what they did before. */

test('a changed nickname does not make the acts of one account those of another', async () => {
  const { server, office, second, cycleId, drawId, experts } = await startWorld('drawn');
  const userOf = async (token: string) => (await server.call(authApi.info, { token })).body.user;
  const [first, other] = [await userOf(office), await userOf(second)];
  const params = { id: drawId };
  const rated = { ids: [experts[0]!.expertId], rating: 4, reason: '评审认真' };
  await server.call(expertPoolApi.setRating, { token: office, body: rated as never });
  const { id, gender, phone } = first;
  const renamed = await server.call(accountApi.saveProfile, {
    token: office,
    body: { id, nickName: other.nickName, gender, phone: phone! },
  });
  expect(renamed.status, renamed.error?.message).toBe(204);
  const shown = `${other.nickName}（${first.username}）`;
  const draw = (await server.call(drawApi.read, { token: second, params })).body;
  expect([draw.createBy, draw.office.by]).toEqual([shown, shown]);
  expect(draw.steps.flatMap(({ event, by }) => (event === 'compute' ? [] : by))).toEqual(
    draw.steps.filter(({ event }) => event !== 'compute').map(() => shown),
  );
  const cycle = (await server.call(cycleApi.detail, { token: second, params: { id: cycleId } })).body;
  expect(JSON.stringify(cycle)).toContain(shown);
  const expert = await server.call(expertPoolApi.read, {
    token: second,
    params: { id: experts[0]!.expertId },
  });
  expect(expert.body.ratingLog.map(({ actorName }) => actorName)).toEqual([shown]);
  await server.close();
});

test('a user name that is a telephone number is masked', async () => {
  const { server, office, drawId } = await startWorld('drawn');
  await server.pool.query(
    `update sys_user set username = '13912345678' where id = (select office_by from draw limit 1)`,
  );
  const draw = (await server.call(drawApi.read, { token: office, params: { id: drawId } })).body;
  expect(draw.office.by).toMatch(/（139\*{4}5678）$/);
  await server.close();
});
