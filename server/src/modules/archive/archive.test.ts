import { generateKeyPairSync, createHash, sign } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseApi, deployApi } from '@zhiping/shared/contracts/archive.ts';
import { manifestOf, readItems, withManifest, writeItems } from '../../../test/backup-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { sendFile } from '../../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { createBackup } from '../../backup/create-backup.ts';
import { publicKeyOf } from '../../backup/signature.ts';
import { openSigningKey } from '../../backup/signing-key.ts';
import { openStores } from '../../backup/stored-files.ts';
import { readConfig } from '../../config.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519').privateKey;
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;

let server: TestServer;
let directory: string;
let backup: Buffer;
/** The same content without a signature, and with that of another installation. */
let unsigned: Buffer;
let foreign: Buffer;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({
    env: { RELEASE_PUBLIC_KEY: pem.replaceAll('\n', '\\n'), ARCHIVE_MAX_MB: '20' },
  });
  directory = await mkdtemp(join(tmpdir(), 'zhiping-archives-'));
  const path = join(directory, 'backup.tar.gz');
  const config = readConfig({ DATA_DIR: server.dataDir });
  const key = await openSigningKey(config);
  await createBackup({ connection: server.connection, stores: openStores(config), key }, path);
  backup = await readFile(path);
  const items = await readItems(path);
  await writeItems(path, items.slice(1));
  unsigned = await readFile(path);
  await writeItems(path, withManifest(items, manifestOf(items), stranger));
  foreign = await readFile(path);
  admin = await signedIn(server.db, { roleIds: [1] });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const signatureOf = (bytes: Buffer, key = privateKey) =>
  sign(null, createHash('sha256').update(bytes).digest(), key).toString('base64');

const release = (text: string) => gzipSync(Buffer.from(text));
const deploy = (bytes: Buffer, signature: string, name = '职评-1.2.3.tar.gz') =>
  sendFile(server, deployApi.upload, { name, bytes, fields: { signature } }, { token: admin.token });
const restore = (bytes: Buffer, name = '备份.tar.gz') =>
  sendFile(server, databaseApi.upload, { name, bytes }, { token: admin.token });

describe('a release archive', () => {
  test('with a valid signature is stored, listed, downloaded and deleted, with an audit event each', async () => {
    const bytes = release('release');
    const kept = await deploy(bytes, signatureOf(bytes));
    expect(kept.status, JSON.stringify(kept.error)).toBe(201);
    const { body } = await server.call(deployApi.list, { token: admin.token });
    expect(body.content).toMatchObject([
      { id: kept.body.id, name: '职评-1.2.3.tar.gz', bytes: bytes.length, summary: '签名有效' },
    ]);
    const read = await server.app.inject({
      url: `/title/api/deploy/${kept.body.id}/file`,
      headers: { authorization: admin.token },
    });
    expect(read.rawPayload.equals(bytes)).toBe(true);
    expect(read.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment;/),
    });
    expect((await deploy(bytes, signatureOf(bytes))).error.message).toBe('相同的文件已经上传过');
    await server.call(deployApi.remove, { token: admin.token, body: [kept.body.id] });
    expect((await server.call(deployApi.list, { token: admin.token })).body.totalElements).toBe(0);
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'actor_id'])
      .where('entity', '=', 'archive')
      .where('entity_id', '=', String(kept.body.id))
      .orderBy('seq')
      .execute();
    expect(events).toEqual(
      ['release.uploaded', 'release.downloaded', 'release.deleted'].map((action) => ({
        action,
        actor_id: admin.id,
      })),
    );
  });

  const bytes = release('refused');
  test.each([
    ['signed by somebody else', bytes, signatureOf(bytes, stranger), 'signature'],
    ['with the signature of another', bytes, signatureOf(release('other')), 'signature'],
    ['with half a signature', bytes, 'AAAA', 'signature'],
    ['without one', bytes, '', 'signature'],
    [
      'that is none',
      Buffer.from('#!/bin/sh\nrm -rf /\n'),
      signatureOf(Buffer.from('#!/bin/sh\nrm -rf /\n')),
      'file',
    ],
  ] as const)('%s is refused', async (_, content, signature, field) => {
    const answer = await deploy(content, signature);
    expect(answer.status).toBe(400);
    expect(answer.error.errors?.[0]?.field).toBe(field);
    expect((await server.call(deployApi.list, { token: admin.token })).body.totalElements).toBe(0);
  });

  test('is refused if no key is configured', async () => {
    const plain = await startTestServer({ connection: server.connection });
    const answer = await sendFile(
      plain,
      deployApi.upload,
      { name: 'a.tar.gz', bytes, fields: { signature: signatureOf(bytes) } },
      { token: admin.token },
    );
    expect(answer.error).toMatchObject({ status: 400, code: 'release.no_key' });
    expect(answer.error.message).toContain('RELEASE_PUBLIC_KEY');
    await plain.close();
  });
});

