import { match } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { recentFirst, searchEntries, type Entry } from './entries.ts';

const entries: Entry[] = ['专家列表', '学科目录', '学校管理', 'XK 说明'].map((label) => ({
  key: label,
  label,
  group: '页面',
}));
const labels = (found: Entry[]) => found.map(({ label }) => label);
const sounds = (text: string, query: string) => match(text, query, { continuous: true }) !== null;

describe('searchEntries', () => {
  it.each([
    ['zjlb', ['专家列表']],
    ['学', ['学科目录', '学校管理']],
    ['xue', ['学科目录', '学校管理']],
    ['xk', ['XK 说明', '学科目录']],
    ['', ['专家列表', '学科目录', '学校管理', 'XK 说明']],
    ['没有', []],
  ])('%s', (query, expected) => expect(labels(searchEntries(entries, query, sounds))).toEqual(expected));
});

describe('recentFirst', () => {
  it('keeps the order of the rest', () => {
    expect(labels(recentFirst(entries, ['学校管理', '学科目录']))).toEqual([
      '学校管理',
      '学科目录',
      '专家列表',
      'XK 说明',
    ]);
  });
});
