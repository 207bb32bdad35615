import { createHash, generateKeyPairSync } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contents,
  emptyDatabase,
  type Item,
  manifestOf,
  newBackupKey,
  readItems,
  withManifest,
  writeItems,
} from '../../test/backup-helpers.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { createBackup } from './create-backup.ts';
import { type Manifest, MANIFEST_PATH } from './manifest.ts';
import { readBackup, type Trust } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { RestoreError, SignatureError } from './restore-error.ts';
import { SIGNATURE_PATH } from './signature.ts';
import { openStores } from './stored-files.ts';

/** The header alone says how long an entry is. */
const HUGE = 1024 ** 3;

const { key, trust } = newBackupKey();
const stranger = generateKeyPairSync('ed25519').privateKey;

let directory: string;
let archive: string;
let items: Item[];
let source: Awaited<ReturnType<typeof createTestDatabase>>;
/** No restore of this file writes to it. */
let target: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-forged-'));
  archive = join(directory, 'backup.tar.gz');
  source = await createTestDatabase();
  target = await emptyDatabase();
  await createBackup({ connection: source.connection, stores: stores(), key }, archive);
  items = await readItems(archive);
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  await rm(directory, { recursive: true });
});

const dataDir = () => join(directory, 'none');
const stores = () => openStores(readConfig({ DATA_DIR: dataDir() }));
const restore = (from: string, trusted: Trust = trust) =>
  restoreBackup(
    {
      connection: target.connection,
      stores: stores(),
      dataDir: dataDir(),
      identityKey: undefined,
      trust: trusted,
    },
    from,
  );

const expectNothingLeft = async () => {
  expect(await contents(target.connection)).toEqual({});
  expect(await readdir(dataDir())).toEqual([]);
};

/** A place for one forged archive. */
const place = (name: string) => join(directory, `${name.replaceAll('/', ' ')}.tar.gz`);
const forge = async (name: string, forged: Item[]) => {
  await writeItems(place(name), forged);
  return place(name);
};

const changed = (change: (manifest: Manifest) => void) => {
  const manifest = manifestOf(items);
  change(manifest);
  return manifest;
};
const firstTable = ({ tables }: Manifest) => tables.find(({ name }) => name === 'job')!;

test('the manifest has the checksum of every entry, and the signature is over the manifest', async () => {
  expect(items.slice(0, 2).map(({ name }) => name)).toEqual([SIGNATURE_PATH, MANIFEST_PATH]);
  const { tables, files } = manifestOf(items);
  const listed = [...tables.map(({ entry }) => entry), ...files].map(({ path, sha256 }) => [path, sha256]);
  const found = items
    .slice(2)
    .map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]);
  expect(found).toEqual(listed);
  expect(await readBackup(archive, trust)).toMatchObject({ signatureProblem: null });
});

describe('an archive whose origin is not proven', () => {
  const swapped = () =>
    items.map((item) =>
      item.name === MANIFEST_PATH
        ? {
            ...item,
            bytes: Buffer.from(
              JSON.stringify(changed((manifest) => (manifest.createdAt = '2020-01-01T00:00:00Z'))),
            ),
          }
        : item,
    );
  const signature = (text: string) => [{ name: SIGNATURE_PATH, bytes: Buffer.from(text) }, ...items.slice(1)];
  const own = () => items[0]!.bytes.toString();
  test.each<[string, string, () => Item[]]>([
    ['of the former form', '备份没有签名', () => items.slice(1)],
    ['with an empty signature', '备份没有签名', () => signature('')],
    ['of a foreign key', '未登记的密钥签名', () => withManifest(items, manifestOf(items), stranger)],
    ['with another manifest', '签名与清单不符', swapped],
    [
      'with a signature of another manifest',
      '签名与清单不符',
      () => [
        withManifest(
          [],
          changed((manifest) => (manifest.createdAt = '2020-01-01T00:00:00Z')),
          key,
        )[0]!,
        ...items.slice(1),
      ],
    ],
    [
      'of a foreign key under the name of a known one',
      '签名与清单不符',
      () => {
        const foreign = withManifest(items, manifestOf(items), stranger);
        const value = foreign[0]!.bytes.toString().split(' ')[1]!;
        return [
          { name: SIGNATURE_PATH, bytes: Buffer.from(`${own().split(' ')[0]} ${value}`) },
          ...foreign.slice(1),
        ];
      },
    ],
    ['with a signature that is none', '签名格式不正确', () => signature('签名')],
    ['with two signatures', '签名格式不正确', () => signature(own() + own())],
  ])('%s is refused, and is restored without its signature only', async (name, message, forged) => {
    const from = await forge(name, forged());
    const refusal = restore(from);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toThrow(SignatureError);
    await expectNothingLeft();
    const { signatureProblem } = await readBackup(from, { ...trust, allowsUnsigned: true });
    expect(signatureProblem).toContain(message);
  });

  test('is refused where no key is known at all', async () => {
    await expect(restore(archive, { keys: new Set() })).rejects.toThrow('未登记的密钥签名');
  });

  test('is restored with its signature ignored, which the answer says', async () => {
    const { connection, drop } = await emptyDatabase();
    const home = join(directory, 'unsigned');
    const from = await forge('unsigned', items.slice(1));
    const { signatureProblem } = await restoreBackup(
      {
        connection,
        stores: openStores(readConfig({ DATA_DIR: home })),
        dataDir: home,
        identityKey: undefined,
        trust: { keys: new Set(), allowsUnsigned: true },
      },
      from,
    );
    expect(signatureProblem).toContain('备份没有签名');
    expect(await contents(connection)).toEqual(await contents(source.connection));
    await drop();
  });
});

