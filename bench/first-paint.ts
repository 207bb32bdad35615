import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { TOKEN_COOKIE } from '@zhiping/shared/constants.ts';

/**
 * How long a browser takes from the address of the expert list to its first words and to its first row, in a pool of
 * 100 000 experts: with an empty cache and at a later visit. Needs `npm run build`; CHROMIUM_PATH names the browser.
 * Usage: node bench/first-paint.ts [experts] [rounds]
 */
const experts = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 7);

const child = fork(fileURLToPath(new URL('pool-server.ts', import.meta.url)), [String(experts)]);
const [server] = (await once(child, 'message')) as [{ port: number; office: string }];
const base = `http://127.0.0.1:${server.port}`;

// Code run by the page is given as text, since it does not fit the types of this program.
const ROW = 'main tbody tr[data-row-key]';
/** Stores the times when the first row was in the document and was painted. */
const watchRows = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector('${ROW}')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.rowPaintedAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true })`;

/** Milliseconds since the address was opened, by the clock of the page. */
const visit = async (page: Awaited<ReturnType<Browser['newPage']>>) => {
  await page.goto(`${base}/title/web/pool/expert`);
  await page.locator(ROW).first().waitFor();
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50)))');
  const row = await page.evaluate('window.rowPaintedAt');
  const words = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
  return { words: Number(words), row: Number(row) };
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
const firsts: Awaited<ReturnType<typeof visit>>[] = [];
const laters: typeof firsts = [];
for (let round = 0; round < rounds; round += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: TOKEN_COOKIE, value: encodeURIComponent(server.office), url: base }]);
  await context.addInitScript(watchRows);
  const page = await context.newPage();
  firsts.push(await visit(page));
  laters.push(await visit(page));
  await context.close();
}

const spread = (times: number[]) => {
  const sorted = times.toSorted((left, right) => left - right).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`;
};
for (const [name, visits] of [
  ['empty cache', firsts],
  ['later visit', laters],
] as const)
  console.log(
    `${name}: first words ${spread(visits.map(({ words }) => words))}, first row ${spread(visits.map(({ row }) => row))}`,
  );
await browser.close();
child.kill('SIGTERM');
