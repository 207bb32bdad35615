import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { messageTextApi } from '@zhiping/shared/contracts/message-text.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, submit } from '../../../test/project-helpers.ts';
import { handIn, type HandedIn, schoolSteps } from '../../../test/school-steps.ts';
import { lapseSupplements } from './lapse-supplements.ts';

const START = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(START);
type Account = Awaited<ReturnType<typeof signedIn>>;
let server: TestServer;
let office: Account;
let colleague: Account;
let administrator: Account;
let school: Account;
let elsewhere: Account;
let cycleId: number;
let one: HandedIn;
let name: string;

const messagesOf = async ({ id }: { id: number }) =>
  server.db
    .selectFrom('notification')
    .select(['text', 'link'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .execute();
const readAll = () => server.pool.query('update notification set read_time = now() where read_time is null');
const forget = () => server.pool.query('delete from notification');
const outbox = async () => {
  const { rows } = await server.pool.query<{ subject: string; content: string; channel: string }>(
    'select channel, subject, content, project_id from outbox where project_id = $1 order by id',
    [one.id],
  );
  return rows;
};
const viewed = async () => {
  const { body } = await server.call(projectApi.read, { token: office.token, params: { id: one.id } });
  if (body.view !== 'office') throw new Error(`seen as ${body.view}`);
  return body;
};
const reported = async () => {
  const steps = schoolSteps(server, school.token);
  await steps.recommend(one);
  await steps.publicise([one.id], '2026-09-11');
  clock.travelTo(new Date('2026-09-28T10:00:00+08:00'));
  const { body } = await steps.report([one.id]);
  expect(body).toMatchObject({ succeeded: 1 });
};
const supplement = async () => {
  const { version } = await viewed();
  const body = { version, reason: '材料不全', reasons: [{ path: 'statement.text', message: '请补充' }] };
  const answer = await server.call(eligibilityApi.supplement, {
    token: office.token,
    params: { id: one.id },
    body,
  });
  expect(answer.status, answer.error?.message).toBe(204);
};
const decide = async (verdict: 'eligible' | 'ineligible') => {
  const { version, rules } = await viewed();
  const items = [...rules.map(({ code }) => code), 'genuine'].map((code, index) => ({
    code,
    isMet: verdict === 'eligible' || index > 0,
    remark: verdict === 'eligible' || index > 0 ? null : '不符合',
  }));
  const body = { version, verdict, opinion: '已核', items };
  const answer = await server.call(eligibilityApi.decide, {
    token: office.token,
    params: { id: one.id },
    body,
  });
  expect(answer.status, answer.error?.message).toBe(200);
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = await signedIn(server.db, { roleIds: [3] });
  colleague = await signedIn(server.db, { roleIds: [3] });
  administrator = await signedIn(server.db, { roleIds: [1] });
  const deptId = await findSchoolId(server.db, '天津大学');
  school = await signedIn(server.db, { roleIds: [9], deptId });
  const other = await findSchoolId(server.db, '南开大学');
  elsewhere = await signedIn(server.db, { roleIds: [9], deptId: other });
});
beforeEach(async () => {
  clock.travelTo(START);
  cycleId = await publishedCycle(server, office.token);
  one = await handIn(server, cycleId);
  ({ name } = (
    await server.call(projectApi.read, { token: school.token, params: { id: one.id } })
  ).body.person);
  await forget();
});
afterAll(() => server.close());

test('only the office is notified of reports, once until the message is read', async () => {
  await reported();
  const message = {
    text: '有学校报送的申报等待资格审查。',
    link: `/review/project?cycleId=${cycleId}&state=reported&checkStep=office`,
  };
  expect(await messagesOf(office)).toEqual([message]);
  expect(await messagesOf(colleague)).toEqual([message]);
  expect(await messagesOf(administrator)).toEqual([]);
  expect(await messagesOf(elsewhere)).toEqual([]);
  await schoolSteps(server, school.token).retract(one);
  await schoolSteps(server, school.token).report([one.id]);
  expect(await messagesOf(office)).toEqual([message]);
  await readAll();
  await schoolSteps(server, school.token).retract(one);
  await schoolSteps(server, school.token).report([one.id]);
  expect(await messagesOf(office)).toEqual([message, message]);
});

test('the school is notified of requested supplements by name, the office of submitted ones', async () => {
  await reported();
  await forget();
  await supplement();
  expect(await messagesOf(school)).toEqual([
    {
      text: `评审办要求${name}补正申报，请提醒申报人在期限内提交。`,
      link: `/review/project?id=${one.id}`,
    },
  ]);
  expect(await messagesOf(elsewhere)).toEqual([]);
  expect(await messagesOf(office)).toEqual([]);
  expect((await submit(server, one.token, one.id)).status).toBe(204);
  expect((await messagesOf(office)).map(({ text }) => text)).toEqual(['有补正后的申报等待资格审查。']);
  expect(await messagesOf(school)).toHaveLength(1);
});

test('the school is notified of lapsed supplements', async () => {
  await reported();
  await supplement();
  await forget();
  clock.travelTo(new Date('2026-12-01T10:00:00+08:00'));
  await lapseSupplements(server.db, clock.now());
  expect(await messagesOf(school)).toEqual([
    { text: `${name}没有按期补正，申报视为放弃。`, link: `/review/project?id=${one.id}` },
  ]);
});

test('school and applicant are notified of a refusal; an acceptance names no applicant', async () => {
  await reported();
  await forget();
  await decide('ineligible');
  expect(await messagesOf(school)).toEqual([
    { text: `${name}的申报没有通过资格审查，请查看原因。`, link: `/review/project?id=${one.id}` },
  ]);
  expect(await outbox()).toMatchObject([
    { channel: 'sms', content: expect.stringContaining('没有通过资格审查，请登录系统查看原因') as string },
  ]);
  const { version } = await viewed();
  await server.call(eligibilityApi.undo, {
    token: office.token,
    params: { id: one.id },
    body: { version, reason: '看错了' },
  });
  await decide('eligible');
  expect((await messagesOf(school)).map(({ text }) => text)).toEqual([
    '本校有申报通过了资格审查，请查看。',
    `评审办将重新审查${name}的申报资格。`,
    `${name}的申报没有通过资格审查，请查看原因。`,
  ]);
  expect(await outbox()).toHaveLength(1);
});

test('an applicant who is not recommended gets a message, by mail if they have an address', async () => {
  await server.db
    .updateTable('sys_user')
    .set({ email: `declined${one.userId}@example.edu.cn` })
    .where('id', '=', one.userId)
    .execute();
  expect((await schoolSteps(server, school.token).verdict(one, 'decline')).status).toBe(204);
  expect(await outbox()).toMatchObject([
    {
      channel: 'email',
      subject: expect.stringContaining('没有得到推荐') as string,
      content: expect.stringContaining('请登录系统查看原因') as string,
    },
  ]);
});

test('a school is notified of withdrawals after a submission, in the wording of the office', async () => {
  const text = '{name}同志已放弃申报';
  const params = { code: 'staff.withdraw' as const };
  const body = { text, version: 0 };
  expect((await server.call(messageTextApi.save, { token: office.token, params, body })).status).toBe(204);
  const move = async (event: 'recall' | 'withdraw', version: number) =>
    server.call(projectApi.move, {
      token: one.token,
      params: { id: one.id, event },
      body: { version, reason: '另有安排' },
    });
  const { version } = await viewed();
  expect((await move('withdraw', version)).status).toBe(204);
  expect(await messagesOf(school)).toEqual([
    { text: `${name}同志已放弃申报`, link: `/review/project?cycleId=${cycleId}&state=withdrawn` },
  ]);
  one = await handIn(server, cycleId);
  await forget();
  expect((await move('recall', (await viewed()).version)).status).toBe(204);
  const { version: recalled } = await server.db
    .selectFrom('project')
    .select('version')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  expect((await move('withdraw', recalled)).status).toBe(204);
  expect(await messagesOf(school)).toEqual([]);
});
