import { beforeEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { openPool } from '../../../test/expert-helpers.ts';
import { findSchoolId } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { drawableExperts } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** An office that would have an expert of the applicant's own school review, by its own calls alone. */

let server: TestServer;
let office: string;
let drawId: number;
let pool: Awaited<ReturnType<typeof openPool>>;
let own: number;
let far: number;
let schools: { own: number; far: number };

beforeEach(async () => {
  ({ server, office, drawId } = await startWorld('drawn'));
  pool = await openPool(server);
  const [one, other] = await drawableExperts(server, 2);
  schools = {
    own: await findSchoolId(server.db, '天津大学'),
    far: await findSchoolId(server.db, '厦门大学'),
  };
  [own, far] = [one!.expertId, other!.expertId];
  const place = (id: number, schoolId: number) =>
    server.pool.query('update expert set school_id = $2 where id = $1', [id, schoolId]);
  await place(own, schools.own);
  await place(far, schools.far);
  await server.pool.query('delete from expert_former_unit');
  await conflictsDone(server);
  return () => server.close();
});

const move = async (expertId: number, schoolId: number) => {
  const { status, error } = await pool.update({ ...(await pool.writeOf(expertId)), schoolId });
  expect(status, error?.message).toBe(204);
};
const employ = async (id: number, affiliations: object[]) => {
  const { version } = await pool.writeOf(id);
  const { status, error } = await server.call(expertPoolApi.saveAffiliations, {
    token: pool.office.token,
    params: { id },
    body: { version, affiliations } as never,
  });
  expect(status, error?.message).toBe(204);
};
const assign = async (expertId: number) => {
  const { rows } = await server.pool.query<{ id: string; version: number }>(
    `select id, version from assignment where draw_id = $1 and state = 'proposed' order by id limit 1`,
    [drawId],
  );
  const { id, version } = rows[0]!;
  const { status, error } = await server.call(assignmentApi.change, {
    token: office,
    params: { id: Number(id) },
    body: { version, expertId, reason: '人工调整' },
  });
  return error?.errors?.[0]?.message ?? status;
};
const release = async () => {
  const { status, error } = await server.call(drawApi.release, {
    token: office,
    params: { id: drawId },
    body: {},
  });
  return error?.message ?? status;
};

test('an expert who is moved away cannot be assigned, at once or later', async () => {
  expect(await assign(own)).toBe('存在回避情形');
  await move(own, schools.far);
  expect(await assign(own)).toBe('存在回避情形');
  await conflictsDone(server);
  expect(await assign(own)).toBe('存在回避情形');
});

test('an employment taken out of the record, or ended long ago, does not help', async () => {
  const stay = { orgName: '天津大学', post: null, fromYear: 2010, toYear: null };
  await employ(far, [stay]);
  await conflictsDone(server);
  for (const affiliations of [[], [{ ...stay, toYear: 2012 }], []]) {
    await employ(far, affiliations);
    await conflictsDone(server);
    expect(await assign(far)).toBe('存在回避情形');
  }
});

test('assigned while elsewhere, the expert is not released when moved there, nor when moved back', async () => {
  expect(await assign(far)).toBe(200);
  await move(far, schools.own);
  expect(await release()).toMatch(/回避/);
  await conflictsDone(server);
  expect(await release()).toMatch(/须回避/);
  await move(far, schools.far);
  await conflictsDone(server);
  expect(await release()).toMatch(/须回避/);
});
