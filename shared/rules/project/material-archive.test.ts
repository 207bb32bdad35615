import { expect, test } from 'vitest';
import { entryOfMaterial, materialKind, parseMaterialName, personFinder } from './material-archive.ts';
import { emptyForm, type ProjectForm } from '../project-form/form.ts';

const NAMED = expect.stringContaining('文件名应为');

test.each([
  ['T001_张三_代表作全文_1_一篇论文.pdf', ['T001', '张三', '代表作全文', 1, '一篇论文']],
  ['材料/物理系/T001_张三_其他材料_02_甲_乙.PDF', ['T001', '张三', '其他材料', 2, '甲_乙']],
  ['材料\\t001_张三_其他材料_2_甲.pdf', ['T001', '张三', '其他材料', 2, '甲']],
  ['０１１２３ｘ＿张三＿学历学位证书＿１＿博士学位.pdf', ['01123X', '张三', '学历学位证书', 1, '博士学位']],
  [' T001 _ 张 三 _科研业绩证明_1_ 证书 1.0 版 .pdf', ['T001', '张 三', '科研业绩证明', 1, '证书 1.0 版']],
  ['T001_买买提·艾力_其他材料_1_没有后缀', ['T001', '买买提·艾力', '其他材料', 1, '没有后缀']],
  ['论文.pdf', NAMED],
  ['T001_张三_代表作全文_1.pdf', NAMED],
  ['T001__代表作全文_1_甲.pdf', NAMED],
  ['T001_张三_代表作全文_1_.pdf', NAMED],
  ['T001-张三-代表作全文-1-甲.pdf', NAMED],
  ['T001_张三_代表作全文_一_甲.pdf', '序号「一」不是三位以内的数字'],
  ['T001_张三_代表作全文_1000_甲.pdf', '序号「1000」不是三位以内的数字'],
])('the name %s', (path, expected) => {
  const parsed = parseMaterialName(path);
  expect('problem' in parsed ? parsed.problem : Object.values(parsed)).toEqual(expected);
});

test.each([
  ['代表作全文', { type: 'representativeWork', proof: null }],
  ['代表作', { type: 'representativeWork', proof: null }],
  ['科研', { type: 'research', proof: null }],
  ['继续教育证明', { type: 'other', proof: '继续教育证明' }],
  ['学', null],
  ['成绩单', null],
  ['', null],
])('the kind %s', (kind, expected) => {
  const found = materialKind(kind, ['继续教育证明']);
  if (expected) expect(found).toEqual(expected);
  else expect(found).toEqual({ problem: expect.stringContaining('不存在，可以是：学历学位证书') });
});

const people = [
  { id: 1, name: '张三', staffNo: 'T001', lastSix: '01123X' },
  { id: 2, name: '张三', staffNo: 'T002', lastSix: '15007X' },
  { id: 3, name: '李四', staffNo: null, lastSix: '01123X' },
  { id: 4, name: '买买提·艾力', staffNo: '151234', lastSix: '000000' },
  { id: 5, name: '王五', staffNo: 'S1', lastSix: '151234' },
  { id: 6, name: '赵六', staffNo: 'S2', lastSix: '777777' },
  { id: 7, name: '赵六', staffNo: 'S3', lastSix: '777777' },
  { id: 8, name: '马龙', staffNo: 'S4', lastSix: '888888' },
];
const find = personFinder(people);
test.each([
  ['T001', '张三', 1],
  ['01123X', '张三', 1],
  ['01123X', '李四', 3],
  ['T002', '张三', 2],
  // The number of one ends the identity number of another: the name decides.
  ['151234', '买买提•艾力', 4],
  ['151234', '王五', 5],
  ['T001', '李四', '姓名与登记的不一致'],
  ['01123X', '王五', '姓名与登记的不一致'],
  ['777777', '赵六', '有 2 位教师的号码和姓名都相同，请由本人上传'],
  ['S3', '赵六', 7],
  ['S4', '马⻰\uFE0F', 8],
  ['1123X', '张三', '本校教师名册中没有这个工号或证件号后六位'],
  ['', '张三', '本校教师名册中没有这个工号或证件号后六位'],
])('%s of %s', (who, name, expected) => {
  const found = find({ who, name });
  expect('problem' in found ? found.problem : found.person.id).toEqual(expected);
});

const form = (): ProjectForm => {
  const empty = emptyForm();
  const paper = { venue: null, year: null, rank: null, people: null, isCorresponding: null, index: null };
  return {
    ...empty,
    research: {
      ...empty.research,
      papers: [
        { key: 'a', title: '深度学习：综述', ...paper, doi: null, authors: null },
        { key: 'b', title: '另一篇', ...paper, doi: null, authors: null },
      ],
    },
    teaching: {
      ...empty.teaching,
      results: [{ key: 't', name: '精品课程', grade: null, year: null, rank: null }],
    },
    works: { works: [{ key: 'w', entry: 'b', contribution: null }] },
  };
};
test.each([
  ['representativeWork', '深度学习:综述', 9, 'a'],
  ['representativeWork', '全文', 1, 'b'],
  ['representativeWork', '全文', 2, null],
  ['research', '另一篇', 1, 'b'],
  ['research', '结题证书', 1, 'none'],
  ['teaching', '精品课程', 1, 't'],
  ['other', '另一篇', 1, 'none'],
] as const)('a file of kind %s called %s, number %s', (type, title, order, expected) => {
  const found = entryOfMaterial(form(), { type, proof: null }, { title, order });
  if (expected === null) expect(found).toEqual({ problem: expect.stringContaining('没有题目为') });
  else expect(found).toEqual({ entryKey: expected === 'none' ? null : expected });
});

test.each([
  [1, 'b'],
  [2, 'a'],
])('by hand, work %s goes before a name that says another one', (order, entryKey) => {
  const said = { title: '深度学习:综述', order, isByHand: true };
  expect(entryOfMaterial(form(), { type: 'representativeWork', proof: null }, said)).toEqual({ entryKey });
});
