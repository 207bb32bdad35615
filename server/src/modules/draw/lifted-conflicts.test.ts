import { afterEach, expect, test } from 'vitest';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { confirmWaiting } from '../../../test/confirm-waiting.ts';
import type { TestServer } from '../../../test/harness.ts';
import { readDraw, releaseDraw } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

let server: TestServer;
afterEach(() => server.close());

test('a conflict that two persons lifted is told before the release and stays on its record with both names', async () => {
  const world = await startWorld('drawn');
  ({ server } = world);
  const { office, supervisor, drawId, cycleId, projects } = world;
  const {
    rows: [pair],
  } = await server.pool.query<{ assignment: string; project: string; expert: string; no: string }>(
    `select assignment.id as assignment, project_id as project, expert_id as expert, project.no
      from assignment join project on project.id = project_id where draw_id = $1 order by assignment.id limit 1`,
    [drawId],
  );
  const {
    rows: [conflict],
  } = await server.pool.query<{ id: string }>(
    `insert into conflict (cycle_id, project_id, expert_id, kind, evidence, source, pinned, pin_reason, pinned_by, pinned_at, computed_at)
      values ($1, $2, $3, 'declared', '举报', 'office', 'block', '核实', 1, now(), now()) returning id`,
    [cycleId, pair!.project, pair!.expert],
  );
  const groupsOf = async (token: string) =>
    (await server.call(drawApi.standing, { token, params: { id: drawId } })).body.groups;
  expect((await groupsOf(office)).map(({ kind }) => kind)).toEqual(['replace']);

  const params = { id: Number(conflict!.id) };
  const asked = await server.call(conflictApi.lift, {
    token: office,
    params,
    body: { pinned: 'none', reason: '重名' },
  });
  expect(asked.status, asked.error?.message).toBe(201);
  await confirmWaiting(server);
  const [{ asked_name, answered_name }] = (
    await server.pool.query<{ asked_name: string; answered_name: string }>(
      `select asked_name, answered_name from confirmation where act = 'liftConflict'`,
    )
  ).rows as [{ asked_name: string; answered_name: string }];
  const names = `${asked_name}提出、${answered_name}复核`;
  for (const token of [office, supervisor])
    expect(await groupsOf(token)).toEqual([
      {
        kind: 'lifted',
        places: 1,
        named: [{ no: pair!.no, reason: expect.stringContaining(names) }],
        more: false,
      },
    ]);

  const own = projects.find(({ id }) => id === Number(pair!.project))!;
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [own.userId]);
  expect(await groupsOf(own.token)).toEqual([]);

  await releaseDraw(server, office, drawId);
  const ownSteps = (await readDraw(server, own.token, drawId)).steps;
  expect(ownSteps.find(({ event }) => event === 'release')).toMatchObject({ note: null });
  const { steps } = await readDraw(server, supervisor, drawId);
  const note = steps.find(({ event }) => event === 'release')?.note;
  expect(note).toMatch(/^1 处解除过回避：/);
  expect(note).toContain(names);
  // The list of conflicts names the pair: beside a number it would say who reviews it.
  expect(note).not.toContain(pair!.no);
});
