import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadApi as api } from '@zhiping/shared/contracts/upload.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { sendFile } from '../../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { cleanFiles } from '../../platform/files/clean-files.ts';
import { takeUpload } from './take-upload.ts';

let server: TestServer;
let roleId: number;
let person: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ env: { FILE_MAX_MB: '20' } });
  roleId = await createRole(server.db, { permissions: ['project:apply'] });
});
beforeEach(async () => {
  person = await signedIn(server.db, { roleIds: [roleId] });
});
afterAll(() => server.close());

const MEGABYTE = 1024 * 1024;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pathOf = (id: string) => `${server.dataDir}/uploads/${id}`;
const config = () => readConfig({ DATA_DIR: server.dataDir });

const begin = (bytes: number, token = person.token, name = '论文.pdf') =>
  server.call(api.create, { token, body: { name, bytes } });

type Sent = { offset: number; sha256?: string; token?: string; node?: TestServer };
const send = (id: string, part: Buffer, { offset, sha256, token, node = server }: Sent) => {
  const fields = { offset: String(offset), sha256: sha256 ?? hashOf(part) };
  const form = { name: 'blob', bytes: part, fields };
  return sendFile(node, api.append, form, { token: token ?? person.token, params: { id } });
};
const read = async (id: string, node = server) =>
  (await node.call(api.read, { token: person.token, params: { id } })).body;
const take = (id: string, userId = person.id) =>
  takeUpload({ db: server.db, config: config() }, { userId } as Principal, id);

/** An upload of which the first half is there. */
const half = async (content = randomBytes(2000)) => {
  const { id } = (await begin(content.length)).body;
  const middle = content.length / 2;
  expect((await send(id, content.subarray(0, middle), { offset: 0 })).body).toEqual({ offset: middle });
  return { id, middle, content, rest: content.subarray(middle) };
};

test('a file that comes in parts is whole, and is taken once', async () => {
  const { id, middle, content, rest } = await half();
  expect(await read(id)).toEqual({ name: '论文.pdf', bytes: 2000, offset: 1000 });
  await expect(take(id)).rejects.toMatchObject({ status: 400, code: 'upload.incomplete' });
  expect((await send(id, rest, { offset: middle })).body).toEqual({ offset: 2000 });

  const taken = await Promise.allSettled([take(id), take(id), take(id)]);
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const [file] = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(file).toMatchObject({ name: '论文.pdf', bytes: 2000, sha256: hashOf(content) });
  expect(await readFile(file!.path)).toEqual(content);
  expect((await server.call(api.read, { token: person.token, params: { id } })).status).toBe(404);
});

test('leaves no log, no audit and nothing in between', async () => {
  const { id } = await half();
  expect((await server.call(api.remove, { token: person.token, params: { id } })).status).toBe(200);
  expect(await readdir(`${server.dataDir}/uploads`)).not.toContain(id);
  expect(await readdir(`${server.dataDir}/incoming`)).not.toContain(id);
  expect((await server.call(api.remove, { token: person.token, params: { id } })).status).toBe(404);
  const audited = server.db.selectFrom('audit_event').select('seq').where('actor_id', '=', person.id);
  const logged = server.db.selectFrom('operation_log').select('path').where('user_id', '=', person.id);
  expect([await audited.execute(), await logged.execute()]).toEqual([[], []]);
});

