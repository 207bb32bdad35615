import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './run.ts';
import { git } from './testing/import-graph.ts';

/**
 * Lists words that comments, titles of tests and names avoid (CONTRIBUTING, "Words"): people are "they" or their role, and
 * a comment is a plain statement.
 */
type Text = { at: number; text: string };

const words =
  /\b((some|no|any|every)(body|one)|he|him|his|himself|she|hers?|tells?|told|telling|who(m?ever))\b|^What\b/i;

/** Declared names of an earlier idiom. */
const names =
  /\b(?:const|function|type|class)\s+((?:tell|told)[A-Z]\w*|\w*(?:WhyNot|[Nn]obody|[Ss]omebody|[Ww]hoever)\w*)/g;

const titles = /\b(?:test|it|describe)(?:\.\w+)*(?:<[^()]*>)?(?:\([^()]*\))?\(\s*(['"`])([^\n]*?)\1/g;

const commentsOf = (file: string, source: string): Text[] => {
  if (/\.tsx?$/.test(file))
    return parseSync(file, source).comments.map(({ start, value }) => ({ at: start, text: value }));
  const pattern = file.endsWith('.css') ? /\/\*([\s\S]*?)\*\//g : /--(.*)$/gm;
  return [...source.matchAll(pattern)].map((match) => ({ at: match.index, text: match[1] ?? '' }));
};

const titlesOf = (file: string, source: string): Text[] =>
  /\.(test|e2e|pictures)\.tsx?$/.test(file)
    ? [...source.matchAll(titles)].map((match) => ({ at: match.index, text: match[2] ?? '' }))
    : [];

const namesOf = (file: string, source: string): Text[] =>
  /\.tsx?$/.test(file)
    ? [...source.matchAll(names)].map((match) => ({ at: match.index, text: match[0] }))
    : [];

const oneLine = (text: string) =>
  text
    .replace(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^[\s*]+/, '')
    .trim();

const findWords = (file: string) => {
  const source = readFileSync(join(root, file), 'utf8');
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const texts = [...commentsOf(file, source), ...titlesOf(file, source)]
    .map(({ at, text }) => ({ at, text: oneLine(text).replaceAll(/`[^`]*`|「[^」]*」/g, '') }))
    .filter(({ text }) => words.test(text));
  return [...texts, ...namesOf(file, source)].map(({ at, text }) => `${file}:${lineOf(at)}: ${text}`);
};

const found = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.sql')
  .filter((file) => file !== 'scripts/words.ts' && existsSync(join(root, file)))
  .flatMap(findWords);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error(`${found.length} comments, titles or names use words that CONTRIBUTING ("Words") rules out.`);
  process.exitCode = 1;
}
