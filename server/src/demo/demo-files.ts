import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Config } from '../config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { receiveFile } from '../platform/files/receive-file.ts';
import { incomingDirectory } from '../platform/files/upload.ts';
import { picturesDirectory } from './articles.ts';
import { papersDirectory } from './papers.ts';

const MAX_BYTES = 1_000_000;

/** Kinds of certificates, each with a page that says that it proves nothing. */
export type Certificate = 'education' | 'title' | 'teaching' | 'research';

type DemoFile = { sha256: string; bytes: number; place: string };
/** A content of the store by its name: a certificate, a paper, its blind copy, or a picture of a manual. */
export type DemoFiles = (name: string) => DemoFile;

/** Certificates have one page; papers, as they are printed, two. */
export const pagesOf = (name: string): number => (name.startsWith('paper') ? 2 : 1);

const filesIn = async (directory: URL) =>
  (await readdir(directory))
    .filter((name) => /\.(pdf|png)$/.test(name))
    .map((name) => new URL(name, directory));

/** Stores every file of the demo once, however many projects have it. */
export const keepDemoFiles = async (config: Config): Promise<DemoFiles> => {
  const store = createFileStore(config);
  const paths = [...(await filesIn(papersDirectory)), ...(await filesIn(picturesDirectory))];
  const kept = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const { name, ext } = parse(path.pathname);
        const file = await receiveFile(incomingDirectory(config), createReadStream(path), MAX_BYTES);
        await store.keep(file, `${file.sha256}${ext}`);
        return [name, { sha256: file.sha256, bytes: file.bytes, place: store.place }] as const;
      }),
    ),
  );
  return (name) => {
    const file = kept.get(name);
    if (!file) throw new Error(`There is no file ${name} in the demo`);
    return file;
  };
};
