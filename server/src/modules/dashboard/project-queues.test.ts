import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

const queues = async (token: string) => (await server.call(dashboardApi.read, { token })).body.queues;
const codes = async (token: string) => (await queues(token)).map(({ code }) => code);

test('applications wait in the queue of whoever has the next step', async () => {
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
