import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { receiveFile } from '../platform/files/receive-file.ts';
import { incomingDirectory } from '../platform/files/upload.ts';
import { papersDirectory } from './papers.ts';

const MAX_BYTES = 1_000_000;

/** Kinds of certificates, each with a page that says that it proves nothing. */
export type Certificate = 'education' | 'title' | 'teaching' | 'research';

export type DemoFile = { sha256: string; bytes: number };
/** What the store has of a content by its name: a certificate, a paper, or the blind copy of one. */
export type DemoFiles = (name: string) => DemoFile;

/** Certificates have one page; papers, as they are printed, two. */
export const pagesOf = (name: string): number => (name.startsWith('paper') ? 2 : 1);

/** Keep every paper and certificate of the demo, once each, however many applications have it. */
export const keepDemoFiles = async (config: Config): Promise<DemoFiles> => {
  const store = createFileStore(config);
  const names = (await readdir(papersDirectory)).filter((name) => name.endsWith('.pdf'));
  const kept = new Map(
    await Promise.all(
      names.map(async (name) => {
        const source = createReadStream(new URL(name, papersDirectory));
        const file = await receiveFile(incomingDirectory(config), source, MAX_BYTES);
        await store.keep(file, `${file.sha256}.pdf`);
        return [name, { sha256: file.sha256, bytes: file.bytes }] as const;
      }),
    ),
  );
  return (name) => {
    const file = kept.get(`${name}.pdf`);
    if (!file) throw new Error(`There is no file ${name} in the demo`);
    return file;
  };
};