describe.each<[string, Trust, boolean]>([
  ['signed', trust, true],
  ['unsigned, where that is allowed,', { keys: new Set(), allowsUnsigned: true }, false],
])('an archive that is %s', (kind, trusted, isSigned) => {
  const at = (index: number, item: Partial<Item>) =>
    items.map((one, position) => (position === index ? { ...one, ...item } : one));
  const reversed = ({ bytes }: Item) => Buffer.from(bytes).reverse();
  const longest = () =>
    items.slice(2).reduce((most, item) => (item.bytes.length > most.bytes.length ? item : most));
  test.each<[string, RegExp, () => Item[]]>([
    [
      'with changed rows',
      /内容与清单不符：tables\//,
      () => at(items.indexOf(longest()), { bytes: reversed(longest()) }),
    ],
    [
      'with fewer rows',
      /内容与清单不符：tables\//,
      () => at(items.indexOf(longest()), { bytes: Buffer.alloc(1) }),
    ],
    ['with an added file', /清单之外/, () => [...items, { name: 'files/aa/x', bytes: Buffer.from('x') }]],
    ['with a path out of it', /清单之外/, () => [...items, { name: '../out', bytes: Buffer.from('x') }]],
    ['with a file twice', /清单之外/, () => [...items, items[2]!]],
    ['with a second manifest', /清单之外/, () => [...items, items[1]!]],
    ['without a file', /备份文件缺少：tables\//, () => items.toSpliced(2, 1)],
    [
      'with a link as a file',
      /清单之外/,
      () => at(2, { type: 'symlink', linkname: '/etc/hostname', bytes: Buffer.alloc(0) }),
    ],
    ['without its manifest', /没有有效的清单/, () => items.toSpliced(1, 1)],
  ])('%s is refused, and leaves nothing', async (name, message, forged) => {
    const from = await forge(
      `${kind} ${name}`,
      isSigned ? forged() : forged().filter(({ name: one }) => one !== SIGNATURE_PATH),
    );
    await expect(restore(from, trusted)).rejects.toThrow(message);
    await expectNothingLeft();
    await expect(access(join(directory, 'out'))).rejects.toThrow('ENOENT');
    await expect(readBackup(from, trusted)).rejects.toThrow(message);
  });

  const invalid = '没有有效的清单';
  test.each<[string, string, (manifest: Manifest, trace: string) => void]>([
    [
      'column that is a program',
      invalid,
      (manifest, trace) => (firstTable(manifest).columns[0] = `id") from program 'touch ${trace}' --`),
    ],
    [
      'table that is a statement',
      invalid,
      (manifest) => (firstTable(manifest).name = 'job"; drop table job --'),
    ],
    ['path out of the folder', invalid, ({ files }) => files.push(fileAt('files/../../../etc/hostname'))],
    ['path from the root', invalid, ({ files }) => files.push(fileAt('/etc/hostname'))],
    ['path with a line break', invalid, ({ files }) => files.push(fileAt('files/a\n签名有效'))],
    ['line break in its time', invalid, (manifest) => (manifest.createdAt += '\n签名有效')],
    [
      'column of no table',
      '列与程序不符：elsewhere',
      (manifest) => firstTable(manifest).columns.push('elsewhere'),
    ],
    ['column left out', '列与程序不符：name', (manifest) => without(firstTable(manifest).columns, 'name')],
    [
      'table of no product',
      '数据表与程序不符：pg_class',
      (manifest) => (firstTable(manifest).name = 'pg_class'),
    ],
  ])('with a %s is refused, and leaves nothing', async (name, message, change) => {
    const trace = join(directory, `trace of a ${name}`);
    const manifest = changed((found) => change(found, trace));
    const from = await forge(`${kind} ${name}`, withManifest(items, manifest, isSigned ? key : undefined));
    const { connection, drop } = await emptyDatabase();
    const refusal = restoreBackup(
      { connection, stores: stores(), dataDir: dataDir(), identityKey: undefined, trust: trusted },
      from,
    );
    await expect(refusal).rejects.toThrow(message);
    await expect(access(trace)).rejects.toThrow('ENOENT');
    expect(await readdir(dataDir())).toEqual([]);
    await drop();
  });
});

const fileAt = (path: string) => ({ path, bytes: 1, sha256: 'a'.repeat(64) });
const without = (columns: string[], name: string) => columns.splice(columns.indexOf(name), 1);

test.each([
  ['signature', SIGNATURE_PATH, '备份的签名过大'],
  ['manifest', MANIFEST_PATH, '备份文件的清单过大'],
])('a %s of a gigabyte is refused by its header', async (_, name, message) => {
  const tar = pack();
  tar.entry({ name, size: HUGE });
  const { value: header } = await tar[Symbol.asyncIterator]().next();
  const from = place(`huge ${name}`);
  await writeFile(from, gzipSync(Buffer.concat([header as Buffer, Buffer.alloc(10_000)])));
  await expect(restore(from, { ...trust, allowsUnsigned: true })).rejects.toThrow(message);
  await expectNothingLeft();
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, bytes.length - 2000)],
  ['cut off and packed anew', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -5000))],
  ['altered', (bytes) => Buffer.from(bytes).fill(0, 20_000, 20_050)],
  ['no archive', () => Buffer.from('hello')],
  ['empty', () => Buffer.alloc(0)],
])('an archive that is %s is refused, and leaves nothing', async (name, spoil) => {
  await writeFile(place(name), spoil(await readFile(archive)));
  const refusal = restore(place(name));
  await expect(refusal).rejects.toThrow(RestoreError);
  await expect(refusal).rejects.toThrow(/备份文件|校验失败/);
  await expectNothingLeft();
});

