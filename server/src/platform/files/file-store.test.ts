import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkBucket } from './check-bucket.ts';
import { createFileStore } from './create-file-store.ts';
import type { FileStore } from './file-store.ts';
import { deleteLeftovers, explainDiskFull, receiveFile } from './receive-file.ts';
import { bucketUrl } from './s3-store.ts';
import { startS3 } from '../../../test/s3-server.ts';

let directory: string;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-store-'));
  s3.reset();
  return () => rm(directory, { recursive: true });
});
afterAll(() => s3.close());

const receive = (text: string, maxBytes = 1000) =>
  receiveFile(join(directory, 'incoming'), Readable.from([Buffer.from(text)]), maxBytes);

const keep = async (store: FileStore, text: string) => {
  const file = await receive(text);
  const name = `${file.sha256}.txt`;
  await store.keep(file, name);
  return name;
};

const read = async (store: FileStore, name: string) => {
  const stream = await store.read(name);
  return stream && (await buffer(stream)).toString();
};

const namesIn = async (store: FileStore) => {
  const names: string[] = [];
  for await (const { name, keptAt } of store.list()) {
    expect(Date.now() - keptAt.getTime()).toBeLessThan(60_000);
    names.push(name);
  }
  return names.toSorted();
};

const local = () => createFileStore(readConfig({ DATA_DIR: directory }));
const inBucket = (env: Record<string, string> = {}) =>
  createFileStore(readConfig({ DATA_DIR: directory, ...s3.env, ...env }));

describe.each([
  ['the local disk', local],
  ['a bucket', () => inBucket()],
])('on %s', (_, store) => {
  test('equal content is kept once, read, listed and removed', async () => {
    const names = await Promise.all(Array.from({ length: 5 }, () => keep(store(), '内容')));
    const other = await keep(store(), '别的');
    expect(new Set(names).size).toBe(1);
    const [name] = names as [string];
    expect(await namesIn(store())).toEqual([name, other].toSorted());
    expect(await read(store(), name)).toBe('内容');
    await store().remove(name);
    await store().remove(name);
    expect(await read(store(), name)).toBeNull();
    expect(await namesIn(store())).toEqual([other]);
  });

  test('a part of a content is read alone', async () => {
    const name = await keep(store(), 'abcdefgh');
    const stream = await store().read(name, { start: 2, end: 4 });
    expect((await buffer(stream!)).toString()).toBe('cde');
  });

  test.each(['../secret', '/etc/passwd', `${'0'.repeat(64)}.png`, `..${'0'.repeat(62)}.png`, ''])(
    'there is no file %j',
    async (name) => {
      expect(await store().read(name)).toBeNull();
    },
  );
});

