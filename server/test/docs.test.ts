import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/run.ts';
import { git } from '../../scripts/testing/import-graph.ts';

const tracked = git('-c', 'core.quotePath=false', 'ls-files');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = tracked.filter((file) => file.endsWith('.md'));

const files = new Set(tracked);
for (const file of tracked)
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) files.add(folder);

const words = new Set(
  tracked
    .filter((file) => /\.(tsx?|sql|json|ya?ml|sh|css)$/.test(file) && !file.endsWith('lock.json'))
    .flatMap((file) => read(file).match(/\w+/g) ?? []),
);

/** Names of folders and endings of source files make a piece a path; routes and media types have neither. */
const folders = new Set(tracked.flatMap((file) => file.split('/').slice(0, -1)));
const sourceFile = /^[\w@./-]+\.(tsx?|sql|json|md|css|sh)$/;
/** `x.routes.ts`, `XPage.tsx`, `000N_subject.sql`, `*.test.ts` and `<noun>` stand for names. */
const placeholder = /[*<>…{}]|(^|\/)[xy][./]|(^|\/)X[A-Z.]|000N|(^|\/)x$/;
/** Two humps, or capitals joined by `_`. */
const symbol = /^([a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(\(\))?$/;

const isPath = (piece: string) =>
  !/node_modules|[\s:]|^[/~]/.test(piece) &&
  !placeholder.test(piece) &&
  (sourceFile.test(piece) ||
    (piece.includes('/') && folders.has(piece.replace(/^(\.?\.\/)+/, '').split('/')[0] ?? '')));

const exists = (path: string, document: string) => {
  const wanted = path.replace(/\/$/, '');
  const places = [normalize(wanted), normalize(join(dirname(document), wanted))];
  return (
    places.some((place) => files.has(place)) ||
    [...files].filter((file) => file.endsWith(`/${wanted}`)).length === 1
  );
};

const withoutBlocks = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '');
const pieces = (text: string) =>
  [...withoutBlocks(text).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, piece = '']) => piece);

const anchors = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const leads = (link: string, document: string) => {
  const [path = '', anchor] = link.split('#');
  const target =
    path === '' ? document : normalize(join(dirname(document), decodeURI(path))).replace(/\/$/, '');
  return files.has(target) && (!anchor || anchors(read(target)).includes(decodeURI(anchor)));
};

describe('documents name only what exists', () => {
  test.each(documents)('%s', (document) => {
    const text = read(document);
    const wrong = pieces(text).filter((piece) => {
      if (isPath(piece)) return !exists(piece, document);
      return symbol.test(piece) && !/X(\(\))?$/.test(piece) && !words.has(piece.replace('()', ''));
    });
    const links = [...withoutBlocks(text).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !leads(link, document));
    expect([...wrong, ...links].join('\n')).toBe('');
  });
});
