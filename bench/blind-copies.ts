import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { bombNames, bombOf, pictureBombs } from '../server/scripts/blind-corpus/bombs.ts';
import { facts } from '../server/scripts/blind-corpus/cases.ts';
import { watchedCover } from '../server/scripts/blind-corpus/watched-cover.ts';
import { demoPapers, paperName, papersDirectory } from '../server/src/demo/papers.ts';
import { startProduct } from './start-product.ts';

/**
 * Cost of blind copies in time of a core, kilobytes and memory, for texts, drawings and scans; then the end of each
 * bomb, and the response time of a list meanwhile. Linux only. Usage: node bench/blind-copies.ts [pages of a file]
 * [part of the name of a bomb, or none]
 */
const pages = Number(process.argv[2] ?? 60);
const part = process.argv[3] ?? '';

const directory = await mkdtemp(join(tmpdir(), 'zhiping-bench-'));
const path = join(directory, 'original');
const out = join(directory, 'copy.pdf');
const megabytes = (bytes: number) => Math.round(bytes / 1e6);
const seconds = (ms: number) => Math.round(ms / 100) / 10;
const cover = async (bytes: Uint8Array, isPicture = false) => {
  await writeFile(path, bytes);
  return watchedCover({ path, out, isPicture, facts, decisions: [], drawn: [] });
};

const texts = async () => {
  const whole = await PDFDocument.create();
  for (let at = 0; whole.getPageCount() < pages; at++) {
    const { title } = demoPapers[at % demoPapers.length]!;
    const paper = await PDFDocument.load(await readFile(new URL(`${paperName(title)}.pdf`, papersDirectory)));
    for (const page of await whole.copyPages(paper, paper.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
};

const drawings = async () => {
  const whole = await PDFDocument.create();
  const font = await whole.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < pages; number++) {
    const page = whole.addPage([595, 842]);
    for (let bar = 0; bar < 300; bar++)
      page.drawRectangle({
        x: 40 + (bar % 30) * 17,
        y: 60 + Math.floor(bar / 30) * 72,
        width: 12,
        height: (bar * 13 + number) % 60,
        color: rgb((bar % 5) / 5, 0.5, (number % 7) / 7),
      });
    page.drawText(`Figure ${number}`, { x: 40, y: 800, size: 12, font });
  }
  return whole.save();
};

/** Pages of a book under a scanner: letters on paper that is not white. */
const scans = async () => {
  const whole = await PDFDocument.create();
  for (let number = 0; number < pages; number++) {
    const canvas = createCanvas(1240, 1754);
    const context = canvas.getContext('2d');
    context.fillStyle = '#e8e2d4';
    context.fillRect(0, 0, 1240, 1754);
    for (let speck = 0; speck < 4000; speck++) {
      context.fillStyle = `rgba(90, 70, 40, ${(speck % 9) / 60})`;
      context.fillRect((speck * 7919 + number * 31) % 1240, (speck * 104_729) % 1754, 1 + (speck % 4), 2);
    }
    context.fillStyle = '#222';
    context.font = '22px serif';
    for (let row = 0; row < 52; row++)
      context.fillText(
        `${number}.${row} The properties of the material were looked at in some detail`,
        110,
        130 + row * 30,
      );
    const picture = await whole.embedJpg(await canvas.encode('jpeg', 70));
    whole.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
  }
  return whole.save();
};

for (const [name, make] of Object.entries({ texts, drawings, scans })) {
  const bytes = await make();
  const { made, cpuMs, peak } = await cover(bytes);
  if ('problem' in made) throw new Error(`${name}: ${made.problem}`);
  const count = made.covered.pages.length;
  console.log(
    `${name}: ${count} pages of ${megabytes(bytes.length)} MB, ${(cpuMs / count / 1000).toFixed(2)} s of a core and`,
    `${Math.round(made.covered.bytes / count / 1000)} kB a page, ${megabytes(peak)} MB at most`,
  );
}

const product = await startProduct();
const token = await product.tokenOf('office');
const lists: number[] = [];
let isGoing = part !== 'none';
const asking = (async () => {
  while (isGoing) {
    const begun = performance.now();
    await fetch(`http://127.0.0.1:${product.port}/title/api/expert?page=0&size=10`, {
      headers: { authorization: token },
    }).then((answer) => answer.arrayBuffer());
    lists.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})();
for (const name of [...bombNames, ...Object.keys(pictureBombs)].filter((one) => one.includes(part))) {
  const picture = pictureBombs[name];
  const { made, cpuMs, ms, peak } = await cover(picture ? picture() : bombOf(name), picture !== undefined);
  const ended =
    'problem' in made ? made.problem : made.covered.pages.flatMap(({ doubts }) => doubts).join() || 'made';
  console.log(
    name.padEnd(20),
    `${seconds(ms)} s, ${seconds(cpuMs)} of a core, ${megabytes(peak)} MB: ${ended}`,
  );
}
isGoing = false;
await asking;
lists.sort((a, b) => a - b);
const at = (share: number) => Math.round(lists[Math.floor(share * lists.length)] ?? 0);
console.log(`a list meanwhile p50 ${at(0.5)}, p95 ${at(0.95)} ms of ${lists.length}`);
await product.stop();
await rm(directory, { recursive: true });