test('uploads leave nothing aside', async () => {
  await keep(local(), '内容');
  await expect(receive('x'.repeat(1001))).rejects.toMatchObject({ status: 413 });
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

test('a source that breaks off leaves nothing', async () => {
  const broken = Readable.from(
    (async function* source() {
      yield Buffer.from('half');
      throw new Error('gone');
    })(),
  );
  await expect(receiveFile(directory, broken, 1000)).rejects.toThrow('gone');
  expect(await readdir(directory)).toEqual([]);
});

test('partial files of a killed process are deleted after a day', async () => {
  const [old, young] = [join(directory, 'old'), join(directory, 'young')];
  for (const path of [old, young]) await writeFile(path, 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(old, yesterday, yesterday);
  await deleteLeftovers(directory, new Date());
  expect(await readdir(directory)).toEqual(['young']);
});

test.runIf(process.platform === 'linux')('a full disk is reported to the user', async () => {
  const error = await writeFile('/dev/full', 'x').catch((thrown: unknown) => thrown);
  expect(explainDiskFull(error)).toMatchObject({ status: 503, message: expect.stringContaining('空间不足') });
  const other = new Error('x');
  expect(explainDiskFull(other)).toBe(other);
});

describe('a bucket', () => {
  test('gets signed calls with the hash of the content', async () => {
    const name = await keep(inBucket(), '内容');
    const [put] = s3.calls;
    expect(put).toMatchObject({ method: 'PUT', path: `/bucket/files/${name}`, sha256: name.slice(0, 64) });
    expect(put?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/cn-north-1\/s3\/aws4_request/,
    );
    expect(s3.calls.every(({ isSigned }) => isSigned)).toBe(true);
  });

  test.each([
    ['https://s3.example.org', 'true', 'https://s3.example.org/bucket'],
    ['https://s3.example.org/', 'true', 'https://s3.example.org/bucket'],
    ['http://10.0.0.1:9000/base', 'true', 'http://10.0.0.1:9000/base/bucket'],
    ['https://oss-cn-beijing.example.com', 'false', 'https://bucket.oss-cn-beijing.example.com'],
  ])('of %s with S3_PATH_STYLE=%s is at %s', (S3_ENDPOINT, S3_PATH_STYLE, url) => {
    expect(bucketUrl(readConfig({ ...s3.env, S3_ENDPOINT, S3_PATH_STYLE }))).toBe(url);
  });

  test('is listed over several pages', async () => {
    const store = inBucket();
    const names: string[] = [];
    for (let index = 0; index < 5; index++) names.push(await keep(store, `内容 ${index}`));
    expect(await namesIn(store)).toEqual(names.toSorted());
    expect(s3.calls.filter(({ path }) => path.includes('continuation-token'))).toHaveLength(2);
  });

  test('comes after the disk: what was kept before is still there', async () => {
    const name = await keep(local(), '旧的');
    expect(await read(inBucket(), name)).toBe('旧的');
    await inBucket().remove(name);
    expect(await read(local(), name)).toBeNull();
  });

  test.each([
    [403, 1],
    [500, 3],
  ])('that answers %i is tried %i times and reported as unavailable', async (status, times) => {
    s3.failWith(status);
    await expect(keep(inBucket(), '内容')).rejects.toMatchObject({
      status: 503,
      code: 'file.store_unavailable',
    });
    expect(s3.calls).toHaveLength(times);
  });

  test('takes a large file without having it in memory', async () => {
    const MB = 1024 * 1024;
    const memory = () => process.memoryUsage().arrayBuffers / MB;
    let [bytes, peak] = [0, 0];
    const bucket = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        peak = Math.max(peak, memory());
      });
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
    const path = join(directory, 'large');
    await writeFile(path, '');
    await truncate(path, 300 * MB);
    const before = memory();
    const { port } = bucket.address() as AddressInfo;
    const sha256 = '0'.repeat(64);
    const store = inBucket({ S3_ENDPOINT: `http://127.0.0.1:${port}` });
    await store.keep({ path, sha256, bytes: 300 * MB }, `${sha256}.bin`);
    bucket.close();
    expect(bytes).toBe(300 * MB);
    expect(peak - before).toBeLessThan(150);
  });

  test('that is gone makes files unavailable, not absent', async () => {
    const name = await keep(inBucket(), '内容');
    const gone = inBucket({ S3_BUCKET: 'gone' });
    const unavailable = { status: 503, cause: { message: expect.stringContaining('404 NoSuchBucket') } };
    await expect(gone.read(name)).rejects.toMatchObject(unavailable);
    await expect(gone.remove(name)).rejects.toMatchObject(unavailable);
    await expect(keep(gone, '内容')).rejects.toMatchObject(unavailable);
  });

  test.each([
    [{}, null],
    [{ S3_BUCKET: 'gone' }, 'S3_BUCKET：对象存储中没有名为 gone 的桶'],
    [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, null],
  ])('is looked at before the product starts: with %j it says %s', async (env, words) => {
    const told: string[] = [];
    const checking = checkBucket(readConfig({ ...s3.env, ...env }), (warning) => told.push(warning));
    if (words) await expect(checking).rejects.toThrow(words);
    else await checking;
    expect(told).toEqual('S3_ENDPOINT' in env ? [expect.stringContaining('暂时无法访问对象存储')] : []);
  });
});
