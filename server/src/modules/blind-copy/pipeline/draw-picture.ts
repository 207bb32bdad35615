import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import { drawPage } from './draw-page.ts';
import { encodePage } from './encode-page.ts';
import type { Covered, CoverJob, PictureJob } from './job.ts';
import { openDocument } from './open-document.ts';
import { loadPage } from './read-page.ts';
import { recognisePage, recogniserOf } from './recognise-page.ts';
import { beginCopy } from './write-copy.ts';
import { coverPlaces, pixelsOf } from './draw-page.ts';

const A4_WIDTH = 595;
const MAX_WIDTH = 1654;

/** A material that is a picture, drawn as wide as a page. */
const drawImage = async (path: string, wide: number) => {
  const image = await loadImage(await readFile(path));
  const width = Math.min(wide, Math.max(image.width, 200));
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return { context, width, height };
};

/** One page as a picture for the screen of those who check. */
export const drawPicture = async ({ path, isPicture, page, width, out }: PictureJob): Promise<void> => {
  if (isPicture) {
    const { context } = await drawImage(path, width);
    await writeFile(out, await context.canvas.encode('png'));
    return;
  }
  const pdf = await openDocument(new Uint8Array(await readFile(path)));
  const { proxy } = await loadPage(pdf, page);
  const viewport = proxy.getViewport({ scale: 1 });
  const scale = Math.min(width / viewport.width, Math.sqrt(12e6 / (viewport.width * viewport.height)));
  const { context } = await drawPage(proxy, scale);
  await writeFile(out, await context.canvas.encode('png'));
};

/** A blind copy of a picture: what people drew is covered, and what recognition finds where it is installed. */
export const coverImage = async (job: CoverJob, read?: ReadPicture): Promise<Covered> => {
  const drawn = await drawImage(job.path, MAX_WIDTH);
  const scale = drawn.width / A4_WIDTH;
  const page = { width: A4_WIDTH, height: drawn.height / scale };
  coverPlaces(drawn.context, job.drawn, scale);
  const doubts: PageDoubt[] = ['picture', 'noText'];
  const looked = read
    ? await recognisePage(
        { number: 1, doubts, glyphs: [], covered: job.drawn, left: [] },
        { picture: drawn, scale },
        recogniserOf(read, job),
      )
    : { marks: [], doubts };
  const copy = await beginCopy();
  copy.addPage({ ...page, picture: await encodePage(drawn, pixelsOf(drawn)), glyphs: [] });
  const bytes = await copy.save();
  await writeFile(job.out, bytes, { mode: 0o640, flush: true });
  return {
    pages: [{ ...page, doubts: looked.doubts }],
    marks: looked.marks,
    left: 0,
    outside: 0,
    words: 0,
    bytes: bytes.length,
    recognised: looked.doubts.length === 0 ? 1 : 0,
  };
};
