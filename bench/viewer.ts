import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { TOKEN_COOKIE } from '@zhiping/shared/constants.ts';
import { beginCopy } from '../server/src/modules/blind-copy/pipeline/write-copy.ts';
import { createFileStore } from '../server/src/platform/files/create-file-store.ts';
import { startProduct } from './start-product.ts';

/**
 * How long a reader waits for the first page of a large file, how many requests that takes, and how much memory the browser
 * holds when all pages were in sight: at full speed, and over a line of 20 Mb/s and 40 ms. Needs `npm run build`; CHROMIUM_PATH names the
 * browser. Usage: node bench/viewer.ts [pages] [rounds]
 */
const pages = Number(process.argv[2] ?? 300);
const rounds = Number(process.argv[3] ?? 5);
const [WIDTH, HEIGHT] = [880, 1245];
const SLOW = { offline: false, latency: 40, downloadThroughput: 20e6 / 8, uploadThroughput: 20e6 / 8 };

/** A scan: noise, which no format makes small, of 100 kB a page. */
const scanned = () => {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const image = context.createImageData(WIDTH, HEIGHT);
  const noise = randomBytes(WIDTH * HEIGHT);
  for (const [at, value] of noise.entries())
    image.data.set(
      Array.from({ length: 4 }, (_, part) => (part === 3 ? 255 : 160 + (value & 31))),
      at * 4,
    );
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/jpeg', 60);
};
const copy = await beginCopy();
for (let page = 0; page < pages; page++)
  copy.addPage({
    width: 595,
    height: 842,
    picture: { bytes: scanned(), width: WIDTH, height: HEIGHT, kind: 'photo' },
    glyphs: [],
  });
const file = Buffer.from(await copy.save());

const product = await startProduct();
const base = `http://127.0.0.1:${product.port}`;
const token = await product.tokenOf('office');
const sha256 = createHash('sha256').update(file).digest('hex');
const path = join(product.config.DATA_DIR, 'scanned.pdf');
await writeFile(path, file);
await createFileStore(product.config).keep({ path, sha256, bytes: file.length }, `${sha256}.pdf`);
const material = await product.db
  .selectFrom('project_material')
  .innerJoin('project', 'project.id', 'project_id')
  .select(['project_material.id', 'project_id'])
  .where('state', '=', 'reported')
  .where('entry_key', 'is', null)
  .orderBy('project_material.id')
  .executeTakeFirstOrThrow();
await product.db
  .updateTable('project_material')
  .set({ sha256, bytes: file.length, pages })
  .where('id', '=', material.id)
  .execute();

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
const CANVAS = '.pdfViewer .page[data-loaded] canvas';
const link = (page: Page) => page.locator(`[data-material="${material.id}"]`);
const openProject = async (context: BrowserContext) => {
  const page = await context.newPage();
  await page.goto(`${base}/title/web/review/project?id=${material.project_id}`);
  await link(page).waitFor();
  return page;
};

/** Milliseconds to the first page, in a browser that has no part of the viewer yet. */
const visit = async (isSlow: boolean, last?: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: TOKEN_COOKIE, value: encodeURIComponent(token), url: base }]);
  const page = await openProject(context);
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
  }
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/material/')) requests++;
  });
  const begun = performance.now();
  await link(page).click();
  await page.locator(CANVAS).first().waitFor();
  const ms = Math.round(performance.now() - begun);
  const needed = requests;
  await last?.(page);
  await context.close();
  return { ms, requests: needed };
};

/** Anonymous memory of the page's process: what it holds itself, without the parts of the browser that all processes share. */
const rendererMegabytes = () =>
  Math.max(
    ...execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('--type=renderer'))
      .map((line) => readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, 'utf8'))
      .map((status) => Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)),
  );

console.log(`${pages} pages, ${(file.length / 1e6).toFixed(1)} MB`);
for (const isSlow of [false, true]) {
  const visits = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(isSlow));
  const times = visits.map(({ ms }) => ms).sort((a, b) => a - b);
  console.log(
    `${isSlow ? '20 Mb/s, 40 ms' : 'full speed'}: first page ${times[Math.floor(rounds / 2)]} ms (${times[0]} to ${times.at(-1)}), ${Math.max(...visits.map(({ requests }) => requests))} requests`,
  );
}
await visit(false, async (page) => {
  const before = rendererMegabytes();
  for (let at = 1; at <= pages; at++) {
    await page.locator(`.pdfViewer .page[data-page-number="${at}"]`).scrollIntoViewIfNeeded();
    await page.waitForTimeout(60);
  }
  console.log(`page: ${before} MB with the first page, ${rendererMegabytes()} MB after the last`);
});
await browser.close();
await product.stop();
process.exit(0);
