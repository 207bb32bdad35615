import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../test/project-helpers.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

const queues = async (token: string) => (await server.call(dashboardApi.read, { token })).body.queues;
const codes = async (token: string) => (await queues(token)).map(({ code }) => code);

test('projects wait in the queue of the next step', async () => {
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const officerOf = async (name: string) =>
    (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
  const [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
  // Out of season there is nothing to show.
  expect(await codes(school)).not.toContain('toCheck');
  const applicant = await newApplicant(server);
  const id = await completeProject(server, applicant, await publishedCycle(server, office));
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  expect((await queues(school))[0]).toMatchObject({
    code: 'toCheck',
    total: 1,
    to: '/review/project?state=submitted&checkStep=school',
    rows: [
      {
        id,
        name: '慕容教书',
        note: '天津大学',
        to: `/review/project?state=submitted&checkStep=school&id=${id}`,
      },
    ],
  });
  for (const token of [office, elsewhere])
    expect((await codes(token)).filter((code) => code.startsWith('to'))).toEqual([]);
  await server.db.updateTable('project').set({ state: 'reported' }).where('id', '=', id).execute();
  expect(await codes(school)).not.toContain('toCheck');
  expect((await queues(office))[0]).toMatchObject({ code: 'toDecide', rows: [{ id }] });
});

test('an applicant finds the own open work and its deadline', async () => {
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const school = (
    await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '天津大学') })
  ).token;
  const applicant = await newApplicant(server);
  const cycleId = await publishedCycle(server, office);
  const own = async () => (await queues(applicant.token)).map(({ code, rows }) => ({ code, rows }));
  expect(await own()).toContainEqual({
    code: 'toBegin',
    rows: expect.arrayContaining([expect.objectContaining({ id: cycleId, to: '/apply/project' })]),
  });
  const administrator = await signedIn(server.db, { roleIds: [1] });
  expect(await codes(administrator.token)).not.toContain('toBegin');
  const id = await completeProject(server, applicant, cycleId);
  const expected = (note: unknown) => [
    { code: 'toApply', rows: [expect.objectContaining({ id, note, to: `/apply/project?id=${id}` })] },
  ];
  expect(await own()).toEqual(expected(expect.stringMatching(/^填写中，截止 \d\d-\d\d \d\d:\d\d$/)));
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  expect(await own()).toEqual([]);
  const { version } = await readProject(server, applicant.token, id);
  const returned = await server.call(projectApi.return, {
    token: school,
    params: { id },
    body: { version, reason: '请补充个人述职', reasons: [] },
  });
  expect(returned.status).toBe(204);
  expect(await own()).toEqual(expected(expect.stringMatching(/^已退回，截止 \d\d-\d\d \d\d:\d\d$/)));
});

test('a draft that can no longer be handed in waits for nothing', async () => {
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const applicant = await newApplicant(server);
  await completeProject(server, applicant, await publishedCycle(server, office));
  const { apply_closes_at } = await server.db
    .selectFrom('cycle')
    .select('apply_closes_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  clock.travelTo(new Date(apply_closes_at!.getTime() + 3_600_000));
  expect(await codes(applicant.token)).toEqual([]);
});
