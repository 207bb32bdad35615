import { expect, test } from 'vitest';
import { standardForm } from '../opinion/form.ts';
import { staleYears } from './stale-years.ts';

const written = {
  name: '2027 年度评审',
  year: 2027,
  notice: null,
  proofs: [],
  form: { criteria: [], texts: [] },
  signed: [],
};
const steps = (changed: Partial<typeof written> | { notice: string }) =>
  staleYears({ ...written, ...changed }).map(({ step }) => step);

test.each([
  ['请于 2026年9月30日前提交。', true],
  ['请于 2026-09-30 前提交，2027年1月1日起评审。', true],
  ['见附件1：2026年度申报表。', true],
  ['依据 X 职评〔2026〕12号。', true],
  ['请于 2025年9月30日前提交。', true],
  ['依据人社部规〔2019〕2号，请于 2027年9月30日前提交。', false],
  ['依据人社部规〔2019〕2号，请于 2027年9月至 2028年1月提交。', false],
  ['请按时申报，电话 010-62752026。', false],
])('a notice of 2027 that says %s', (notice, isStale) => {
  expect(steps({ notice })).toEqual(isStale ? ['texts'] : []);
});

test('name and proofs are checked too, and quoted', () => {
  expect(
    staleYears({
      ...written,
      name: '2026 年度评审',
      notice: '请于2026年9月30日前提交',
      proofs: [{ name: '年度考核表', note: '2026 年的' }],
    }).map(({ step, message }) => `${step} ${message}`),
  ).toEqual([
    'basic 批次名称仍为 2026 年的，本批次为 2027 年度，请核对',
    'materials 「年度考核表」的说明仍为 2026 年的（「…年度考核表 2026 年的…」），本批次为 2027 年度，请核对日期、文号和附件名称',
    'texts 申报通知仍为 2026 年的（「…请于2026年9月30日前提…」），本批次为 2027 年度，请核对日期、文号和附件名称',
  ]);
});

test('so are the review form and the texts that are signed', () => {
  const [criterion, another] = standardForm.criteria;
  const [text] = standardForm.texts;
  expect(
    staleYears({
      ...written,
      form: {
        criteria: [{ ...criterion!, name: '业绩', rubric: '以 2026 年度目录为准' }, another!],
        texts: [{ ...text!, name: '总评', hint: '请在 2026-12-01 前填写' }],
      },
      signed: [
        { title: '2026年承诺书', body: '本人承诺。' },
        { title: '单位承诺书', body: '依据〔2019〕3号、2020年的通知。' },
      ],
    }).map(({ step, message }) => `${step} ${message.slice(0, 16)}`),
  ).toEqual([
    'form 评分项「业绩」仍为 2026 年',
    'form 意见「总评」仍为 2026 年的',
    'texts 「2026年承诺书」仍为 202',
  ]);
});
