import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { audit } from '../../platform/audit/audit.ts';
import { sealEvents } from '../../platform/audit/audit-chain.ts';
import { findHead } from '../../platform/audit/audit-heads.ts';
import { createMailQueue } from '../../platform/outbox/mail-queue.ts';
import { mailHead } from './mail-head.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('supervisors get the head by mail', async () => {
  await server.db
    .transaction()
    .execute((tx) => audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: 1 }));
  await sealEvents(server.db);
  const { username } = await createUser(server.db, { roleIds: [4] });
  await createUser(server.db, { roleIds: [4], enabled: false });
  await createUser(server.db, { roleIds: [3] });
  const queueMail = createMailQueue(true, server.app.log, { logContent: false });
  expect(await mailHead(server.db, queueMail)).toBe(1);
  const mails = await server.db.selectFrom('outbox').select(['recipient', 'content']).execute();
  const head = await findHead(server.db);
  expect(mails).toEqual([
    { recipient: `${username}@example.edu.cn`, content: expect.stringContaining(`1:${head?.hash}`) },
  ]);
});
