import { readdir, utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { signedIn } from '../../../test/factories.ts';
import { png, sendFile } from '../../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { cleanFiles } from './clean-files.ts';
import { createFileStore } from './create-file-store.ts';
import { receiveFile } from './receive-file.ts';
import { dropBlob, neededFiles } from './sweep-files.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(() => server.close());

const config = () => readConfig({ DATA_DIR: server.dataDir });
const store = () => createFileStore(config());

const names = async () => {
  const found: string[] = [];
  for await (const { name } of store().list()) found.push(name);
  return found.toSorted();
};

const makeOld = async () => {
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of await names())
    await utimes(`${server.dataDir}/files/${name.slice(0, 2)}/${name}`, yesterday, yesterday);
};

const stray = async (text: string) => {
  const file = await receiveFile(`${server.dataDir}/incoming`, Readable.from([Buffer.from(text)]), 100);
  await store().keep(file, `${file.sha256}.txt`);
  return `${file.sha256}.txt`;
};

test('contents that no row needs go after a day; files and avatars stay', async () => {
  await sendFile(server, storageApi.create, { name: 'a.png', bytes: png('file') }, { token });
  await sendFile(server, accountApi.updateAvatar, { name: 'a.png', bytes: png('avatar') }, { token });
  const needed = await names();
  expect(needed).toHaveLength(2);
  const old = await stray('old');
  await makeOld();
  const young = await stray('young');
  expect(await cleanFiles(server.db, config(), new Date())).toMatchObject({ contents: 1 });
  expect(await names()).toEqual([...needed, young].toSorted());
  expect(await names()).not.toContain(old);
});

test('a former avatar goes, the new one stays', async () => {
  await sendFile(server, accountApi.updateAvatar, { name: 'a.png', bytes: png('new') }, { token });
  const before = await names();
  await makeOld();
  await cleanFiles(server.db, config(), new Date());
  expect(before.length - (await names()).length).toBeGreaterThanOrEqual(1);
  const { avatar_name: avatar } = await server.db
    .selectFrom('sys_user')
    .select('avatar_name')
    .where('avatar_name', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(await names()).toContain(avatar);
});

test('never takes a content that is uploaded at the same moment', async () => {
  for (let round = 0; round < 15; round++) {
    const bytes = png(`race ${round}`);
    const first = await sendFile(server, storageApi.create, { name: 'a.png', bytes }, { token });
    const [name] = await blobOf(first.body.id);
    // The row goes and its content is dropped while the same content comes again.
    const [second] = await Promise.all([
      sendFile(server, storageApi.create, { name: 'b.png', bytes }, { token }),
      server.call(storageApi.remove, { token, body: [first.body.id] }),
      dropBlob(server.db, store(), neededFiles, name),
    ]);
    const read = await server.app.inject({ url: second.body.path, headers: { authorization: token } });
    expect(read.statusCode).toBe(200);
  }
  expect(await readdir(`${server.dataDir}/incoming`)).toEqual([]);
});

const blobOf = async (id: number): Promise<[string]> => {
  const { sha256, format } = await server.db
    .selectFrom('stored_file')
    .select(['sha256', 'format'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [`${sha256}.${format}`];
};
