import { describe, expect, test } from 'vitest';
import {
  opinionSheetRows,
  readIdentity,
  readOpinionSheet,
  type ReadRow,
  type SheetIdentity,
} from './sheet.ts';
import { standardForm } from './form.ts';
import type { AnswerScale, FilledForm } from './opinion.ts';

const identity: SheetIdentity = { assignmentId: 281_474_976_710_655, ruleVersion: 2, opinionVersion: 7 };
const opinion: FilledForm = {
  scores: { teaching: 16, research: null, works: 35 },
  texts: { opinion: '第一行\n=第二行', advice: '' },
  conclusion: 'agree',
  grade: null,
};
const rowsOf = (filled = opinion, scale: AnswerScale = 'conclusion'): ReadRow[] =>
  opinionSheetRows(standardForm, scale, { title: 'K7M2QX', identity, opinion: filled }).map(
    ({ key, value }, index) => ({ row: index + 2, key, value: value === null ? '' : String(value) }),
  );
const withValue = (key: string, value: string, scale: AnswerScale = 'conclusion') =>
  rowsOf(opinion, scale).map((row) => (row.key === key ? { ...row, value } : row));
const problemsOf = (rows: ReadRow[], scale: AnswerScale = 'conclusion') =>
  readOpinionSheet(standardForm, scale, rows).problems;

describe('a sheet', () => {
  test('that was not changed reads back as it was written', () => {
    const read = readOpinionSheet(standardForm, 'conclusion', rowsOf());
    expect(read.problems).toEqual([]);
    expect(read.opinion).toEqual({
      scores: { teaching: 16, research: null, works: 35, service: null },
      texts: { opinion: '第一行\n=第二行', advice: '' },
      conclusion: 'agree',
      grade: null,
    });
    expect(readIdentity(rowsOf())).toEqual(identity);
  });

  test('says what it is about and what each part asks for', () => {
    const [first, second] = opinionSheetRows(standardForm, 'conclusion', {
      title: 'K7M2QX',
      identity,
      opinion,
    });
    expect(first?.value).toBe('K7M2QX');
    expect(second?.help).toMatch(/^必填，0 至 20 的整数；优秀 20、良好 16/);
  });

  test.each([
    ['score:teaching', '１８', { teaching: 18 }],
    ['score:teaching', ' 18 ', { teaching: 18 }],
    ['score:teaching', '18.0', { teaching: 18 }],
    ['score:teaching', '', { teaching: null }],
  ])('takes points at %s as they are typed: %j', (key, value, scores) => {
    const read = readOpinionSheet(standardForm, 'conclusion', withValue(key, value));
    expect([read.problems, read.opinion.scores]).toEqual([[], expect.objectContaining(scores)]);
  });

  test.each([
    ['conclusion', ' 不同意 ', { conclusion: 'disagree', grade: null }],
    ['conclusion', '', { conclusion: null, grade: null }],
    ['grade', 'b', { conclusion: null, grade: 'B' }],
    ['grade', 'Ｃ', { conclusion: null, grade: 'C' }],
    ['grade', '较差', { conclusion: null, grade: 'D' }],
    ['grade', 'B 良好', { conclusion: null, grade: 'B' }],
    ['grade', 'c（一般）', { conclusion: null, grade: 'C' }],
  ] as const)('takes an answer by %s: %j', (scale, value, expected) => {
    const read = readOpinionSheet(standardForm, scale, withValue(`answer:${scale}`, value, scale));
    expect([read.problems, read.opinion]).toEqual([[], expect.objectContaining(expected)]);
  });
});

describe('reports the place of', () => {
  test.each([
    ['score:teaching', '二十', 3, '「师德与教学」分数必须是整数'],
    ['score:teaching', '1e1', 3, '「师德与教学」分数必须是整数'],
    ['score:teaching', '16.5', 3, '「师德与教学」分数必须是整数'],
    ['score:teaching', '21', 3, '「师德与教学」分数应为 0 至 20'],
    ['score:teaching', '-1', 3, '「师德与教学」分数应为 0 至 20'],
    ['text:advice', '好'.repeat(1001), 8, '「建议」超出 1 字，至多 1000 字'],
    ['answer:conclusion', '基本同意', 9, '结论只能填“同意”或“不同意”'],
  ])('%s = %s', (key, value, row, message) => {
    expect(problemsOf(withValue(key, value))).toEqual([{ row, column: '填写', message }]);
  });

  test('rows that are lost, doubled or of nothing', () => {
    const rows = rowsOf();
    expect(problemsOf(rows.filter(({ key }) => key !== 'text:opinion'))).toEqual([
      { row: null, column: null, message: '表中缺少「评审意见」一行' },
    ]);
    expect(problemsOf([...rows, { ...rows[1]!, row: 10 }])).toEqual([
      { row: 10, column: '评审项', message: '「师德与教学」出现了两次，请删去多出的一行' },
    ]);
    expect(problemsOf([...rows, { row: 10, key: '', value: '补充' }])).toEqual([
      { row: 10, column: '填写', message: '这一行不属于这张评审表，请删去' },
    ]);
    expect(problemsOf([...rows, { row: 10, key: '', value: ' ' }])).toEqual([]);
    expect(problemsOf([...rows, { row: 10, key: 'score:other', value: '' }])).toMatchObject([
      { row: 10, column: '评审项' },
    ]);
  });

  test('a grade by the name that it has on the desk', () => {
    expect(opinionSheetRows(standardForm, 'grade', { title: 'K7M2QX', identity, opinion }).at(-1)?.name).toBe(
      '总体等级',
    );
    const lost = rowsOf(opinion, 'grade').filter(({ key }) => key !== 'answer:grade');
    expect(problemsOf(lost, 'grade')).toMatchObject([{ message: '表中缺少「总体等级」一行' }]);
  });

  test('a wrong grade', () => {
    expect(problemsOf(withValue('answer:grade', 'E', 'grade'), 'grade')).toMatchObject([
      { message: '总体等级只能填 A、B、C 或 D' },
    ]);
  });

  test('a sheet that is none of ours', () => {
    expect(readIdentity([])).toBeNull();
    expect(readIdentity([{ row: 2, key: 'task:1:2', value: '' }])).toBeNull();
    expect(readIdentity([...rowsOf(), ...rowsOf()])).toBeNull();
  });
});
