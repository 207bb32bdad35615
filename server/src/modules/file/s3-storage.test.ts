import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3StorageApi as api, storageApi } from '@zhiping/shared/contracts/file.ts';
import { png, sendFile } from '../../../test/file-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startS3 } from '../../../test/s3-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let server: TestServer;
let plain: TestServer;
let token: string;
beforeAll(async () => {
  s3 = await startS3();
  server = await startTestServer({ env: s3.env });
  plain = await startTestServer({ connection: server.connection });
  ({ token } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(async () => {
  await plain.close();
  await server.close();
  s3.close();
});

test('without a bucket the list is empty, and every other call says so', async () => {
  const list = await plain.call(api.list, { token });
  expect([list.status, list.body]).toEqual([200, { content: [], totalElements: 0 }]);
  const answers = [
    await plain.call(api.remove, { token, body: [1] }),
    await plain.call(api.address, { token, params: { id: 1 } }),
    await plain.call(api.download, { token }),
    await sendFile(plain, api.create, { name: 'a.png', bytes: png() }, { token }),
  ];
  for (const { status, error } of answers) {
    expect(status).toBe(404);
    expect(error.message).toContain('未配置对象存储');
  }
});

test('a file goes to the bucket, is listed, read and deleted', async () => {
  const bytes = png('bucket');
  const local = await sendFile(plain, storageApi.create, { name: '本机.png', bytes: png('disk') }, { token });
  const sent = await sendFile(server, api.create, { name: '云上.png', bytes }, { token });
  expect(sent.body).toMatchObject({ errno: 0, data: [expect.stringContaining('/title/file/')] });
  expect([...s3.objects.values()].map((object) => object.bytes)).toEqual([bytes]);

  const { body } = await server.call(api.list, { token, query: { key: '云上' } });
  expect(body.content).toMatchObject([
    { id: sent.body.id, fileName: '云上.png', fileType: '图片', fileMimeType: 'image/png' },
  ]);
  const all = await server.call(api.list, { token });
  expect(all.body.content.map(({ id }) => id)).not.toContain(local.body.id);

  const { url } = (await server.call(api.address, { token, params: { id: sent.body.id } })).body;
  const read = await server.app.inject({ url, headers: { authorization: token } });
  expect(read.rawPayload.equals(bytes)).toBe(true);

  // Files of the disk are not reached through the bucket.
  await server.call(api.remove, { token, body: [local.body.id, sent.body.id] });
  expect((await server.call(storageApi.list, { token })).body.content.map(({ id }) => id)).toEqual([
    local.body.id,
  ]);
  await expect.poll(() => s3.objects.size).toBe(0);
});

test('an unreachable bucket is reported, and leaves no row behind', async () => {
  s3.failWith(500);
  const answer = await sendFile(server, api.create, { name: 'a.png', bytes: png('away') }, { token });
  s3.failWith(0);
  expect(answer.error).toMatchObject({ status: 503, code: 'file.store_unavailable' });
  expect((await server.call(api.list, { token })).body.totalElements).toBe(0);
});
