import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoArticles } from './articles.ts';

const articles = demoArticles();
const allowed = new Set('p h2 h3 ul ol li strong table thead tbody tr th td'.split(' '));

test('notices and manuals, each worth opening', () => {
  expect(articles.filter((article) => article.type === 'notice')).toHaveLength(8);
  expect(articles.filter((article) => article.type === 'expertManual')).toHaveLength(1);
  expect(new Set(articles.map((article) => article.title)).size).toBe(9);
  for (const article of articles) expect(article.body.length, article.title).toBeGreaterThan(250);
});

test.each(articles)('$title is well-formed and has no attributes but those of its pictures', ({ body }) => {
  const open: string[] = [];
  for (const [, closing, tag] of body.matchAll(/<(\/?)([^>]+?)\s*>/g)) {
    if (tag!.startsWith('img ')) continue;
    expect(allowed).toContain(tag);
    if (closing) expect(open.pop()).toBe(tag);
    else open.push(tag!);
  }
  expect(open).toEqual([]);
});

test('a picture that a manual shows is there and says in words what is on it', () => {
  const manuals = articles.filter(({ title }) => title.includes('手册'));
  for (const { title, body } of manuals) {
    const pictures = [...body.matchAll(/<img ([^>]*)>/g)].map(([, attributes]) =>
      /^src="(pictures\/[a-z-]+\.png)"\s+alt="([^"]{4,})"\s*\/$/.exec(attributes!)!,
    );
    expect(pictures.length, title).toBeGreaterThan(2);
    for (const [, src] of pictures)
      expect(existsSync(new URL(`articles/${src}`, import.meta.url)), src).toBe(true);
  }
});
