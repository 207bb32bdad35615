import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectListApi as list } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { createRole, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { addProof, completeProject, newApplicant, publishedCycle } from '../../../test/project-helpers.ts';
import { handIn, schoolSteps } from '../../../test/school-steps.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let school: string;
/** The built-in role, and a role with only the permission. */
let supervisors: string[];
let cycleId: number;
let one: Awaited<ReturnType<typeof handIn>>;
let name: string;
let no: string;
let material: number;

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  const deptId = await findSchoolId(server.db, '天津大学');
  school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
  const bare = await createRole(server.db, { permissions: ['project:list'] });
  supervisors = [
    (await signedIn(server.db, { roleIds: [4] })).token,
    (await signedIn(server.db, { roleIds: [bare] })).token,
  ];
  cycleId = await publishedCycle(server, office);
  one = await handIn(server, cycleId);
  // An unsubmitted project is invisible to others.
  await completeProject(server, await newApplicant(server), cycleId);
  const { body } = await server.call(projectApi.read, { token: office, params: { id: one.id } });
  if (body.view !== 'office') throw new Error(body.view);
  ({ no } = body);
  ({ name } = body.person);
  const steps = schoolSteps(server, school);
  await steps.return(one);
  material = await addProof(server, one.token, { id: one.id, text: '证明' });
  await server.pool.query(`update project set state = 'submitted' where id = $1`, [one.id]);
  await steps.recommend(one);
  const publicised = await steps.publicise([one.id], '2026-09-11');
  if (publicised.status !== 201) throw new Error(publicised.error.message);
});
afterAll(() => server.close());

describe.each([0, 1])('a supervisor (%i)', (which) => {
  const token = () => supervisors[which]!;

  test('reads only numbers and states', async () => {
    const { status, body } = await server.call(list.supervised, { token: token(), query: { cycleId } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalElements: 1 });
    expect(Object.keys(body.content[0]!).toSorted()).toEqual(['cycleId', 'cycleName', 'no', 'state', 'view']);
    expect(body.content[0]).toMatchObject({ view: 'supervisor', no, state: 'unitPublicity', cycleId });
    const found = async (query: Record<string, unknown>) =>
      (await server.call(list.supervised, { token: token(), query })).body.totalElements;
    expect(await found({ no: no.slice(0, -1) })).toBe(1);
    expect(await found({ no: `${no}9` })).toBe(0);
    expect(await found({ state: 'eligible' })).toBe(0);
  });

  test('sees the board of the cycle with its counts but without names', async () => {
    const { body } = await server.call(list.board, { token: token(), query: { cycleId } });
    expect(body.isSupervised).toBe(true);
    expect(body.targets).toMatchObject([{ counts: [{ state: 'unitPublicity', count: 1 }] }]);
    expect(JSON.stringify(body)).not.toContain(name);
    const cycles = await server.call(list.cycles, { token: token() });
    expect(cycles.body).toMatchObject([{ id: cycleId }]);
  });

  test('cannot read content, names, counts by name, sheets, exports, materials or notices', async () => {
    const gone = await server.call(projectApi.read, { token: token(), params: { id: one.id } });
    expect(gone.status).toBe(404);
    expect(
      (await server.call(projectApi.material, { token: token(), params: { id: material } })).status,
    ).toBe(404);
    const query = { cycleId, blurry: name };
    expect((await server.call(list.list, { token: token(), query })).body).toMatchObject({
      totalElements: 0,
    });
    expect((await server.call(list.stages, { token: token(), query })).body).toEqual([]);
    expect((await server.call(list.stages, { token: token(), query: { cycleId } })).body).toEqual([]);
    expect((await server.call(list.sheet, { token: token(), query: { cycleId } })).body.rows).toEqual([]);
    const notices = await server.call(publicityApi.list, { token: token(), query: { cycleId } });
    expect(notices.body.totalElements).toBe(0);
    for (const sort of ['name,asc', 'schoolName,asc', 'submittedAt,desc', 'id,asc']) {
      const sorted = await server.call(list.supervised, { token: token(), query: { sort: [sort] } });
      expect(sorted.status, sort).toBe(400);
    }
  });
});

test('office and school read their lists, and not the list for supervisors', async () => {
  for (const token of [office, school]) {
    expect(
      (await server.call(list.list, { token, query: { cycleId, blurry: name } })).body.totalElements,
    ).toBeGreaterThan(0);
    expect((await server.call(list.board, { token, query: { cycleId } })).body.isSupervised).toBe(false);
    expect((await server.call(list.supervised, { token, query: { cycleId } })).body.totalElements).toBe(0);
  }
});

test('accounts without the permission or a session are refused', async () => {
  const { token } = await signedIn(server.db, { roleIds: [] });
  expect((await server.call(list.supervised, { token, query: {} })).status).toBe(403);
  expect((await server.call(list.supervised, { query: {} })).status).toBe(401);
});
