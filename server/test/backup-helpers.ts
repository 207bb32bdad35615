import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Header, pack } from 'tar-stream';
import { Manifest, MANIFEST_PATH } from '../src/backup/manifest.ts';
import { publicKeyOf, SIGNATURE_PATH, signManifest } from '../src/backup/signature.ts';
import { findTables } from '../src/backup/tables.ts';
import { unpackArchive } from '../src/backup/unpack-archive.ts';
import { createTestDatabase } from './harness.ts';

/** A key that signs backups, and the trust in it. */
export const newBackupKey = () => {
  const { privateKey: key } = generateKeyPairSync('ed25519');
  return { key, trust: { keys: new Set([publicKeyOf(key)]) } };
};

export const emptyDatabase = async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  return database;
};

/** A digest of every table by its name. */
export const contents = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  await client.connect();
  const tables: Record<string, string> = {};
  for (const { name } of await findTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as digest from "${name}" t`,
    );
    tables[name] = (rows[0] as { digest: string }).digest;
  }
  await client.end();
  return tables;
};

export type Item = Partial<Pick<Header, 'type' | 'linkname'>> & { name: string; bytes: Buffer };

export const readItems = (archive: string): Promise<Item[]> =>
  unpackArchive(archive, async (entries) => {
    const items: Item[] = [];
    for await (const entry of entries) items.push({ name: entry.header.name, bytes: await buffer(entry) });
    return items;
  });

export const writeItems = async (path: string, items: Item[]) => {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(path));
  for (const { bytes, ...header } of items) tar.entry(header, bytes);
  tar.finalize();
  await written;
};

export const manifestOf = (items: Item[]) =>
  Manifest.parse(JSON.parse(items.find(({ name }) => name === MANIFEST_PATH)!.bytes.toString()));

/** The entries of an archive behind another manifest, signed with the key or not at all. */
export const withManifest = (items: Item[], manifest: Manifest, key?: KeyObject): Item[] => {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return [
    ...(key ? [{ name: SIGNATURE_PATH, bytes: Buffer.from(signManifest(bytes, key)) }] : []),
    { name: MANIFEST_PATH, bytes },
    ...items.filter(({ name }) => name !== SIGNATURE_PATH && name !== MANIFEST_PATH),
  ];
};
