import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { RecognisedLine } from '@zhiping/shared/rules/blind-copy/recognised.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import { coverPdf } from './cover-pdf.ts';
import { recognisedPath } from './recognise-page.ts';

const [WIDTH, HEIGHT] = [400, 200];
const LETTER = 20;

/** Bars stand for words on a scan: each is read while it is black where it stands. */
type Word = { text: string; x: number; y: number; sure: number };
const name: Word = { text: '吕晓明', x: 50, y: 50, sure: 0.99 };
const title: Word = { text: '稳定性研究', x: 50, y: 120, sure: 0.99 };
const widthOf = ({ text }: Word) => text.length * LETTER;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-recognise-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const scanOf = async (words: readonly Word[]) => {
  const canvas = createCanvas(WIDTH * 3, HEIGHT * 3);
  const context = canvas.getContext('2d');
  context.scale(3, 3);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000';
  for (const word of words) context.fillRect(word.x, word.y, widthOf(word), LETTER);
  const pdf = await PDFDocument.create();
  const image = await pdf.embedPng(canvas.toBuffer('image/png'));
  pdf.addPage([WIDTH, HEIGHT]).drawImage(image, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  const path = join(directory, 'scan.pdf');
  await writeFile(path, await pdf.save());
  return path;
};

/** Pages are read at 150 and at 120 dots an inch, padded to the steps of the models. */
const scaleOf = (width: number) => (width > 800 ? 150 : 120) / 72;

const readerOf =
  (words: readonly Word[]): ReadPicture =>
  async ({ path }) => {
    const image = await loadImage(await readFile(path));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const scale = scaleOf(image.width);
    const isBlack = ({ x, y }: Word) => {
      const [red] = context.getImageData((x + 1) * scale, (y + LETTER / 2) * scale, 1, 1).data;
      return red! < 40;
    };
    const lines = words.filter(isBlack).map((word): RecognisedLine => {
      const { text, sure } = word;
      const [left, top] = [word.x * scale, word.y * scale];
      const [right, bottom] = [left + widthOf(word) * scale, top + LETTER * scale];
      return {
        corners: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        chars: Array.from(text, (char, index) => ({ text: char, at: (index + 0.5) / text.length, sure })),
      };
    });
    return { lines, canTell: true };
  };

const cover = async (words: readonly Word[], read?: ReadPicture) => {
  const path = await scanOf(words);
  const out = join(directory, 'copy.pdf');
  const job = { path, out, isPicture: false, facts, decisions: [], drawn: [] };
  const covered = await coverPdf(job, () => {}, read);
  expect(existsSync(recognisedPath(out))).toBe(false);
  const { marks, pages, recognised, left } = covered;
  return {
    marks: marks.map(({ kind, words: said, isCovered }) => [kind, said, isCovered]),
    doubts: pages[0]!.doubts,
    recognised,
    left,
  };
};

test('a scan is doubted where nothing reads it, or reading fails', async () => {
  const doubted = { marks: [], doubts: ['picture', 'noText'], recognised: 0, left: 0 };
  expect(await cover([name, title])).toEqual(doubted);
  expect(await cover([name, title], () => Promise.resolve(null))).toEqual(doubted);
});

test('a name on a scan is covered until it is unreadable, and a page that was read whole is no doubt', async () => {
  expect(await cover([name, title], readerOf([name, title]))).toEqual({
    marks: [['name', '吕晓明', true]],
    doubts: [],
    recognised: 1,
    left: 0,
  });
});

test.each([
  ['was not read', [name]],
  ['was read with doubts', [name, { ...title, sure: 0.5 }]],
])('a page of which something %s stays one for a person, its name covered', async (_, read) => {
  expect(await cover([name, title], readerOf(read))).toMatchObject({
    marks: [['name', '吕晓明', true]],
    doubts: ['picture', 'noText'],
    recognised: 0,
  });
});
