import { expect, test } from 'vitest';
import { reviewRules } from './all.ts';
import { settingConflicts } from './setting-conflicts.ts';

const works = (fullSenior: number, associateSenior: number) => ({
  values: { least: { fullSenior, associateSenior, middle: 0, junior: 0, technician: 0 } },
});
const all = ['basic', 'target', 'education', 'employment', 'assessment', 'teaching', 'research', 'works'];

test.each([
  ['the standards', {}, []],
  ['a load', { E4: { values: { advised: 60 } } }, []],
  ['advice over the cap', { E4: { values: { advised: 61 } } }, ['E4 block 建议 61 份，超过上限 60 份']],
  ['a cap under the advice', { E4: { values: { most: 10 } } }, ['E4 block 建议 20 份，超过上限 10 份']],
  ['two of three against', { R2: { values: { most: 2 } } }, []],
  [
    'all against',
    { R2: { values: { most: 3 } } },
    ['R2 warn 每份材料有意见 3 份，至多 3 份不同意，没有人会不通过'],
  ],
  ['all of five against', { R2: { values: { most: 4 } }, F1: { values: { count: 5 } } }, []],
  ['an even number', { F1: { values: { count: 4 } } }, ['F1 block 专家 4 人不是单数，规则却要求单数']],
  ['an even number that may be', { F1: { values: { count: 4, isOdd: false } } }, []],
  [
    'more from outside than there are',
    { F2: { values: { least: 4 } } },
    ['F2 block 外省专家至少 4 人，每份材料却只有专家 3 人'],
  ],
  ['all from outside', { F2: { values: { least: 3 } } }, []],
  [
    'a school for all',
    { F3: { values: { most: 3 } } },
    ['F3 warn 每份材料有专家 3 人，最多 3 人来自同一学校等于没有限制'],
  ],
  [
    'no grade against',
    { R1: { values: { scale: 'grade' } }, R2: { values: { negative: [] } } },
    ['R2 warn 没有算不同意的等级，没有人会不通过'],
  ],
  [
    'all grades against',
    { R1: { values: { scale: 'grade' } }, R2: { values: { negative: ['A', 'B', 'C', 'D'] } } },
    ['R2 block 所有等级都算不同意，没有人能通过'],
  ],
  [
    'some grades against',
    { R1: { values: { scale: 'grade' } }, R2: { values: { negative: ['C', 'D'] } } },
    [],
  ],
  [
    'grades that nobody gives',
    { R2: { values: { negative: ['C'] } } },
    ['R2 warn 意见不给等级，算不同意的等级不起作用'],
  ],
  [
    'more years for a higher degree',
    { A6: { values: { fullSenior: { doctor: 6, master: 5, bachelor: 5 } } } },
    ['A6 warn 申报正高级：博士 6 年，多于硕士 5 年'],
  ],
  ['fewer works for more', { W1: works(2, 3) }, ['W1 warn 正高级 2 篇，少于副高级 3 篇']],
  ['full texts of no works', { W1: works(0, 0) }, ['M1 warn 各层级都不要求代表作，却必交代表作全文 1 份']],
  [
    'works in no section',
    { A7: { values: { required: all.filter((section) => section !== 'works') } } },
    ['A7 warn 要求提交代表作，代表作却不在必填的部分中'],
  ],
  [
    'no target',
    { A7: { values: { required: all.filter((section) => section !== 'target') } } },
    ['A7 block 申报信息必须填写，其他规则据此判断'],
  ],
  ['what is out of bounds', { E4: { values: { advised: 999, most: null } } }, []],
])('%s', (_, settings, expected) => {
  expect(settingConflicts(settings).map(({ code, level, message }) => `${code} ${level} ${message}`)).toEqual(
    expected,
  );
});

test('every contradiction is reported at a rule', () => {
  const codes = reviewRules.map(({ code }) => code);
  const some = settingConflicts({
    E4: { values: { most: 1 } },
    F1: { values: { count: 4 } },
    F3: { values: { most: 3 } },
  });
  expect(some).toHaveLength(2);
  for (const { code } of some) expect(codes).toContain(code);
});
