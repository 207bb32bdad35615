import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTextApi as api } from '@zhiping/shared/contracts/message-text.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { type MessageCode, messageTexts } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';

const SCHOOL = '天津大学';
let server: TestServer;
let office: string;
let officer: string;

beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  const { dept_id } = await server.db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select('dept_id')
    .where('dept.name', '=', SCHOOL)
    .executeTakeFirstOrThrow();
  officer = (await signedIn(server.db, { roleIds: [9], deptId: dept_id })).token;
});
afterAll(() => server.close());

const save = (code: MessageCode, text: string | null, version: number) =>
  server.call(api.save, { token: office, params: { code }, body: { text, version } });
const find = async (code: MessageCode) =>
  (await server.call(api.list, { token: office })).body.find((one) => one.code === code)!;

/** The message to an applicant whose project is returned. */
const messageOfReturn = async (cycleId: number) => {
  const applicant = await newApplicant(server, SCHOOL);
  await server.db
    .updateTable('sys_user')
    .set({ email: `applicant${applicant.userId}@example.edu.cn` })
    .where('id', '=', applicant.userId)
    .execute();
  const id = await completeProject(server, applicant, cycleId);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  const { body } = await server.call(projectApi.read, { token: officer, params: { id } });
  const { version } = body as { version: number };
  const sent = await server.call(projectApi.return, {
    token: officer,
    params: { id },
    body: { version, reason: '请补充' },
  });
  expect(sent.status, sent.error?.message).toBe(204);
  const messages = await server.pool.query<{ text: string }>(
    'select text from notification where user_id = $1 order by id desc limit 1',
    [applicant.userId],
  );
  const mails = await server.pool.query<{ content: string }>(
    'select content from outbox order by id desc limit 1',
  );
  return { message: messages.rows[0]!.text, mail: mails.rows[0]!.content };
};

test("the office's wording is sent from then on, and the default again after it is restored", async () => {
  const cycleId = await publishedCycle(server, office);
  expect(await find('message.return')).toMatchObject({
    text: null,
    version: 0,
    to: '申报人',
    way: '站内消息',
  });
  expect((await messageOfReturn(cycleId)).message).toBe(messageTexts['message.return'].text);

  expect((await save('message.return', '申报已退回，请及时查看。', 0)).status).toBe(204);
  expect((await save('mail.projectReturned', '{name}同志，申报退回了，{until} 前改好。', 0)).status).toBe(
    204,
  );
  const worded = await messageOfReturn(cycleId);
  expect(worded.message).toBe('申报已退回，请及时查看。');
  expect(worded.mail).toMatch(/同志，申报退回了，2026-.* 前改好。/);

  expect((await save('message.return', null, 1)).status).toBe(204);
  expect(await find('message.return')).toMatchObject({ text: null, version: 2 });
  expect((await messageOfReturn(cycleId)).message).toBe(messageTexts['message.return'].text);
});

test('a wording with unknown words is refused, and so is a save over another user’s', async () => {
  const wrong = await save('message.report', '{name}，您好', 0);
  expect(wrong).toMatchObject({ status: 400, error: { errors: [{ field: 'text' }] } });
  const [first, second] = await Promise.all([
    save('message.report', '已报送。', 0),
    save('message.report', '报送了。', 0),
  ]);
  expect(new Set([first.status, second.status])).toEqual(new Set([204, 409]));
  expect((await save('message.report', '又改了。', 0)).status).toBe(409);
});

test('a change is an audit event with what was worded before', async () => {
  await save('message.accept', '资格审查合格。', 0);
  const { rows } = await server.pool.query<{ detail: object }>(
    `select detail from audit_event where action = 'message_text.updated' and entity_id = 'message.accept'`,
  );
  expect(rows[0]!.detail).toMatchObject({
    text: '资格审查合格。',
    old: { text: messageTexts['message.accept'].text },
  });
});
