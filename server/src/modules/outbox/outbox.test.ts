import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { SmsProblem } from '../../platform/outbox/sms.ts';
import { createSmsQueue, smsKind } from '../../platform/outbox/sms-queue.ts';
import { systemClock } from '../../platform/clock.ts';
import { patience } from '../../../test/idle.ts';

/** A carrier that records its requests and answers as the test wants. */
let received: { authorization: string | undefined; body: unknown }[] = [];
let status = 200;
const gateway: Server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { authorization } = request.headers;
    received.push({ authorization, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status).end();
  });
});

let plain: TestServer;
let carried: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  plain = await startTestServer();
  carried = await startTestServer({
    // Long enough to see a message wait.
    work: { firstPauseMs: 200 },
    env: {
      SMS_ADAPTER: 'webhook',
      SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms`,
      SMS_WEBHOOK_TOKEN: 'secret',
    },
  });
});
afterAll(async () => {
  await plain.close();
  await carried.close();
  gateway.close();
});

const messages = async (server: TestServer, query: Record<string, unknown> = {}, role = 2) => {
  const { token } = await signedIn(server.db, { roleIds: [role] });
  return (await server.call(outboxApi.list, { token, query })).body.content;
};
const storedFor = (recipient: string, { db } = carried) =>
  db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow();
const askCode = (server: TestServer, phone: string) =>
  server.call(authApi.phoneCode, { query: { phoneNumber: phone } });

describe('without a carrier', () => {
  test('the code of an SMS is kept for the super administrator alone, while it is worth something', async () => {
    const phone = '13500000001';
    const query = { blurry: phone, channel: 'sms' };
    await createUser(plain.db, { phone });
    await askCode(plain, phone);
    await expect
      .poll(() => messages(plain, query))
      .toMatchObject([{ channel: 'sms', status: 'kept', content: '••••••', error: null }]);
    expect(await messages(plain, { ...query, channel: 'email' })).toEqual([]);
    expect(await messages(plain, query, 1)).toMatchObject([{ content: expect.stringMatching(/^\d{6}$/) }]);
    await plain.db
      .updateTable('outbox')
      .set({ expires_at: new Date() })
      .where('recipient', '=', phone)
      .execute();
    expect(await messages(plain, query, 1)).toMatchObject([{ content: '••••••' }]);
  });

  test('the code of a mail is masked in its text, and what holds none is as it was', async () => {
    const { token } = await signedIn(plain.db);
    const email = 'fresh-address@example.org';
    expect((await plain.call(accountApi.sendEmailCode, { token, query: { email } })).status).toBe(200);
    const [masked] = await messages(plain, { blurry: email });
    const [whole] = await messages(plain, { blurry: email }, 1);
    const code = /^\d{6}$/m.exec(whole!.content!)![0];
    expect(masked!.content).toBe(whole!.content!.replace(code, '••••••'));
    expect(JSON.stringify(masked)).not.toContain(code);
    expect(await messages(plain, { id: masked!.id })).toEqual([masked]);
  });
});

const options = { logContent: false, clock: systemClock, quietHours: null };

describe('with a carrier', () => {
  test('the code goes to it and is not kept', async () => {
    received = [];
    status = 200;
    await createUser(carried.db, { phone: '13500000002' });
    await askCode(carried, '13500000002');
    await expect
      .poll(() => messages(carried, { blurry: '13500000002' }))
      .toMatchObject([{ status: 'sent', content: null }]);
    expect(received).toMatchObject([
      {
        authorization: 'Bearer secret',
        body: { phone: '13500000002', code: expect.stringMatching(/^\d{6}$/) },
      },
    ]);
  });

  test('a gateway that is out of order is tried again, and the caller learns nothing of it', async () => {
    status = 500;
    received = [];
    await createUser(carried.db, { phone: '13500000003' });
    expect((await askCode(carried, '13500000003')).status).toBe(200);
    await expect
      .poll(() => messages(carried, { blurry: '13500000003' }))
      .toMatchObject([{ status: 'waiting', content: null, error: '短信网关返回 500' }]);
    status = 200;
    await expect
      .poll(() => messages(carried, { blurry: '13500000003' }), patience)
      .toMatchObject([{ status: 'sent', error: null }]);
    expect((await messages(carried, { blurry: '13500000003' }))[0]?.attempts).toBe(received.length);
    expect(received.length).toBeGreaterThan(1);
    const codes = received.map(({ body }) => (body as { code: string }).code);
    expect(new Set(codes).size).toBe(1);
  });

  test('a refused message is given up, and the code is deleted', async () => {
    status = 403;
    await createUser(carried.db, { phone: '13500000004' });
    await askCode(carried, '13500000004');
    await expect
      .poll(() => messages(carried, { blurry: '13500000004' }))
      .toMatchObject([{ status: 'failed', attempts: 1, error: '短信网关返回 403' }]);
    expect(await storedFor('13500000004')).toMatchObject({ content: '' });
  });

  test('a code that has expired is never sent', async () => {
    status = 200;
    received = [];
    const { app, db } = carried;
    const queueSms = createSmsQueue(true, app.log, options);
    const late = { expiresAt: new Date(Date.now() - 1) };
    await inTransaction(db, (tx) => queueSms(tx, { phone: '13500000005', code: '123456' }, late));
    await expect
      .poll(() => messages(carried, { blurry: '13500000005' }))
      .toMatchObject([{ status: 'failed', attempts: 0, error: '未能在有效期内发出' }]);
    expect([received, (await storedFor('13500000005')).content]).toEqual([[], '']);
  });

  test('a notice goes under the name of its template, at night only when it is urgent', async () => {
    status = 200;
    received = [];
    const { app, db } = carried;
    const clock = travellingClock(new Date('2099-01-01T15:00:00Z'));
    const night = createSmsQueue(true, app.log, { ...options, clock, quietHours: ['21:00', '08:00'] });
    const expiresAt = new Date('2099-01-02T15:00:00Z');
    const urgent = {
      template: 'contactChanged',
      params: { account: 'wang', changed: '邮箱', time: '2099-01-01 23:00:00' },
    } as const;
    const reminder = { template: 'confirmProfile', params: { name: '王教授' } } as const;
    await inTransaction(db, async (tx) => {
      await night(tx, { phone: '13500000007', notice: urgent }, { expiresAt });
      await night(tx, { phone: '13500000008', notice: reminder }, { expiresAt });
    });
    await expect.poll(() => messages(carried, { blurry: '13500000007' })).toMatchObject([{ status: 'sent' }]);
    const text =
      '账号「wang」的邮箱已于 2099-01-01 23:00:00 更换。如非本人操作，请立即修改登录密码并联系系统管理员。';
    expect(received.map(({ body }) => body)).toEqual([{ phone: '13500000007', ...urgent, notice: text }]);
    const { id } = await storedFor('13500000008');
    const waiting = db.selectFrom('task').select(['state', 'due_at']).where('key', '=', `sms:${id}`);
    expect(await waiting.executeTakeFirst()).toEqual({
      state: 'waiting',
      due_at: new Date('2099-01-02T00:00:00Z'),
    });
  });

  test('that quotes the code does not bring it into the outbox or the log', async () => {
    // Without background work, so that only this run takes it.
    const { app, db } = plain;
    const queueSms = createSmsQueue(true, app.log, options);
    const quoting = smsKind({ db, clock: systemClock }, async (sms) => {
      throw new SmsProblem(`bad parameter ${JSON.stringify({ ...sms, phone: undefined })}`, false);
    });
    const expiresAt = new Date(Date.now() + 60_000);
    await inTransaction(db, (tx) => queueSms(tx, { phone: '13500000006', code: '654321' }, { expiresAt }));
    const task = await db.selectFrom('task').selectAll().where('kind', '=', 'sms').executeTakeFirstOrThrow();
    const { signal } = new AbortController();
    await expect(quoting.run({ task, signal, progress: () => {} })).rejects.toThrow(
      /^bad parameter \{"code":"\*{6}"\}$/,
    );
    expect((await storedFor('13500000006', plain)).error).toBe('bad parameter {"code":"******"}');
  });
});
