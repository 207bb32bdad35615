import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { openDocument } from './open-document.ts';
import { readPage } from './read-page.ts';

/** A page with a sentence and these operators, of which the first moves to its lower left part. */
const doubtsOf = async (operators: string) => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  page.drawText('This sentence may be read by everybody', {
    x: 40,
    y: 780,
    font: await pdf.embedFont(StandardFonts.Helvetica),
  });
  page.node.normalizedEntries();
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(operators)));
  const read = await openDocument(await pdf.save());
  const { doubts } = await readPage(read, 1);
  await read.loadingTask.destroy();
  return doubts;
};

const letter = (x: number) =>
  `${x} 90 m ${x + 3} 97 ${x + 6} 97 ${x + 8} 90 c ${x + 8} 84 ${x + 4} 82 ${x} 86 c ${x + 2} 88 l h`;
const K = 2.2;
const dot = (x: number, r = 4) =>
  `${x + r} 90 m ${x + r} ${90 + K} ${x + K} ${90 + r} ${x} ${90 + r} c ${x - K} ${90 + r} ${x - r} ${90 + K} ${x - r} 90 c ` +
  `${x - r} ${90 - K} ${x - K} ${90 - r} ${x} ${90 - r} c ${x + K} ${90 - r} ${x + r} ${90 - K} ${x + r} 90 c h`;
const many = (count: number, make: (x: number) => string) =>
  Array.from({ length: count }, (_, at) => make(40 + at * 14)).join(' ');

test.each([
  ['a name of three characters as shapes', `${many(3, letter)} f`],
  ['the same, each a path', many(3, (x) => `${letter(x)} f`)],
  ['a signature of a pen', many(3, (x) => `${letter(x)} S`)],
])('%s is for a person', async (_, operators) => {
  expect(await doubtsOf(operators)).toContain('outlines');
});

test.each([
  ['points of a list', many(12, (x) => `${dot(x)} f`)],
  ['rules of a table', many(12, (x) => `${x} 40 m ${x} 300 l S ${x} 40 12 60 re S`)],
  [
    'the lines of a drawing',
    `40 90 m ${Array.from({ length: 40 }, (_, at) => `${40 + at * 10} ${90 + ((at * 37) % 80)} l`).join(' ')} S`,
  ],
])('%s are not', async (_, operators) => {
  expect(await doubtsOf(operators)).toEqual([]);
});
