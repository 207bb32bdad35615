import { readFile, rename, writeFile } from 'node:fs/promises';
import { watchSelf } from '../helper/watch-self.ts';
import { openPdf } from './open-pdf.ts';
import { countPages, hasBomb, stripActive } from './pdf-content.ts';
import { cleanPath, type PdfLooked } from './pdf-looked.ts';
import { MAX_PDF_PAGES } from '@zhiping/shared/rules/file-formats.ts';

/** How far from its end a whole file tells where its table of objects begins. */
const TAIL_BYTES = 2048;

const isCutOff = (bytes: Buffer) => {
  const end = bytes.findLastIndex((byte) => byte > 0x20) + 1;
  return !bytes.subarray(Math.max(0, end - TAIL_BYTES), end).includes('startxref');
};

/** Also what no page leads to any more: another reader may find it there. */
const activeWords = ['/JavaScript', '/Launch', '/EmbeddedFile'];

const look = async (path: string): Promise<PdfLooked> => {
  const bytes = await readFile(path);
  const opened = await openPdf(bytes);
  if (opened === 'encrypted') return { problem: 'encrypted' };
  if (!opened || isCutOff(bytes)) return { problem: 'broken' };
  const { pdf, isDecrypted } = opened;
  const pages = countPages(pdf, MAX_PDF_PAGES);
  if (pages === 0) return { problem: 'broken' };
  if (pages > MAX_PDF_PAGES) return { problem: 'too_many_pages' };
  if (hasBomb(pdf)) return { problem: 'too_slow' };
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

const watch = watchSelf();
process.once('message', (path: string) => {
  watch.begin();
  void look(path)
    .catch((): PdfLooked => ({ problem: 'broken' }))
    .then(async (looked) => {
      await watch.end();
      process.send?.(looked, () => process.exit());
    });
});
