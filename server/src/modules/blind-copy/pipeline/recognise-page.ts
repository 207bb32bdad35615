import { rm, writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { FoundMark } from '@zhiping/shared/rules/blind-copy/find-marks.ts';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { type Glyph, holdsPoint, type Place, placesOf } from '@zhiping/shared/rules/blind-copy/places.ts';
import {
  agreementOf,
  findRecognised,
  glyphsOfLines,
  placeOfLine,
  type RecognisedLine,
  type RecognisedSearch,
  recognisedSearch,
} from '@zhiping/shared/rules/blind-copy/recognised.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import { coverPlaces, type Drawn, pixelsOf } from './draw-page.ts';
import { isCoveredBy } from './decisions.ts';
import type { CopiedMark, CoverJob, MarkDecision } from './job.ts';
import { simplify } from './simplify.ts';
import { countUnread } from './unread-ink.ts';

/** Recognition of pages, and what is looked for in what it reads. */
export type Recogniser = {
  read: ReadPicture;
  /** Where the pictures lie meanwhile. */
  path: string;
  words: string;
  search: RecognisedSearch;
  decisions: readonly MarkDecision[];
};

/** Place of the page that recognition reads for a copy; the parent of the writing process deletes it. */
export const recognisedPath = (out: string): string => `${out}.page`;

export const recogniserOf = (read: ReadPicture, { facts, out, decisions }: CoverJob): Recogniser => ({
  read,
  path: recognisedPath(out),
  decisions,
  search: recognisedSearch(facts, simplify),
  words: [...facts.names, ...facts.coauthors]
    .map(({ name }) => name)
    .concat(facts.schools, facts.colleges, facts.units)
    .join('')
    .replaceAll(/[^\p{Script=Han}]/gu, ''),
});

/** Doubts that recognition can resolve. Notes and undrawn content are missing on the picture too. */
const readable: readonly PageDoubt[] = ['picture', 'noText', 'outlines', 'font', 'fontMissing', 'pattern'];
export const isReadable = (doubts: readonly PageDoubt[]): boolean =>
  doubts.some((doubt) => readable.includes(doubt));

/** Read at 150 and at 120 dots an inch, since what is misread in one size is seldom misread in the other. The full 200 take twice as long. */
const SIZES = [0.75, 0.6];
const MAX_ROUNDS = 6;
const MIN_SURE = 0.8;
/** In points, with the room that is left around letters: those of some 6 points. */
const MIN_HEIGHT = 8;
const MAX_STEEP = 1.5;
const MAX_ANGLE = 0.1;
const MIN_AGREEMENT = 0.95;
const PAD = 0.15;
const NEAR_POINTS = 4;
/** The model takes sides of so many pixels, and would stretch others. */
const STEP = 32;

/** The picture in one of the sizes, on white as far as the next step. */
const pictureAt = ({ context, width, height }: Drawn, size: number) => {
  const wide = Math.max(1, Math.round(width * size));
  const high = Math.max(1, Math.round(height * size));
  const next = (side: number) => Math.ceil(side / STEP) * STEP;
  const canvas = createCanvas(next(wide), next(high));
  const padded = canvas.getContext('2d');
  padded.fillStyle = '#fff';
  padded.fillRect(0, 0, canvas.width, canvas.height);
  padded.drawImage(context.canvas, 0, 0, wide, high);
  return canvas.encode('png');
};

const grown = ({ page, x, y, width, height, angle }: Place, by: number): Place => ({
  page,
  x: x - by * Math.cos(angle) + by * Math.sin(angle),
  y: y - by * Math.sin(angle) - by * Math.cos(angle),
  width: width + 2 * by,
  height: height + 2 * by,
  angle,
});

/**
 * Whether a line was certainly read right: level, not small, every letter with confidence. Marks and spaces are
 * confused easily. Turned, vertical or tiny lines are misread with the same confidence.
 */
const isSure = ({ chars }: RecognisedLine, { width, height, angle }: Place) =>
  chars.length > 0 &&
  height >= MIN_HEIGHT &&
  height < width * MAX_STEEP &&
  Math.abs(angle) <= MAX_ANGLE &&
  chars.every(({ text, sure }) => sure >= MIN_SURE || !/[\p{L}\p{N}]/u.test(text));

type RecognisedPage = {
  number: number;
  doubts: readonly PageDoubt[];
  /** Glyphs of the text that are not covered. */
  glyphs: readonly Glyph[];
  /** Covered places, and places left uncovered by decision or permission. */
  covered: readonly Place[];
  left: readonly Place[];
};

const isWithin = ({ places }: FoundMark, left: readonly Place[]) =>
  places.every((place) =>
    left.some((one) =>
      holdsPoint(grown(one, NEAR_POINTS), [place.x + place.width / 2, place.y + place.height / 2]),
    ),
  );

/**
 * Read a drawn page until nothing is found on it, covering what is; answers the finds, and what of the page is still doubted. Wherever
 * recognition fails, the doubts stay.
 */
export const recognisePage = async (
  page: RecognisedPage,
  { picture, scale }: { picture: Drawn; scale: number },
  { read, path, words, search, decisions }: Recogniser,
): Promise<{ marks: CopiedMark[]; doubts: PageDoubt[] }> => {
  const marks: CopiedMark[] = [];
  const placesOfMarks = (covered: boolean) =>
    marks.filter((mark) => mark.isCovered === covered).flatMap(({ places }) => places);
  for (let round = 0, clean = 0; round < MAX_ROUNDS; round++) {
    const size = SIZES[round % SIZES.length]!;
    await writeFile(path, await pictureAt(picture, size), { mode: 0o640 });
    const answer = await read({ path, words });
    await rm(path, { force: true });
    if (answer === null) break;
    const { lines } = answer;
    const at = { page: page.number, scale: scale * size, simplify };
    const found = findRecognised(glyphsOfLines(lines, at.page, at.scale), search)
      .filter((mark) => !isWithin(mark, [...page.left, ...placesOfMarks(false)]))
      .map(({ kind, words: said, places }) => {
        return { kind, words: said, places, isCovered: isCoveredBy(decisions, { kind, places }) };
      });
    marks.push(...found);
    const fresh = found.filter((mark) => mark.isCovered).flatMap(({ places }) => places);
    coverPlaces(picture.context, fresh, scale);
    clean = fresh.length === 0 ? clean + 1 : 0;
    if (clean < SIZES.length) continue;
    const trusted = lines.flatMap((line) => {
      const place = placeOfLine(line, at.page, at.scale);
      return isSure(line, place) ? [place] : [];
    });
    const shown = page.doubts.includes('font')
      ? []
      : placesOf(page.glyphs.filter(({ ink }) => ink !== 'none'));
    const accounted = [
      ...trusted.map((place) => grown(place, PAD * Math.min(place.width, place.height))),
      ...shown,
      ...[...page.covered, ...placesOfMarks(true)].map((place) => grown(place, 1)),
    ];
    const unread = countUnread({ ...picture, pixels: pixelsOf(picture) }, accounted, scale);
    const isTrusted = answer.canTell && unread === 0 && agreementOf(page.glyphs, lines, at) >= MIN_AGREEMENT;
    return { marks, doubts: page.doubts.filter((doubt) => !isTrusted || !readable.includes(doubt)) };
  }
  return { marks, doubts: [...page.doubts] };
};
