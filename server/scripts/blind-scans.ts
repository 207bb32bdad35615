/**
 * Tries recognition, if it is installed: scans of the corpus, their blind copies, and a comparison with the text of the
 * originals: `node server/scripts/blind-scans.ts <directory of the corpus> [pattern of names]`. Needs poppler.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { holdsPoint, type Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import { coverFile } from '../src/modules/blind-copy/pipeline/run-pipeline.ts';
import { withRecogniser } from '../src/modules/blind-copy/recognition/recogniser.ts';
import { facts } from './blind-corpus/cases.ts';

const run = promisify(execFile);
const [, , directory = 'data/blind-corpus', pattern = '.'] = process.argv;
const work = await mkdtemp(join(tmpdir(), 'zhiping-scans-'));
const SCAN_DPI = 200;

/** A file whose pages are grey pictures of those of another. */
const scanOf = async (path: string): Promise<string> => {
  await run('pdftoppm', ['-r', String(SCAN_DPI), '-gray', '-jpeg', path, join(work, 'page')]);
  const pages = (await readdir(work)).filter((file) => file.endsWith('.jpg')).sort();
  const pdf = await PDFDocument.create();
  for (const file of pages) {
    const image = await pdf.embedJpg(await readFile(join(work, file)));
    const [width, height] = [(image.width * 72) / SCAN_DPI, (image.height * 72) / SCAN_DPI];
    pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
    await rm(join(work, file));
  }
  const scan = join(work, 'scan.pdf');
  await writeFile(scan, await pdf.save());
  return scan;
};

/** Points along the middle of a place, without its spare room. */
const middles = ({ x, y, width, height, angle }: Place) =>
  [0.15, 0.3, 0.5, 0.7, 0.85].map((along): [number, number] => {
    const [right, down] = [width * along, height / 2];
    return [
      x + right * Math.cos(angle) - down * Math.sin(angle),
      y + right * Math.sin(angle) + down * Math.cos(angle),
    ];
  });

const holds = (places: readonly Place[], page: number, point: [number, number]) =>
  places.some((place) => place.page === page && holdsPoint(place, point));

const cover = (path: string, isAsked: boolean) =>
  withRecogniser((read) =>
    coverFile(
      { path, out: join(work, 'copy.pdf'), isPicture: false, facts, decisions: [], drawn: [] },
      { read: isAsked ? read : undefined },
    ),
  );

const sum = { pages: 0, lifted: 0, places: 0, found: 0, leaks: 0, covers: 0, falseCovers: 0, ms: 0 };
const files = (await readdir(directory)).filter(
  (file) => file.endsWith('.pdf') && !file.endsWith('.blind.pdf') && new RegExp(pattern).test(file),
);
for (const file of files.sort()) {
  const original = await cover(join(directory, file), false);
  if ('problem' in original || original.covered.pages.some(({ doubts }) => doubts.length > 0)) continue;
  const begun = performance.now();
  const scanned = await cover(await scanOf(join(directory, file)), true);
  sum.ms += performance.now() - begun;
  if ('problem' in scanned) {
    console.log(file, scanned.problem);
    continue;
  }
  const placesOf = ({ covered }: typeof scanned) =>
    covered.marks.filter(({ isCovered }) => isCovered).flatMap(({ places }) => places);
  const covers = placesOf(scanned);
  const { pages } = scanned.covered;
  const isOnPage = ({ page, x, y }: Place) => {
    const { width, height } = pages[page - 1]!;
    return x >= 0 && y >= 0 && x < width && y < height;
  };
  const known = placesOf(original).filter(isOnPage);
  const missed = known.filter((place) => !middles(place).every((point) => holds(covers, place.page, point)));
  const leaks = missed.filter(({ page }) => pages[page - 1]!.doubts.length === 0);
  const wrong = covers.filter((place) => !middles(place).some((point) => holds(known, place.page, point)));
  sum.pages += pages.length;
  sum.lifted += scanned.covered.recognised;
  sum.places += known.length;
  sum.found += known.length - missed.length;
  sum.leaks += leaks.length;
  sum.covers += covers.length;
  sum.falseCovers += wrong.length;
  const wordsAt = ({ covered }: typeof scanned, places: readonly Place[]) =>
    covered.marks.filter((mark) => mark.places.some((one) => places.includes(one))).map(({ words }) => words);
  console.log(
    file,
    JSON.stringify({
      pages: pages.length,
      lifted: scanned.covered.recognised,
      found: `${known.length - missed.length}/${known.length}`,
      missed: wordsAt(original, missed),
      leaks: wordsAt(original, leaks),
      wrong: wordsAt(scanned, wrong),
    }),
  );
}
await rm(work, { recursive: true });
console.log(JSON.stringify({ ...sum, msPage: Math.round(sum.ms / sum.pages) }));
