import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../test/expert-helpers.ts';
import { nextIdCard } from '../../../../test/factories.ts';
import { startWorld } from '../../../../test/worlds.ts';

let world: Awaited<ReturnType<typeof startWorld<'released'>>>;
beforeAll(async () => {
  world = await startWorld('released');
});
afterAll(() => world.server.close());

test('another person is not put behind an expert who reviews in a running cycle', async () => {
  const { server } = world;
  const pool = await openPool(server);
  const { rows } = await server.pool.query<{ id: string }>('select expert_id as id from assignment limit 1');
  const id = Number(rows[0]!.id);
  const other = async () => pool.update({ ...(await pool.writeOf(id)), idCard: nextIdCard() });
  // One without a number gets it: nothing that is known of them is left behind.
  await server.pool.query('update expert set person_id = null where id = $1', [id]);
  const first = await other();
  expect(first.status, first.error?.message).toBe(204);
  expect((await other()).error?.code).toBe('expert.reviewing');
  await server.pool.query("update cycle set state = 'archived'");
  expect((await other()).status).toBe(204);
});
