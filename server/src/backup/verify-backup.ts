import { createHash } from 'node:crypto';
import { type Entry, Manifest, MANIFEST_PATH } from './manifest.ts';
import { RestoreError } from './restore-error.ts';
import { type TarEntry, unpackArchive } from './unpack-archive.ts';

const MANIFEST_BYTES = 64 * 1024 * 1024;

/**
 * Hold a backup archive against its own manifest without writing any of it to disk: every entry is there once, as long as
 * declared and with its checksum, and nothing else is. Answers the manifest.
 */
export const verifyBackup = (archive: string): Promise<Manifest> => unpackArchive(archive, checkEntries);

const checkEntries = async (tar: AsyncIterable<TarEntry>): Promise<Manifest> => {
  let manifest: Manifest | undefined;
  let open = new Map<string, Entry>();
  for await (const entry of tar) {
    if (manifest) {
      await checkEntry(entry, open);
      continue;
    }
    manifest = await readManifest(entry);
    const entries = [...manifest.tables.map((table) => table.entry), ...manifest.files];
    open = new Map(entries.map((one) => [one.path, one]));
  }
  if (!manifest) throw new RestoreError('备份文件没有有效的清单');
  const [missing] = open.keys();
  if (missing) throw new RestoreError(`备份文件缺少：${missing}`);
  return manifest;
};

const readManifest = async (entry: TarEntry): Promise<Manifest> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MANIFEST_BYTES) throw new RestoreError('备份文件的清单过大');
    chunks.push(chunk);
  }
  const parsed = Manifest.safeParse(
    entry.header.name === MANIFEST_PATH ? parseJson(Buffer.concat(chunks).toString()) : null,
  );
  if (!parsed.success) throw new RestoreError('备份文件没有有效的清单');
  return parsed.data;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const checkEntry = async (entry: TarEntry, open: Map<string, Entry>) => {
  const { name, type } = entry.header;
  const declared = open.get(name);
  if (!declared || (type && type !== 'file')) throw new RestoreError('备份文件含有清单之外的内容');
  open.delete(name);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  if (bytes !== declared.bytes || hash.digest('hex') !== declared.sha256)
    throw new RestoreError(`校验失败：${name}`);
};
