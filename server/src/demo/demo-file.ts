import { Readable } from 'node:stream';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Config } from '../config.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { receiveFile } from '../platform/files/receive-file.ts';
import { incomingDirectory } from '../platform/files/upload.ts';
import type { DemoFile } from './projects.ts';

const A4 = [595, 842] as const;
const MAX_BYTES = 1_000_000;

/** The one content behind all materials of the demo: a page that says what it is. */
export const keepDemoFile = async (config: Config): Promise<DemoFile> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  document
    .addPage([...A4])
    .drawText('Demo material. It stands for a certificate or a paper.', { x: 72, y: 740, size: 14, font });
  const bytes = Buffer.from(await document.save());
  const file = await receiveFile(incomingDirectory(config), Readable.from([bytes]), MAX_BYTES);
  await createFileStore(config).keep(file, `${file.sha256}.pdf`);
  return file;
};
