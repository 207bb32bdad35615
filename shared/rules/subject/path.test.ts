import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subjectFullName, subjectOfPath, subjectPath } from './path.ts';

test.each([
  ['graduate', '0101', null, ['graduate', '01', '0101']],
  ['undergraduate', '0809', '080901', ['undergraduate', '08', '0809', 'undergraduate_080901']],
  ['undergraduate', '0809', '080907T', ['undergraduate', '08', '0809', 'undergraduate_080907T']],
  ['two_words', '0809', '080911TK', ['two_words', '08', '0809', 'two_words_080911TK']],
])('%s %s %s', (subjectCatalog, professionalCategoryCode, professionalClassCode, path) => {
  const key = { subjectCatalog, professionalCategoryCode, professionalClassCode };
  expect(subjectPath(key)).toEqual(path);
  expect(subjectOfPath(path)).toEqual(key);
});

test.each([
  [[]],
  [['graduate']],
  [['graduate', '01']],
  [['', '01', '0101']],
  [['graduate', '02', '0101']],
  [['graduate', '01', '01a1']],
  [['graduate', '01', '0101', '010101']],
  [['graduate', '01', '0101', 'undergraduate_010101']],
  [['graduate', '01', '0101', 'graduate_020101']],
  [['graduate', '01', '0101', 'graduate_0101']],
  [['graduate', '01', '0101', 'graduate_010101X']],
  [['graduate', '01', '0101', 'graduate_010101', 'graduate_010101']],
])('%j names no subject', (path) => expect(subjectOfPath(path)).toBeNull());

test('every path leads back to its subject', () => {
  const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
  const key = fc
    .record({
      subjectCatalog: fc.stringMatching(/^[a-z][a-z_]{0,20}$/),
      professionalCategoryCode: digits(4),
      rest: fc.option(fc.tuple(fc.oneof(digits(2), digits(3)), fc.constantFrom('', 'T', 'K', 'TK'))),
    })
    .map(({ rest, ...key }) => ({
      ...key,
      professionalClassCode: rest && key.professionalCategoryCode + rest.join(''),
    }));
  fc.assert(
    fc.property(key, (subject) => {
      expect(subjectOfPath(subjectPath(subject))).toEqual(subject);
    }),
  );
});

test('full names leave out what is missing', () => {
  const names = { subjectCategory: '工学', professionalCategory: '计算机类', professionalClass: '软件工程' };
  expect(subjectFullName(names, '本科专业')).toBe('本科专业 - 工学 - 计算机类 - 软件工程');
  expect(subjectFullName({ ...names, professionalClass: null }, '研究生')).toBe('研究生 - 工学 - 计算机类');
});
