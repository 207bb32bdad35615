import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import { createLimit } from '@zhiping/shared/limit.ts';
import { forkHelper } from '../helper/fork-helper.ts';
import type { Received } from './file-store.ts';
import { hashFile } from './partial-upload.ts';
import { type PdfLimits, pdfLimits } from './pdf-limits.ts';
import { cleanPath, type PdfLooked, type PdfProblem } from './pdf-looked.ts';

export type CheckedPdf<F> = { pages: number; cleaned: boolean; file: F } | { problem: PdfProblem };

/** Each takes a process and up to a gigabyte for as long as it looks. */
const ofAll = createLimit(2);

/**
 * Open a PDF in a process of its own, which dies alone of whatever is in it. Answers what is wrong, or how many pages there
 * are. Where there were scripts, programs to start, embedded files or XFA forms, or an encryption that needs no password to be
 * read, the file is written anew without them and `cleaned` is true; any other keeps its bytes. Go on with the `file` of the answer: its hash and length are those of now.
 */
export const checkPdf = async <F extends Received>(
  file: F,
  limits: PdfLimits = pdfLimits,
): Promise<CheckedPdf<F>> => {
  const looked = await ofAll(() => lookInto(file.path, limits));
  if ('problem' in looked) return looked;
  if (!looked.cleaned) return { ...looked, file };
  const { size: bytes } = await stat(file.path);
  return { ...looked, file: { ...file, bytes, sha256: await hashFile(file.path) } };
};

const lookInto = async (path: string, limits: PdfLimits): Promise<PdfLooked> => {
  const child = forkHelper(new URL('check-pdf.child.ts', import.meta.url), limits);
  const timer = setTimeout(() => child.kill('SIGKILL'), limits.silentMs);
  let looked: PdfLooked | undefined;
  child.on('message', (message) => (looked = message as PdfLooked));
  child.send(path);
  // The last message may arrive after the exit.
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]).finally(() => clearTimeout(timer));
  if (looked) return looked;
  await rm(cleanPath(path), { force: true });
  return { problem: 'too_slow' };
};
