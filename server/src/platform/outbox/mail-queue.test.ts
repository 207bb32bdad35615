import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { createRole, createUser, PASSWORD, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { encrypted } from '../../../test/sign-in-helpers.ts';
import { inTransaction } from '../database/db.ts';
import { createMailQueue } from './mail-queue.ts';
import { emailCodeMail } from './mails/email-code.ts';
import { jobFailedMail } from './mails/job-failed.ts';

/** A mail server that notes what it takes and refuses as the test wants. */
let received: { to: string[]; source: string }[] = [];
let refusals: number[] = [];
/** Answers after the whole message was taken: whether it went out is open then. */
let losses: number[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, callback) => {
    const code = refusals.shift();
    callback(code ? Object.assign(new Error('secret reason of the server'), { responseCode: code }) : null);
  },
  onData: (stream, session, callback) => {
    const lost = losses.shift();
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString(),
      });
      callback(lost ? Object.assign(new Error('lost'), { responseCode: lost }) : null);
    });
  },
});

let SMTP: Record<string, string>;
let server: TestServer;
let plain: TestServer;
let reader: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  SMTP = {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_SECURE: 'false',
    SMTP_FROM: 'zp@example.org',
  };
  server = await startTestServer({ work: {}, env: SMTP });
  plain = await startTestServer();
  reader = (await signedIn(server.db, { roleIds: [2] })).token;
});
afterAll(async () => {
  await server.close();
  await plain.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
beforeEach(() => {
  received = [];
  refusals = [];
  losses = [];
});

const messageIdOf = (mail: { source: string } | undefined) =>
  /^Message-ID: (\S+)/im.exec(mail?.source ?? '')?.[1];

let number = 0;
const queue = async (expiresAt?: Date) => {
  number += 1;
  const to = `person${number}@example.com`;
  const queueMail = createMailQueue(true, server.app.log, { logContent: false });
  const mail = jobFailedMail({ jobName: '<b>甲</b>', error: '乙' });
  await inTransaction(server.db, (tx) => queueMail(tx, to, mail, expiresAt ? { expiresAt } : {}));
  return to;
};
const messageTo = async (to: string) =>
  (await server.call(outboxApi.list, { token: reader, query: { blurry: to } })).body.content[0]!;
const storedFor = (to: string) =>
  server.db.selectFrom('outbox').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow();
const resend = (id: number, token = reader) => server.call(outboxApi.resend, { token, params: { id } });

describe('a queued mail', () => {
  test('goes out in both forms, and its text is not kept', async () => {
    const to = await queue();
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'sent', attempts: 1, content: null });
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual([to]);
    expect(messageIdOf(received[0])).toMatch(/^<[\da-f-]{36}@zhiping>$/);
    expect(received[0]?.source).toMatch(/text\/plain[\s\S]+text\/html/);
    expect(await storedFor(to)).toMatchObject({ content: '', html: null });
    expect((await messageTo(to)).sentTime).not.toBeNull();
  });

  test('that the server does not want now is tried again', async () => {
    refusals = [451, 421];
    const to = await queue();
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'sent', attempts: 3, error: null });
    expect(received).toHaveLength(1);
  });

  test('that the server refuses for good is not tried again, and can be sent again by hand', async () => {
    refusals = [550];
    const to = await queue();
    await expect
      .poll(() => messageTo(to))
      .toMatchObject({
        status: 'failed',
        attempts: 1,
        error: '邮件服务器拒收（550）',
        content: null,
        resendProblem: null,
      });
    const { id } = await messageTo(to);
    expect((await resend(id)).status).toBe(204);
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'sent', attempts: 1 });
    expect((await resend(id)).error.message).toBe('邮件已经发出');
    const event = server.db
      .selectFrom('audit_event')
      .select('entity_id')
      .where('action', '=', 'outbox.resent');
    expect(await event.executeTakeFirst()).toEqual({ entity_id: String(id) });
  });

  test('keeps its Message-ID however often it is sent, and no other has it, here or elsewhere', async () => {
    losses = [451, 554];
    const to = await queue();
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'failed' });
    expect((await resend((await messageTo(to)).id)).status).toBe(204);
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'sent' });
    const [id, ...others] = received.map(messageIdOf);
    expect(others).toEqual([id, id]);
    // Another installation counts its messages from one too.
    const elsewhere = await startTestServer({ env: SMTP, work: {} });
    const queueMail = createMailQueue(true, elsewhere.app.log, { logContent: false });
    const { id: outboxId } = await messageTo(to);
    for (let count = 1; count <= outboxId; count += 1)
      await inTransaction(elsewhere.db, (tx) =>
        queueMail(tx, `elsewhere${count}@example.com`, jobFailedMail({ jobName: '甲', error: '乙' })),
      );
    await expect.poll(() => received.length).toBe(3 + outboxId);
    await elsewhere.close();
    expect(new Set(received.map(messageIdOf)).size).toBe(1 + outboxId);
  });

  test('that never gets through is given up', async () => {
    refusals = Array.from({ length: 20 }, () => 451);
    const to = await queue();
    await expect
      .poll(() => messageTo(to))
      .toMatchObject({ status: 'waiting', attempts: 4, error: '邮件服务器暂时拒收（451）' });
    const queued = server.db.selectFrom('task').select('attempt').where('state', '=', 'waiting');
    await expect.poll(() => queued.executeTakeFirst()).toEqual({ attempt: 4 });
    // The pauses triple: the rest is not waited for.
    await server.db
      .updateTable('task')
      .set({ attempt: 7, due_at: new Date() })
      .where('state', '=', 'waiting')
      .execute();
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'failed' });
  });

  test('that comes too late is not sent, and its code is gone', async () => {
    const to = await queue(new Date(Date.now() - 1));
    await expect.poll(() => messageTo(to)).toMatchObject({ status: 'failed', error: '未能在有效期内发出' });
    expect(received).toEqual([]);
    expect((await storedFor(to)).content).toBe('');
    expect((await resend((await messageTo(to)).id)).error.message).toContain('已过有效期');
  });
});

