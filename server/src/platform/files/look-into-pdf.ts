import { readFile, rename, writeFile } from 'node:fs/promises';
import { openPdf } from './open-pdf.ts';
import { countPages, hasBomb, stripActive } from './pdf-content.ts';
import { isTooNested, sizeProblem } from './pdf-drawing.ts';
import type { PdfLimits } from './pdf-limits.ts';
import { cleanPath, type PdfLooked } from './pdf-looked.ts';

/** Distance from the end within which a complete file has the offset of its object table. */
const TAIL_BYTES = 2048;

const isCutOff = (bytes: Buffer) => {
  const end = bytes.findLastIndex((byte) => byte > 0x20) + 1;
  return !bytes.subarray(Math.max(0, end - TAIL_BYTES), end).includes('startxref');
};

/** Also what no page leads to any more: another reader may find it there. */
const activeWords = ['/JavaScript', '/Launch', '/EmbeddedFile'];

/** Content of a PDF. One with active content is rewritten without it, in place. */
export const lookIntoPdf = async (path: string, limits: PdfLimits): Promise<PdfLooked> => {
  const bytes = await readFile(path);
  const opened = await openPdf(bytes);
  if (opened === 'encrypted') return { problem: 'encrypted' };
  if (!opened || isCutOff(bytes)) return { problem: 'broken' };
  const { pdf, isDecrypted } = opened;
  const pages = countPages(pdf, limits.pages);
  if (pages === 0) return { problem: 'broken' };
  if (pages > limits.pages) return { problem: 'too_many_pages' };
  const problem = sizeProblem(pdf);
  if (problem) return { problem };
  if (hasBomb(pdf, limits.inflatedBytes)) return { problem: 'too_slow' };
  if (isTooNested(pdf)) return { problem: 'nested' };
  const cleaned = stripActive(pdf, isDecrypted || activeWords.some((word) => bytes.includes(word)));
  if (cleaned) {
    await writeFile(
      cleanPath(path),
      await pdf.save({ addDefaultPage: false, updateFieldAppearances: false }),
      {
        mode: 0o640,
        flush: true,
      },
    );
    await rename(cleanPath(path), path);
  }
  return { pages, cleaned };
};
