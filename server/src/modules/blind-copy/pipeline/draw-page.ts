import { setImmediate } from 'node:timers/promises';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { cornersOf, type Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { Operators } from './read-glyphs.ts';

const POINTS_PER_INCH = 72;
/** Of the pages of a copy. */
export const DPI = 200;
const MAX_PIXELS = 12e6;
const MAX_SIDE = 12_000;
const TINY = 16;

/** Pixels a point at so many dots an inch, less for a page that would be too large. */
export const scaleFor = (width: number, height: number, dpi: number): number =>
  Math.min(
    dpi / POINTS_PER_INCH,
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );

type Drawn = { width: number; height: number; context: SKRSContext2D };

const paint = async (
  page: PDFPageProxy,
  scale: number,
  keep?: (operators: Operators) => void,
): Promise<Drawn> => {
  // Canvases are freed between tasks of the event loop, and a page without pictures and fonts of its own is drawn within one.
  await setImmediate();
  const viewport = page.getViewport({ scale });
  const width = Math.max(1, Math.ceil(viewport.width));
  const height = Math.max(1, Math.ceil(viewport.height));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // As when it is drawn again: the operators are kept under these options.
  await page.render({
    canvas: null,
    canvasContext: context,
    viewport,
    annotationMode: AnnotationMode.DISABLE,
    operationsFilter: (_index: number, operators: Operators) => {
      keep?.(operators);
      return true;
    },
  } as never).promise;
  return { width, height, context };
};

/** Draw a page as small as can be, for its operators: all that it needs is loaded then. */
export const operatorsOf = async (page: PDFPageProxy): Promise<Operators> => {
  let operators: Operators = { fnArray: [], argsArray: [] };
  const { width, height } = page.getViewport({ scale: 1 });
  await paint(page, TINY / Math.max(width, height), (one) => (operators = one));
  return operators;
};

/** Draw a page in full, by its operators as they are now. */
export const drawPage = (page: PDFPageProxy, scale: number): Promise<Drawn> => paint(page, scale);

const COVER = '#595959';

/** Fill places of a drawn page. */
export const coverPlaces = (context: SKRSContext2D, places: readonly Place[], scale: number): void => {
  context.save();
  context.resetTransform();
  context.fillStyle = COVER;
  for (const place of places) {
    context.beginPath();
    cornersOf(place).forEach(([x, y], index) =>
      index === 0 ? context.moveTo(x * scale, y * scale) : context.lineTo(x * scale, y * scale),
    );
    context.closePath();
    context.fill();
  }
  context.restore();
};

export const pixelsOf = ({ context, width, height }: Drawn): Uint8ClampedArray =>
  context.getImageData(0, 0, width, height).data;

/** Gives the memory of a drawing back at once: the garbage collector knows nothing of its size. */
export const freeDrawn = ({ context }: Drawn): void => {
  context.canvas.width = 1;
  context.canvas.height = 1;
};

/** Pixels of a page that is drawn for nothing else. */
export const pixelsOfPage = async (page: PDFPageProxy, scale: number): Promise<Uint8ClampedArray> => {
  const drawn = await drawPage(page, scale);
  const pixels = pixelsOf(drawn);
  freeDrawn(drawn);
  return pixels;
};
export type { Drawn };