describe('is refused', () => {
  test('without a session and without the permission', async () => {
    const unprivileged = await signedIn(server.db);
    for (const endpoint of [api.create, api.append, api.read, api.remove]) {
      const params = { id: randomUUID() };
      expect((await server.call(endpoint, { params })).status).toBe(401);
      expect((await server.call(endpoint, { params, token: unprivileged.token })).status).toBe(403);
    }
  });

  test('to other accounts, as if missing', async () => {
    const { id, middle, rest } = await half();
    const { token, id: otherId } = await signedIn(server.db, { roleIds: [roleId] });
    expect((await server.call(api.read, { token, params: { id } })).status).toBe(404);
    expect((await server.call(api.remove, { token, params: { id } })).status).toBe(404);
    expect((await send(id, rest, { offset: middle, token })).status).toBe(404);
    await send(id, rest, { offset: middle });
    await expect(take(id, otherId)).rejects.toMatchObject({ status: 404 });
    expect((await take(id)).bytes).toBe(2000);
  });

  test('at another offset than the end, which is reported', async () => {
    const { id, rest } = await half();
    for (const offset of [0, 999, 1001, 2000]) {
      const { error } = await send(id, rest, { offset });
      expect(error).toMatchObject({ status: 409, code: 'upload.offset', offset: 1000 });
    }
  });

  test('with a wrong hash or without one', async () => {
    const { id, middle, rest } = await half();
    const wrong = await send(id, rest, { offset: middle, sha256: hashOf(Buffer.from('other')) });
    expect(wrong.error).toMatchObject({ status: 400, code: 'upload.hash' });
    expect((await send(id, rest, { offset: middle, sha256: '' })).status).toBe(400);
    expect((await read(id)).offset).toBe(1000);
  });

  test('where it is too large', async () => {
    expect((await begin(20 * MEGABYTE)).status).toBe(201);
    const { error } = await begin(20 * MEGABYTE + 1);
    expect(error).toMatchObject({ status: 413, message: '文件不能超过 20 MB' });
    expect((await begin(0)).status).toBe(400);

    const { id, middle } = await half();
    const longer = await send(id, Buffer.alloc(1001), { offset: middle });
    expect(longer.error).toMatchObject({ status: 400, code: 'upload.too_long' });
    const { body } = await begin(10 * MEGABYTE);
    expect((await send(body.id, Buffer.alloc(4 * MEGABYTE), { offset: 0 })).status).toBe(200);
    const part = await send(body.id, Buffer.alloc(4 * MEGABYTE + 1), { offset: 4 * MEGABYTE });
    expect(part.status).toBe(413);
  });

  test('beyond ten for one owner, until one is deleted or has been idle for an hour', async () => {
    const begun = await Promise.all(Array.from({ length: 14 }, () => begin(10)));
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = begun.filter(({ status }) => status !== 201);
    expect(refused[0]?.error).toMatchObject({ status: 429, message: expect.stringContaining('10 个') });
    const ids = begun.filter(({ status }) => status === 201).map(({ body }) => body.id);
    await server.call(api.remove, { token: person.token, params: { id: ids[0] as string } });
    expect((await begin(10)).status).toBe(201);
    expect((await begin(10)).status).toBe(429);
    const rested = new Date(Date.now() - 2 * 3_600_000);
    await server.db.updateTable('upload').set({ update_time: rested }).where('id', '=', ids[1]!).execute();
    expect((await begin(10)).status).toBe(201);
    expect((await server.call(api.read, { token: person.token, params: { id: ids[1]! } })).status).toBe(404);
    expect((await begin(10, (await signedIn(server.db, { roleIds: [roleId] })).token)).status).toBe(201);
  });
});

test('the same part twice at once is added once', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, middle, content, rest } = await half(randomBytes(400_000));
    const answers = await Promise.all([1, 2, 3].map(() => send(id, rest, { offset: middle })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await take(id)).sha256).toBe(hashOf(content));
  }
});

describe('goes on', () => {
  test('on a node that began anew, behind what one that was killed had written', async () => {
    const { id, middle, content, rest } = await half();
    // State after a kill between the last byte and its row.
    await appendFile(pathOf(id), randomBytes(1000));
    const node = await startTestServer({
      connection: server.connection,
      env: { DATA_DIR: server.dataDir },
    });
    expect((await read(id, node)).offset).toBe(1000);
    const [first, last] = [rest.subarray(0, 500), rest.subarray(500)];
    expect((await send(id, first, { offset: middle, node })).status).toBe(200);
    expect((await send(id, last, { offset: middle + 500 })).status).toBe(200);
    await node.close();
    expect((await take(id)).sha256).toBe(hashOf(content));
  });

  test('from the beginning where another node has the file', async () => {
    const { id, middle, content, rest } = await half();
    await rm(pathOf(id));
    expect((await read(id)).offset).toBe(0);
    expect((await send(id, rest, { offset: middle })).error).toMatchObject({ status: 409, offset: 0 });
    expect((await send(id, content, { offset: 0 })).body).toEqual({ offset: 2000 });
    expect((await take(id)).sha256).toBe(hashOf(content));
  });

  test('not after a day without a part', async () => {
    const [old, fresh] = [await half(), await half()];
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await server.db.updateTable('upload').set({ update_time: yesterday }).where('id', '=', old.id).execute();
    await utimes(pathOf(old.id), yesterday, yesterday);
    await cleanFiles(server.db, config(), new Date());
    expect(await readdir(`${server.dataDir}/uploads`)).not.toContain(old.id);
    expect((await server.call(api.read, { token: person.token, params: { id: old.id } })).status).toBe(404);
    expect((await send(fresh.id, fresh.rest, { offset: fresh.middle })).status).toBe(200);
  });
});
