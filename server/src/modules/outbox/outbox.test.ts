import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

/** A carrier that notes what it is told and answers as the test wants. */
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

const messages = async (server: TestServer, query: Record<string, unknown> = {}) => {
  const { token } = await signedIn(server.db, { roleIds: [2] });
  return (await server.call(outboxApi.list, { token, query })).body.content;
};
const askCode = (server: TestServer, phone: string) =>
  server.call(authApi.phoneCode, { query: { phoneNumber: phone } });

test('without a carrier the message is kept for administrators to read', async () => {
  await createUser(plain.db, { phone: '13500000001' });
  await askCode(plain, '13500000001');
  await expect
    .poll(() => messages(plain, { blurry: '13500000001', channel: 'sms' }))
    .toMatchObject([
      { channel: 'sms', status: 'kept', content: expect.stringMatching(/^\d{6}$/), error: null },
    ]);
  expect(await messages(plain, { channel: 'email' })).toEqual([]);
});

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

  test('its failure is recorded, and the caller learns nothing of it', async () => {
    status = 500;
    await createUser(carried.db, { phone: '13500000003' });
    expect((await askCode(carried, '13500000003')).status).toBe(200);
    await expect
      .poll(() => messages(carried, { blurry: '13500000003' }))
      .toMatchObject([{ status: 'failed', content: null, error: '短信网关返回 500' }]);
  });
});