test('with any bit changed an archive is refused, or holds the same', async () => {
  const content = Buffer.from('rows');
  const file = {
    path: 'files/aa/x',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const manifest = changed((found) => Object.assign(found, { tables: [], files: [file] }));
  const item = { name: file.path, bytes: content };
  const tar = gunzipSync(await readFile(await forge('small', [...withManifest([], manifest, key), item])));
  const from = place('bit');
  await fc.assert(
    fc.asyncProperty(fc.nat(tar.length * 8 - 1), async (bit) => {
      const altered = Buffer.from(tar);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      await writeFile(from, gzipSync(altered));
      const found = await readBackup(from, trust).catch((error: unknown) => error);
      if (found instanceof RestoreError) return;
      expect(found).toEqual({ manifest, signatureProblem: null });
    }),
  );
});

test('a target that is not empty is refused', async () => {
  const refusal = restoreBackup(
    { connection: source.connection, stores: stores(), dataDir: dataDir(), identityKey: undefined, trust },
    archive,
  );
  await expect(refusal).rejects.toThrow('目标数据库不是空的');
});

test('a backup of a build before the first release is refused', async () => {
  const early = await createTestDatabase();
  const client = new pg.Client(early.connection);
  await client.connect();
  await client.query(`update migration set name = '0001_core' where name like '0001%'`);
  await client.end();
  await createBackup({ connection: early.connection, stores: stores(), key }, place('early'));
  await early.drop();
  await expect(restore(place('early'))).rejects.toThrow('正式发布前的早期版本');
  await expectNothingLeft();
});
