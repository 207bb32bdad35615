/**
 * Prints the papers and certificates of the demo from invented texts:
 * `node server/scripts/make-demo-papers.ts <NotoSansSC_400Regular.ttf of @expo-google-fonts/noto-sans-sc>`
 * Their blind copies are made by make-demo-copies.ts.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { bylines, demoPapers, paperName, papersDirectory } from '../src/demo/papers.ts';
import { certificateHtml, paperHtml } from './demo-papers/print-paper.ts';

const [font] = process.argv.slice(2);
if (!font) throw new Error('Which font?');

const certificates = {
  education: ['博士学位证书', '兹证明持证人完成博士研究生培养方案规定的课程与论文，准予毕业，授予博士学位。'],
  title: ['副教授资格证书', '兹证明持证人经评审委员会评审通过，具备副教授任职资格。'],
  teaching: ['教学评价证明', '近五年承担本科与研究生课程，各学年教学评价均为良好以上，无教学事故。'],
  research: ['项目结题证书', '主持的科研项目已完成任务书规定的内容，经专家组审议，准予结题。'],
} as const;

/** Bars on a ground, as a picture that no program reads. */
const drawPicture = (): string => {
  const canvas = createCanvas(600, 300);
  const context = canvas.getContext('2d');
  context.fillStyle = '#eee';
  context.fillRect(0, 0, 600, 300);
  context.fillStyle = '#555';
  for (const [index, height] of [90, 150, 210, 120, 60].entries())
    context.fillRect(60 + index * 105, 270 - height, 60, height);
  return canvas.toDataURL('image/png');
};

const print = async (page: Page, html: string, name: string) => {
  await page.goto('http://demo.test/');
  await page.setContent(html);
  await page.evaluate('document.fonts.ready');
  const margin = { top: '24mm', bottom: '24mm', left: '28mm', right: '28mm' };
  const bytes = await page.pdf({ format: 'A4', margin, printBackground: true, tagged: false });
  await writeFile(new URL(`${name}.pdf`, papersDirectory), bytes);
  console.log(name, bytes.length);
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await ensureChromium()),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
const ttf = await readFile(font);
await page.route('**/*', (route) =>
  route.request().url().endsWith('.ttf')
    ? route.fulfill({ body: ttf, contentType: 'font/ttf' })
    : route.fulfill({ body: '', contentType: 'text/html' }),
);
const authors = bylines();
const picture = drawPicture();
for (const [index, paper] of demoPapers.entries())
  await print(page, paperHtml(paper, authors[index] ?? null, picture), paperName(paper.title));
for (const [type, [name, words]] of Object.entries(certificates))
  await print(page, certificateHtml(name, [words]), type);
await browser.close();
