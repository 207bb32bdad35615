/**
 * Makes awkward files in a directory by every producer that is here, their blind copies beside them, and scores these by tools that had no part
 * in it: `node server/scripts/blind-corpus.ts <directory> <python> [part of a name]`. Needs poppler, qpdf and exiftool.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { coverFile } from '../src/modules/blind-copy/pipeline/run-pipeline.ts';
import { facts, htmlCases } from './blind-corpus/cases.ts';
import { falseAlarms } from './blind-corpus/false-alarms.ts';
import { handmade, type MadeFile } from './blind-corpus/handmade.ts';
import { produce } from './blind-corpus/producers.ts';
import { score } from './blind-corpus/score.ts';

type Listed = Omit<MadeFile, 'bytes'> & { path: string };

const run = promisify(execFile);
const chromium = await run('sh', ['-c', 'command -v chromium || command -v chromium-headless-shell']).then(
  ({ stdout }) => stdout.trim(),
);
const [, , directory = 'data/blind-corpus', python = 'python3', part = ''] = process.argv;
await mkdir(directory, { recursive: true });
const pathOf = (name: string) => join(directory, `${name}.pdf`);

const list: Listed[] = [];
for (const { bytes, ...file } of await handmade()) {
  const name = `hand-${file.name}`;
  await writeFile(pathOf(name), bytes);
  list.push({ ...file, name, path: pathOf(name) });
}
for (const { html, name, ...file } of htmlCases) {
  const page = join(directory, `${name}.html`);
  const style = '<style>body{font:14px "Noto Serif CJK SC",serif}</style>';
  await writeFile(page, `<!doctype html><meta charset=utf-8><title>吕晓明</title>${style}${html}`);
  const path = pathOf(`chromium-${name}`);
  await run(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-pdf-header-footer',
    `--print-to-pdf=${path}`,
    page,
  ]);
  list.push({ ...file, name: `chromium-${name}`, path });
  const again = pathOf(`cairo-${name}`);
  await run('pdftocairo', ['-pdf', path, again]);
  list.push({ ...file, name: `cairo-${name}`, path: again });
}
for (const file of await produce(directory, python))
  list.push({ ...file, path: pathOf(file.name), wanted: htmlCases[0]!.wanted });

const sum = {
  files: 0,
  places: 0,
  finds: 0,
  falselyCovered: 0,
  falselyAsked: 0,
  left: 0,
  lost: 0,
  inBytes: 0,
  metadata: 0,
  unflagged: 0,
  failed: 0,
  pages: 0,
  kilobytes: 0,
  ms: 0,
};
for (const { name, path, wanted, doubt } of list.filter((file) => file.name.includes(part))) {
  const out = `${path}.blind.pdf`;
  const begun = performance.now();
  const made = await coverFile({ path, out, isPicture: false, facts, decisions: [], drawn: [] });
  const ms = performance.now() - begun;
  sum.files += 1;
  if ('problem' in made) {
    sum.failed += 1;
    console.log(name, made.problem);
    continue;
  }
  const { covered } = made;
  const scored = await score(path, out, wanted);
  const isUnflagged = doubt !== undefined && !covered.pages.some(({ doubts }) => doubts.includes(doubt));
  sum.places += scored.places;
  const { covered: falselyCovered, asked: falselyAsked } = falseAlarms(covered.marks);
  sum.finds += covered.marks.length;
  sum.falselyCovered += falselyCovered.length;
  sum.falselyAsked += falselyAsked.length;
  sum.left += scored.left.length;
  sum.lost += scored.lost.length;
  sum.inBytes += scored.inBytes;
  sum.metadata += scored.metadata;
  sum.unflagged += isUnflagged ? 1 : 0;
  sum.pages += scored.pages;
  sum.kilobytes += scored.kilobytes;
  sum.ms += ms;
  const own = covered.left + covered.outside;
  const doubts = covered.pages.flatMap((page) => page.doubts);
  if (
    scored.left.length + scored.lost.length + scored.inBytes + scored.metadata + own > 0 ||
    isUnflagged ||
    falselyCovered.length + falselyAsked.length > 0 ||
    (doubt === undefined && doubts.length > 0)
  )
    console.log(
      name,
      JSON.stringify({
        ...scored,
        isUnflagged,
        falselyCovered,
        falselyAsked,
        proof: [covered.left, covered.outside, covered.words],
        doubts,
      }),
    );
}
console.log(
  JSON.stringify({
    ...sum,
    falseAlarmsFile: Math.round(((sum.falselyCovered + sum.falselyAsked) / sum.files) * 100) / 100,
    msPage: Math.round(sum.ms / sum.pages),
    kilobytesPage: Math.round(sum.kilobytes / sum.pages),
  }),
);
