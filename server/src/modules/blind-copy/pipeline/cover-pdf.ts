import { readFile, writeFile } from 'node:fs/promises';
import { findMarks, type FoundMark } from '@zhiping/shared/rules/blind-copy/find-marks.ts';
import { isWarned, type PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import { holdsPoint, middleOf, type Place, placesOf } from '@zhiping/shared/rules/blind-copy/places.ts';
import { ordersAcross } from '@zhiping/shared/rules/blind-copy/reading-orders.ts';
import { type Terms, termsOf } from '@zhiping/shared/rules/blind-copy/terms.ts';
import { coverPlaces, DPI, drawPage, freeDrawn, pixelsOf, pixelsOfPage, scaleFor } from './draw-page.ts';
import { encodePage } from './encode-page.ts';
import { createFontFreer } from './free-fonts.ts';
import { isCoveredBy } from './decisions.ts';
import type { CopiedMark, CoverJob, Covered, MarkDecision } from './job.ts';
import { openDocument } from './open-document.ts';
import { differingOutside, wordsInBytes } from './prove-copy.ts';
import { dropGlyphs, type ReadGlyph } from './read-glyphs.ts';
import { type Page, readPage } from './read-page.ts';
import { isReadable, recognisePage, type Recogniser, recogniserOf } from './recognise-page.ts';
import { simplify } from './simplify.ts';
import { hiddenByPictures } from './under-pictures.ts';
import { visibleGlyphs } from './visible-glyphs.ts';
import { beginCopy, type Copy } from './write-copy.ts';

type Search = { terms: Terms; simplify: typeof simplify };
type Mark = CopiedMark & { glyphs: ReadGlyph[] };
type Progress = (done: number, total: number) => void;

/** Finds of a page, and those that go on from the page before. */
const findOn = (
  page: Page,
  before: Page | null,
  search: Search,
  decisions: readonly MarkDecision[],
): Mark[] => {
  const markOf = (glyphs: readonly ReadGlyph[]) => (mark: FoundMark) => ({
    ...mark,
    isCovered: isCoveredBy(decisions, mark),
    glyphs: mark.glyphs.map((index) => glyphs[index]!),
  });
  const within = findMarks(page.glyphs, search).map(markOf(page.glyphs));
  if (!before) return within;
  const both = [...before.glyphs, ...page.glyphs];
  const across = findMarks(both, search, ordersAcross(both))
    .filter(({ places }) => new Set(places.map((place) => place.page)).size > 1)
    .map(markOf(both));
  return [...within, ...across];
};

type Covering = { copy: Copy; job: CoverJob; marks: Mark[]; recogniser: Recogniser | null };
type Proof = { outside: number; doubts: PageDoubt[] };

/** Draw a page without what is covered, fill the places, prove that nothing beside them changed, and add it to the copy. */
const coverPage = async (page: Page, { copy, job, marks, recogniser }: Covering): Promise<Proof> => {
  const { proxy, operators, glyphs, number, width, height } = page;
  const drawn = job.drawn.filter((place) => place.page === number);
  const covered = marks.filter(({ isCovered }) => isCovered);
  const dropped = new Set(covered.flatMap((mark) => mark.glyphs.filter((glyph) => glyph.page === number)));
  // A character cut by a manual rectangle is covered whole, since it is left out whole.
  const cut = glyphs.filter((glyph) => drawn.some((place) => holdsPoint(place, middleOf(glyph))));
  for (const glyph of cut) dropped.add(glyph);
  const found = covered.flatMap(({ places }) => places.filter((place) => place.page === number));
  const places = [...found, ...drawn, ...placesOf(cut)];
  const scale = scaleFor(width, height, DPI);
  const whole = dropped.size > 0 ? await pixelsOfPage(proxy, scale) : null;
  const putBack = dropGlyphs(operators, [...dropped]);
  const picture = await drawPage(proxy, scale);
  putBack();
  const bare = pixelsOf(picture);
  const outside = whole ? differingOutside(whole, bare, picture, places, scale) : 0;
  const below = await hiddenByPictures(page, dropped, { ...picture, pixels: bare }, scale);
  coverPlaces(picture.context, places, scale);
  const shown = (hidden: readonly Place[]) =>
    glyphs.filter(
      (glyph) =>
        !dropped.has(glyph) &&
        !below.has(glyph) &&
        !hidden.some((place) => holdsPoint(place, middleOf(glyph))),
    );
  const looked =
    recogniser && isReadable(page.doubts)
      ? await recognisePage(
          {
            number,
            doubts: page.doubts,
            glyphs: shown(places),
            covered: places,
            left: marks.filter(({ isCovered }) => !isCovered).flatMap((mark) => mark.places),
          },
          { picture, scale },
          recogniser,
        )
      : { marks: [], doubts: page.doubts };
  marks.push(...looked.marks.map((mark) => ({ ...mark, glyphs: [] })));
  const recognised = looked.marks.flatMap((mark) => (mark.isCovered ? mark.places : []));
  const rest = shown([...places, ...recognised]);
  const isFilled = places.length + recognised.length > 0;
  const pixels = isFilled ? pixelsOf(picture) : bare;
  copy.addPage({
    width,
    height,
    picture: await encodePage(picture, pixels),
    glyphs: visibleGlyphs(rest, pixels, picture, scale),
  });
  freeDrawn(picture);
  proxy.cleanup();
  return { outside, doubts: looked.doubts };
};

/** Reads the finished copy like any file and counts remaining finds, without those left on purpose. */
const countLeft = async (bytes: Uint8Array, search: Search, marks: readonly Mark[], progress: () => void) => {
  // Its pictures were proven when they were drawn.
  const copy = await openDocument(bytes.slice(), 1);
  const kept = marks.filter(({ isCovered }) => !isCovered).flatMap(({ places }) => places);
  const isKept = ({ places }: FoundMark) =>
    places.every((place) =>
      kept.some(
        (one) =>
          one.page === place.page &&
          holdsPoint({ ...one, x: one.x - 4, y: one.y - 4, width: one.width + 8, height: one.height + 8 }, [
            place.x + place.width / 2,
            place.y + place.height / 2,
          ]),
      ),
    );
  let left = 0;
  let before: ReadGlyph[] = [];
  for (let number = 1; number <= copy.numPages; number++) {
    const { proxy, glyphs } = await readPage(copy, number);
    const both = [...before, ...glyphs];
    const found = [
      ...findMarks(glyphs, search),
      ...findMarks(both, search, ordersAcross(both)).filter(({ places }) => places.length > 1),
    ];
    left += found.filter((mark) => !isWarned(mark.kind) && !isKept(mark)).length;
    before = glyphs;
    proxy.cleanup();
    progress();
  }
  await copy.loadingTask.destroy();
  return left;
};

type Made = Pick<Covered, 'pages' | 'outside' | 'recognised'> & { bytes: Uint8Array; marks: Mark[] };

/** Covers page after page; holds two of them at a time, since finds may go on. */
const coverPages = async (
  job: CoverJob,
  search: Search,
  progress: Progress,
  read?: ReadPicture,
): Promise<Made> => {
  const original = await openDocument(new Uint8Array(await readFile(job.path)));
  const freeFonts = createFontFreer(original);
  const copy = await beginCopy();
  const total = original.numPages;
  const recogniser = read ? recogniserOf(read, job) : null;
  const made: Made = { bytes: new Uint8Array(), marks: [], pages: [], outside: 0, recognised: 0 };
  const { marks, pages } = made;
  const finish = async (page: Page) => {
    const { outside, doubts } = await coverPage(page, { copy, job, marks, recogniser });
    made.outside = Math.max(made.outside, outside);
    made.recognised += doubts.length < page.doubts.length && doubts.length === 0 ? 1 : 0;
    pages.push({ width: page.width, height: page.height, doubts });
    // Each holds its font.
    for (const mark of marks) mark.glyphs = mark.glyphs.filter((glyph) => glyph.page > page.number);
    progress(pages.length, 2 * total);
  };
  let before: Page | null = null;
  for (let number = 1; number <= total; number++) {
    const page = await readPage(original, number);
    marks.push(...findOn(page, before, search, job.decisions));
    if (before) await finish(before);
    before = await freeFonts(page);
  }
  if (before) await finish(before);
  await original.loadingTask.destroy();
  made.bytes = await copy.save();
  return made;
};

/**
 * Makes a blind copy: finds what reveals the owner, covers it in a new document of pictures, and proves that nothing is
 * left.
 */
export const coverPdf = async (job: CoverJob, progress: Progress, read?: ReadPicture): Promise<Covered> => {
  const search: Search = { terms: termsOf(job.facts, simplify), simplify };
  const { bytes, marks, pages, outside, recognised } = await coverPages(job, search, progress, read);
  const total = pages.length;
  let proven = 0;
  const left = await countLeft(bytes, search, marks, () => progress(total + ++proven, 2 * total));
  const ignored = marks.filter(({ isCovered }) => !isCovered).map(({ words }) => words);
  const words = await wordsInBytes(
    bytes,
    marks
      .filter(({ isCovered, words: one }) => isCovered && !ignored.includes(one))
      .map((mark) => mark.words),
  );
  await writeFile(job.out, bytes, { mode: 0o640, flush: true });
  return {
    pages,
    marks: marks.map(({ kind, words: found, places, isCovered }) => ({
      kind,
      words: found,
      places,
      isCovered,
    })),
    left,
    outside,
    words: words.length,
    bytes: bytes.length,
    recognised,
  };
};
