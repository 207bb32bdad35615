import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { LIVE_PATH, type ToPage } from '@zhiping/shared/live.ts';
import { createRole, findSchoolId, signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { drawableExperts } from './review-helpers.ts';
import { closeRound, deskOf, openRound, openTasks, placesOf, submitAll } from './round-helpers.ts';

/**
 * Messages to open pages during a round: experts, applicants and schools learn nothing of each other, not even that
 * something moved.
 */

const SCHOOL = '天津大学';
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const listen = async (token: string) => {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/title${LIVE_PATH}`);
  const heard: ToPage[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as ToPage));
  socket.addEventListener('open', () => socket.send(JSON.stringify({ kind: 'hello', token })));
  await expect.poll(() => heard.length, { message: 'is greeted' }).toBeGreaterThan(0);
  return {
    close: () => socket.close(),
    rounds: () => heard.filter(({ kind }) => kind === 'round').length,
    /** Everything that is no greeting. */
    texts: () => heard.flatMap((one) => (one.kind === 'ready' ? [] : [JSON.stringify(one)])),
  };
};

test('a round', async () => {
  const { db } = server;
  const office = (await signedIn(db, { roleIds: [3] })).token;
  const schoolId = await findSchoolId(db, SCHOOL);
  const experts = await drawableExperts(server, 8);
  const { cycleId, projects } = await openRound(server, office, { files: 1 });
  const desk = deskOf(server);
  const tasks = await openTasks(server, experts, cycleId);
  const [own, other] = tasks;
  // Nearly everything that the office may, over one school.
  const permissions = ['review:list', 'assignment:list', 'assignment:release', 'project:list'];
  const roleId = await createRole(db, { permissions, dataScope: '本级' });
  const tokens = {
    office,
    supervisor: (await signedIn(db, { roleIds: [4] })).token,
    own: own!.expert.token,
    outsider: experts.find((expert) => tasks.every((task) => task.expert !== expert))!.token,
    applicant: projects[0]!.token,
    school: (await signedIn(db, { roleIds: [9], deptId: schoolId })).token,
    'office of one school': (await signedIn(db, { roleIds: [roleId], deptId: schoolId })).token,
  };
  const pages = Object.fromEntries(
    await Promise.all(
      Object.entries(tokens).map(async ([name, token]) => [name, await listen(token)] as const),
    ),
  ) as Record<keyof typeof tokens, Awaited<ReturnType<typeof listen>>>;

  // Another expert signs, writes, submits and gets a return; the other expert of the project signs, writes and declines.
  const third = tasks.find((task) => task !== other && task.expert !== own!.expert)!;
  await desk.sign(third.expert, cycleId);
  await desk.save(third, 0);
  await desk.submit(third, 1);
  const { version } = (await placesOf(server, cycleId)).find(({ id }) => id === third.id)!;
  const returned = await server.call(assignmentApi.return, {
    token: office,
    params: { id: third.id },
    body: { version, reason: '笼统', dueAt: null },
  });
  expect(returned.status).toBe(204);
  await desk.sign(other!.expert, cycleId);
  await desk.save(other!, 0);
  expect((await desk.move(other!, 'recuse')).status).toBe(204);
  await expect.poll(() => pages.office.rounds()).toBeGreaterThan(4);
  await expect.poll(() => pages.supervisor.rounds()).toBeGreaterThan(4);
  for (const name of ['own', 'applicant', 'school', 'office of one school'] as const)
    expect([name, pages[name].texts()]).toEqual([name, []]);

  await submitAll(server, experts, cycleId);
  expect((await closeRound(server, office, cycleId)).status).toBe(204);
  expect(pages.applicant.texts()).toEqual([]);
  const published = await server.call(assignmentApi.publish, { token: office, body: { cycleId } });
  expect(published.status).toBe(204);
  await expect.poll(() => pages.applicant.texts().length).toBe(1);
  for (const [name, page] of Object.entries(pages)) {
    if (name === 'office' || name === 'supervisor') continue;
    expect([name, page.rounds()]).toEqual([name, 0]);
    expect([name, page.texts().filter((text) => /专家\d号|慕容|大学/.test(text))]).toEqual([name, []]);
  }
  for (const page of Object.values(pages)) page.close();
});