test('with a wrong password messages wait, and it is said why', async () => {
  const strict = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, callback) => {
      const refusal = Object.assign(new Error('secret reason'), { responseCode: 535 });
      callback(password === 'right' ? null : refusal, { user: 'zp' });
    },
  });
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
  const { port } = strict.server.address() as AddressInfo;
  const locked = await startTestServer({
    work: {},
    env: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_SECURE: 'false',
      SMTP_FROM: 'zp@example.org',
      SMTP_USER: 'zp',
      SMTP_PASSWORD: 'wrong',
    },
  });
  const queueMail = createMailQueue(true, locked.app.log, { logContent: false });
  const mail = jobFailedMail({ jobName: '甲', error: '乙' });
  await inTransaction(locked.db, (tx) => queueMail(tx, 'person@example.com', mail));
  await expect
    .poll(() => locked.db.selectFrom('outbox').select(['status', 'error']).execute())
    .toEqual([{ status: 'waiting', error: '邮件服务器不接受 SMTP_USER、SMTP_PASSWORD（535）' }]);
  await locked.close();
  await new Promise<void>((resolve) => strict.close(resolve));
});

test('only accounts with the permission send again', async () => {
  const role = await createRole(server.db, { permissions: ['outbox:list'] });
  const { token } = await signedIn(server.db, { roleIds: [role] });
  expect((await resend(1, token)).status).toBe(403);
  expect((await resend(999_999)).status).toBe(404);
});

test('texts in HTML are text', () => {
  const { html, text } = jobFailedMail({ jobName: '<b>甲</b>', error: '"&' });
  expect(html).toContain('&lt;b&gt;甲&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(text).toContain('<b>甲</b>');
  expect(emailCodeMail({ code: '123456', minutes: 5 }).text).toContain('123456');
});

describe('a new address with a code', () => {
  const wanted = 'Fresh@Example.com';
  const codeIn = ({ source }: { source: string }) => {
    const part = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)?.[1] ?? '';
    const text = /base64/.test(source) ? Buffer.from(part, 'base64').toString() : part;
    return /\d{6}/.exec(text)?.[0] as string;
  };

  test('arrives through the mail server', async () => {
    const user = await signedIn(server.db);
    const { token } = user;
    const asked = await server.call(accountApi.sendEmailCode, { token, query: { email: wanted } });
    expect(asked.body).toEqual({ expiresIn: 300, retryAfter: 60 });
    await expect.poll(() => received.length).toBe(1);
    const code = codeIn(received[0]!);
    const check = (one: string) =>
      server.call(accountApi.checkEmailCode, { token, query: { email: wanted, code: one, codeBi: 1 } });
    expect((await check('abc')).error.errors).toEqual([{ field: 'code', message: '邮箱验证码错误或已过期' }]);
    expect((await check(code)).status).toBe(200);
    const stranger = await signedIn(server.db);
    const strange = { token: stranger.token, query: { email: wanted, code } };
    expect((await server.call(accountApi.checkEmailCode, strange)).status).toBe(400);

    received = [];
    const changed = await server.call(accountApi.changeEmail, {
      token,
      params: { code },
      body: { email: wanted, password: await encrypted(server, PASSWORD) },
    });
    expect(changed.status).toBe(200);
    expect((await server.call(authApi.info, { token })).body.user.email).toBe(wanted);
    // The old address hears of it, without the new one.
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.to).toEqual([`${user.username}@example.edu.cn`]);
    expect(received[0]?.source).not.toContain(wanted);
    expect((await check(code)).status).toBe(400);
  });

  test('is only kept where there is no mail server', async () => {
    const user = await createUser(plain.db);
    const { token } = await signedIn(plain.db, { roleIds: [2] });
    await plain.call(accountApi.sendEmailCode, {
      token,
      query: { email: `new-${user.username}@example.com` },
    });
    const { body } = await plain.call(outboxApi.list, { token, query: { channel: 'email' } });
    expect(body.content).toMatchObject([
      {
        status: 'kept',
        content: expect.stringContaining('您正在更换账号的邮箱'),
        resendProblem: expect.stringContaining('未配置'),
      },
    ]);
    expect(await plain.db.selectFrom('task').selectAll().execute()).toEqual([]);
  });
});
