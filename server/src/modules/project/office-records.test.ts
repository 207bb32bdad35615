import { afterAll, beforeAll, expect, test } from 'vitest';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, submit } from '../../../test/project-helpers.ts';
import { handIn, schoolSteps } from '../../../test/school-steps.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let school: string;

const viewed = async (id: number) => {
  const { body } = await server.call(projectApi.read, { token: office, params: { id } });
  if (body.view !== 'office') throw new Error(`seen as ${body.view}`);
  return body;
};
const decide = async (id: number) => {
  const { version, rules } = await viewed(id);
  const items = [...rules.map(({ code }) => code), 'genuine'].map((code) => ({
    code,
    isMet: true,
    remark: null,
  }));
  const body = { version, verdict: 'eligible' as const, opinion: '已核', items };
  return server.call(eligibilityApi.decide, { token: office, params: { id }, body });
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  school = (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '天津大学') }))
    .token;
});
afterAll(() => server.close());

test('the office sees all decisions, submissions, signatures and messages of a project, its school none', async () => {
  const one = await handIn(server, await publishedCycle(server, office));
  const steps = schoolSteps(server, school);
  await steps.return(one);
  expect((await submit(server, one.token, one.id)).status).toBe(204);
  await steps.recommend(one);
  await steps.publicise([one.id], '2026-09-11');
  clock.travelTo(new Date('2026-09-28T10:00:00+08:00'));
  expect((await steps.report([one.id])).body).toMatchObject({ succeeded: 1 });
  expect((await decide(one.id)).status).toBe(200);
  const { version } = await viewed(one.id);
  const undone = await server.call(eligibilityApi.undo, {
    token: office,
    params: { id: one.id },
    body: { version, reason: '看错了' },
  });
  expect(undone.status).toBe(204);
  expect((await decide(one.id)).status).toBe(200);

  const { records, history, rules, person } = await viewed(one.id);
  expect(records.checks).toMatchObject([
    { step: 'decided', verdict: 'eligible', round: 2, by: expect.stringMatching(/^用户/) as string },
    { step: 'reopened', verdict: null, opinion: '看错了', items: [] },
    { step: 'decided', verdict: 'eligible' },
  ]);
  expect(records.checks[2]!.items).toHaveLength(rules.length + 1);
  expect(records.snapshots).toMatchObject([{ round: 2, ruleVersion: 1 }, { round: 1 }]);
  expect(records.signatures).toMatchObject([
    { kind: 'employer', ip: '127.0.0.1' },
    {
      kind: 'applicant',
      by: person.name,
      version: 1,
      hash: expect.stringMatching(/^[\da-f]{64}$/) as string,
    },
    { kind: 'applicant' },
  ]);
  const told = records.messages.map(({ way, text }) => `${way} ${text}`);
  expect(told).toContain('message 您的申报已退回，请按意见修改后重新提交。');
  expect(told).toContain('sms 通知');
  expect(records.messages.find(({ way }) => way === 'sms')).toMatchObject({ state: 'kept' });
  expect(records.messages.find(({ way }) => way === 'message')).toMatchObject({ state: 'unread' });
  expect(history.at(-1)).toMatchObject({
    event: '提交',
    by: expect.stringMatching(new RegExp(String.raw`^${person.name}（\d{3}\*{4}\d{4}）$`)) as string,
  });

  const { body } = await server.call(projectApi.read, { token: school, params: { id: one.id } });
  expect(body).not.toHaveProperty('records');
  expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  const own = await server.call(projectApi.read, { token: one.token, params: { id: one.id } });
  expect(own.body).not.toHaveProperty('records');
  // Only the office sees who took a step.
  expect(JSON.stringify([own.body, body].map(({ history: seen }) => seen))).not.toContain('"by"');
});

test('the expert’s signature for the cycle is not among them', async () => {
  const cycleId = await publishedCycle(server, office);
  clock.travelTo(new Date('2026-09-10T10:00:00+08:00'));
  const one = await handIn(server, cycleId);
  await server.pool.query(
    `insert into commitment_signature (text_id, text_hash, user_id, name, cycle_id, ip, signed_at)
      select id, hash, 1, '某专家', $1, '10.0.0.9', now() from commitment_text where kind = 'expert' limit 1`,
    [cycleId],
  );
  expect(JSON.stringify(await viewed(one.id))).not.toContain('某专家');
});
