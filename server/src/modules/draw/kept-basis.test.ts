import { afterEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { confirmWaiting } from '../../../test/confirm-waiting.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import type { TestServer } from '../../../test/harness.ts';
import { readDraw, releaseDraw } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

let server: TestServer;
afterEach(() => server.close());

const one = async <T extends object>(sql: string, values: unknown[]): Promise<T> =>
  (await server.pool.query<T>(sql, values)).rows[0]!;

/** The first place of a draw, and an expert who has nothing of its project. */
const findPlace = async (drawId: number) => {
  const place = await one<{ id: string; project: string; slot: number; version: number; no: string }>(
    `select assignment.id, project_id as project, slot, assignment.version, no
     from assignment join project on project.id = project_id where draw_id = $1 order by assignment.id limit 1`,
    [drawId],
  );
  const { id: other } = await one<{ id: string }>(
    `select id from expert where id not in (select expert_id from assignment where project_id = $1) order by id limit 1`,
    [place.project],
  );
  return { ...place, id: Number(place.id), project: Number(place.project), other: Number(other) };
};

const standingOf = async (token: string, id: number) =>
  (await server.call(drawApi.standing, { token, params: { id } })).body.groups;
const release = (token: string, id: number) => server.call(drawApi.release, { token, params: { id } });

test('facts kept at the creation of an assignment are judged again at its release', async () => {
  const world = await startWorld('drawn');
  ({ server } = world);
  const { office, drawId, cycleId } = world;
  const { id, project, slot, no, other } = await findPlace(drawId);
  const { school } = await one<{ school: string }>('select school_id as school from expert where id = $1', [
    other,
  ]);
  // Assigned while the records name the school of the applicant, and nothing of it is left afterwards.
  const client = await server.pool.connect();
  await client.query('begin');
  await client.query(
    `update expert set school_id = (select school_id from project where id = $1) where id = $2`,
    [project, other],
  );
  await client.query(`update assignment set state = 'dropped' where id = $1`, [id]);
  const { rows } = await client.query<{ id: string }>(
    `insert into assignment (cycle_id, project_id, expert_id, draw_id, slot, parts)
     select $1, project_id, $2, draw_id, $3, parts from assignment where id = $4 returning id`,
    [cycleId, other, slot, id],
  );
  await client.query('update expert set school_id = $2 where id = $1', [other, school]);
  await client.query('delete from expert_former_unit where expert_id = $1', [other]);
  await client.query('commit');
  client.release();
  await conflictsDone(server);

  const reason = '安排时有须回避的情形';
  expect(await standingOf(office, drawId)).toEqual([
    { kind: 'replace', places: 1, named: [{ no, reason }], more: false },
  ]);
  const refused = await release(office, drawId);
  expect(refused.status).toBe(400);
  expect(refused.error.message).toContain(reason);
  await expect(
    server.pool.query('update assignment_basis set school_id = 1 where assignment_id = $1', [rows[0]!.id]),
  ).rejects.toThrow(/cannot be changed/);

  const { version } = await one<{ version: number }>('select version from assignment where id = $1', [
    rows[0]!.id,
  ]);
  const { id: next } = await one<{ id: string }>(
    `select id from expert where id not in (select expert_id from assignment where project_id = $1) order by id limit 1`,
    [project],
  );
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id: Number(rows[0]!.id) },
    body: { version, expertId: Number(next), reason: '换人' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  await releaseDraw(server, office, drawId);
});

test('a conflict that two persons lifted before the assignment stays on the record of the release when it is gone', async () => {
  const world = await startWorld('drawn');
  ({ server } = world);
  const { office, supervisor, drawId, cycleId } = world;
  const { id, project, version, no, other } = await findPlace(drawId);
  const conflict = await one<{ id: string }>(
    `insert into conflict (cycle_id, project_id, expert_id, kind, evidence, source, pinned, pin_reason, pinned_by, pinned_at, computed_at)
     values ($1, $2, $3, 'declared', '举报', 'office', 'block', '核实', 1, now(), now()) returning id`,
    [cycleId, project, other],
  );
  const params = { id: Number(conflict.id) };
  const lift = await server.call(conflictApi.lift, {
    token: office,
    params,
    body: { pinned: 'none', reason: '重名' },
  });
  expect(lift.status, lift.error?.message).toBe(201);
  await confirmWaiting(server);
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id },
    body: { version, expertId: other, reason: '换人' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  const unpinned = await server.call(conflictApi.unpin, {
    token: office,
    params,
    body: { reason: '不再需要' },
  });
  expect(unpinned.status).toBe(204);
  expect((await server.pool.query('select from conflict where id = $1', [conflict.id])).rowCount).toBe(0);

  expect(await standingOf(supervisor, drawId)).toMatchObject([
    {
      kind: 'lifted',
      places: 1,
      named: [{ no, reason: expect.stringMatching(/^申明关系，.+提出、.+复核$/) }],
    },
    { kind: 'changed', places: 1, named: [{ no }] },
  ]);
  await releaseDraw(server, office, drawId);
  const { steps } = await readDraw(server, supervisor, drawId);
  expect(steps.find(({ event }) => event === 'release')?.note).toMatch(
    /^1 处经人工调整，.+提出、.+复核；1 处解除过回避：申明关系，/,
  );
});

test('an expert with a conflict that is not computed yet is not invited', async () => {
  const world = await startWorld('released');
  ({ server } = world);
  const { office, drawId } = world;
  const { id, project, version, other } = await findPlace(drawId);
  const computing = await server.pool.connect();
  await computing.query(`select pg_advisory_lock(hashtextextended('conflict', 0))`);
  await server.pool.query(
    `insert into expert_affiliation (expert_id, org_id, org_name, from_year)
     select expert.id, project.school_id, dept.name, 2020 from expert, project join dept on dept.id = project.school_id
     where project.id = $1 and expert.id not in (select expert_id from assignment where project_id = $1)`,
    [project],
  );
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id },
    body: { version, expertId: other, reason: '换人' },
  });
  expect(changed.error?.errors).toEqual([{ field: 'expertId', message: '须回避' }]);
  const replaced = await server.call(assignmentApi.replace, {
    token: office,
    params: { id },
    body: { version, reason: '联系不上' },
  });
  expect(replaced.status, replaced.error?.message).toBe(200);
  const next = await server.pool.query('select from assignment where replaces_id = $1', [id]);
  expect(next.rowCount).toBe(0);
  await computing.query(`select pg_advisory_unlock(hashtextextended('conflict', 0))`);
  computing.release();
});