describe('a backup', () => {
  test('with a valid manifest is stored with a summary', async () => {
    const kept = await restore(backup);
    expect(kept.status, JSON.stringify(kept.error)).toBe(201);
    const { body } = await server.call(databaseApi.list, { token: admin.token });
    expect(body.content[0]?.summary).toMatch(/^签名有效，备份于 .*张表 \d+ 行/);
    // An archive of one kind is not in the list of the other.
    expect((await server.call(deployApi.list, { token: admin.token })).body.totalElements).toBe(0);
    const other = await server.call(deployApi.read, { token: admin.token, params: { id: kept.body.id } });
    expect(other.status).toBe(404);
  });

  const altered = () => {
    const tar = gunzipSync(backup);
    tar.fill(0x41, tar.length - 20_000, tar.length - 19_950);
    return gzipSync(tar);
  };
  test('of another installation is taken once its key is in the settings', async () => {
    const env = { BACKUP_PUBLIC_KEYS: publicKeyOf(stranger) };
    const trusting = await startTestServer({ connection: server.connection, env });
    const content = { name: '备份.tar.gz', bytes: foreign };
    const answer = await sendFile(trusting, databaseApi.upload, content, { token: admin.token });
    expect(answer.status, JSON.stringify(answer.error)).toBe(201);
    await trusting.close();
  });

  /** Adds an entry that the manifest does not list. */
  const extended = () => {
    const tar = gunzipSync(backup);
    const entry = Buffer.alloc(1024);
    tar.copy(entry, 0, 0, 512);
    entry.fill(0, 0, 100);
    entry.write('evil.sh');
    entry.write('00000000010\0', 124);
    entry.fill(' ', 148, 156);
    const sum = entry.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    entry.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return gzipSync(Buffer.concat([tar.subarray(0, tar.length - 1024), entry, Buffer.alloc(1024)]));
  };
  test.each([
    ['cut off', () => backup.subarray(0, backup.length - 3000), /无法读取或不完整|缺少/],
    ['altered', altered, /校验失败|无法读取/],
    ['extended', extended, /清单之外/],
    ['unsigned', () => unsigned, /备份没有签名/],
    ['signed by another installation', () => foreign, /未登记的密钥签名/],
    ['of somebody else', () => gzipSync(Buffer.alloc(10_240)), /没有有效的清单/],
    ['no archive', () => Buffer.from('hello'), /无法读取/],
    ['a bomb', () => gzipSync(Buffer.alloc(40 * 1024 * 1024)), /没有有效的清单|过大/],
  ])('that is %s is refused', async (_, bytes, message) => {
    const kept = () => readdir(server.dataDir, { recursive: true });
    const before = await kept();
    const answer = await restore(bytes());
    expect(answer.status).toBe(400);
    expect(answer.error.message).toMatch(message);
    expect(await kept()).toEqual(before);
  });
});

test('only super administrators can use archives', async () => {
  const { token } = await signedIn(server.db, { roleIds: [2] });
  for (const api of [deployApi, databaseApi]) {
    expect((await server.call(api.list, { token })).status).toBe(403);
    expect((await server.call(api.read, { token, params: { id: 1 } })).status).toBe(403);
    expect((await server.call(api.remove, { token, body: [1] })).status).toBe(403);
    expect((await sendFile(server, api.upload, { name: 'a', bytes: backup }, { token })).status).toBe(403);
  }
});
