import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, compareEditions, type EditionRow, meaningsOf, suggestIn, touchedCodes } from './edition.ts';

const row = (code: string, own: string, category = '计算机类'): EditionRow => ({
  subjectCategoryCode: code.slice(0, 2),
  subjectCategory: '工学',
  professionalCategoryCode: code.slice(0, 4),
  professionalCategory: code.length > 4 ? category : own,
  professionalClassCode: code.length > 4 ? code : null,
  professionalClass: code.length > 4 ? own : null,
});
const stored = (...rows: EditionRow[]) => rows.map((one) => ({ ...one, enabled: true }));

test('new, renamed, returned, gone and unchanged', () => {
  const before = [
    ...stored(row('080901', '计算机'), row('080902', '软件工程'), row('080903', '网络工程')),
    { ...row('080904', '信息安全'), enabled: false },
  ];
  const after = [
    row('080901', '计算机科学'),
    row('080902', '软件工程'),
    row('080904', '信息安全'),
    row('080999', '量子计算'),
  ];
  const change = compareEditions(before, after);
  expect(change.added.map(codeOf)).toEqual(['080999']);
  expect(change.renamed.map(({ after: now }) => codeOf(now))).toEqual(['080901']);
  expect(change.returned.map(({ after: now }) => codeOf(now))).toEqual(['080904']);
  expect(change.gone.map(codeOf)).toEqual(['080903']);
  expect(change.unchanged).toBe(1);
});

test('the name of a category is part of the name of every subject below it', () => {
  const change = compareEditions(stored(row('080901', '计算机')), [row('080901', '计算机', '电子信息类')]);
  expect(change.renamed).toHaveLength(1);
  expect(
    touchedCodes(stored(row('080901', '计算机')), [row('080901', '计算机', '电子信息类')]),
  ).toMatchObject([{ code: '0809', kind: 'renamed' }]);
});

test('a category goes with its last class', () => {
  const gone = touchedCodes(stored(row('080901', '计算机'), row('081001', '土木', '土木类')), [
    row('080901', '计算机'),
  ]);
  expect(gone.map(({ code, kind }) => [code, kind])).toEqual([
    ['0810', 'gone'],
    ['081001', 'gone'],
  ]);
});

test('the same name comes first and is certain when it is the only one', () => {
  const suggest = suggestIn([
    row('081201', '软件工程', '软件类'),
    row('080901', '计算机'),
    row('080905', '软件技术'),
  ]);
  expect(suggest('080902', '软件工程', '工学 - 计算机类 - 软件工程')).toEqual([
    { code: '081201', full: '工学 - 软件类 - 软件工程', certain: true },
    { code: '080905', full: '工学 - 计算机类 - 软件技术', certain: false },
    { code: '0809', full: '工学 - 计算机类', certain: false },
  ]);
  const twice = suggestIn([row('081201', '软件工程', '软件类'), row('081301', '软件工程', '应用类')]);
  expect(
    twice('080902', '软件工程', '工学 - 计算机类 - 软件工程').map(({ certain }) => certain),
  ).not.toContain(true);
});

const editions = fc
  .uniqueArray(
    fc.record({
      code: fc.stringMatching(/^0[1-3]0[1-3](0[1-4])?$/),
      own: fc.constantFrom('甲学', '乙学', '丙学', '丁学'),
    }),
    { selector: ({ code }) => code, maxLength: 20 },
  )
  .map((rows) => rows.map(({ code, own }) => row(code, own, `${code.slice(0, 4)}类`)));

test('every row of both editions is reported once', () => {
  fc.assert(
    fc.property(editions, editions, (before, after) => {
      const change = compareEditions(stored(...before), after);
      expect(change.added.length + change.renamed.length + change.returned.length + change.unchanged).toBe(
        after.length,
      );
      expect(change.gone.length + change.renamed.length + change.unchanged).toBe(before.length);
    }),
  );
});

test('the same edition again changes nothing and touches nobody', () => {
  fc.assert(
    fc.property(editions, (rows) => {
      expect(compareEditions(stored(...rows), rows)).toMatchObject({ added: [], renamed: [], gone: [] });
      expect(touchedCodes(stored(...rows), rows)).toEqual([]);
    }),
  );
});

test('what is suggested is in the new edition and is something else', () => {
  fc.assert(
    fc.property(editions, editions, (before, after) => {
      const now = meaningsOf(after);
      const suggest = suggestIn(after);
      for (const { code, own, full } of touchedCodes(stored(...before), after))
        for (const one of suggest(code, own, full)) {
          expect(one.code).not.toBe(code);
          expect(now.get(one.code)?.full).toBe(one.full);
        }
    }),
  );
});
