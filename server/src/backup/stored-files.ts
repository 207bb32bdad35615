import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';
import type { Config } from '../config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { Entry } from './manifest.ts';

/** The two places of contents. Uploaded backups are in `archives` too and are left out: a backup of backups only grows. */
export type Stores = { files: FileStore; archives: FileStore };

export const openStores = (config: Config): Stores => ({
  files: createFileStore(config),
  archives: createFileStore(config, 'archives'),
});

/** A content was deleted between listing and reading; the rows of the snapshot may be older. */
export class ContentGone extends Error {}

const hashOf = (name: string) => name.slice(0, 64);
/** Folders by the first two characters, as on the disk. */
export const pathOf = (folder: keyof Stores, name: string) => `${folder}/${name.slice(0, 2)}/${name}`;

/** Every content of both stores. A store over two places may name a content twice. */
export async function* listAll(stores: Stores) {
  for (const folder of ['files', 'archives'] as const)
    for await (const content of stores[folder].list())
      yield { ...content, folder, path: pathOf(folder, content.name) };
}

/** Contents of the stores for the archive, in order. */
export const listContents = async (stores: Stores, releases: ReadonlySet<string>): Promise<Entry[]> => {
  const entries = new Map<string, Entry>();
  for await (const { folder, path, name, bytes } of listAll(stores))
    if (folder === 'files' || releases.has(name)) entries.set(path, { path, bytes, sha256: hashOf(name) });
  return [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

/** The store and the name that an entry of an archive belongs to. */
export const placeOf = (stores: Stores, { path }: Entry): { store: FileStore; name: string } => ({
  store: path.startsWith('archives/') ? stores.archives : stores.files,
  name: path.slice(path.lastIndexOf('/') + 1),
});

/** Stream a content from its store into the archive, and hold it against its name on the way. */
export const addContent = async (tar: Pack, stores: Stores, entry: Entry) => {
  const { store, name } = placeOf(stores, entry);
  const content = await store.read(name);
  if (!content) throw new ContentGone();
  const hash = createHash('sha256');
  await pipeline(
    content,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
      if (hash.digest('hex') !== entry.sha256)
        throw new Error(
          `文件 ${name} 的内容已损坏，备份没有完成；请用原件替换它，或在“文件存储”中删除它后重试`,
        );
    },
    tar.entry({ name: entry.path, size: entry.bytes }),
  );
};
