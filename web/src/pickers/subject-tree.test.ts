import type { Subject } from '@zhiping/shared/contracts/subject.ts';
import { expect, test } from 'vitest';
import { matchSubjects } from './match-subjects.ts';
import { nodeAt, subjectTree } from './subject-tree.ts';

const subject = (catalog: string, code: string, ...names: [string, string, string?]): Subject => ({
  subjectId: Number.parseInt(code),
  catalog,
  subjectCategory: names[0],
  subjectCategoryCode: code.slice(0, 2),
  professionalCategory: names[1],
  professionalCategoryCode: code.slice(0, 4),
  professionalClass: names[2] ?? null,
  professionalClassCode: names[2] ? code : null,
  enabled: true,
  fullName: '',
  version: 0,
});

const tree = subjectTree(
  [
    subject('graduate', '0835', '工学', '软件工程'),
    subject('undergraduate', '080901', '工学', '计算机类', '计算机科学与技术'),
    subject('undergraduate', '080902', '工学', '计算机类', '软件工程'),
  ],
  (catalog) => (catalog === 'graduate' ? '研究生' : '本科'),
);

const contains = (text: string, wanted: string) => (text.includes(wanted) ? [text.indexOf(wanted)] : null);
const found = (wanted: string) => matchSubjects(tree, wanted, contains).map(({ node }) => node.path.at(-1));

test('nodes are shared between subjects, and count them', () => {
  expect(tree.map(({ label, count }) => [label, count])).toEqual([
    ['研究生', 1],
    ['本科', 2],
  ]);
  const [classes] = tree[1]!.children![0]!.children!;
  expect(classes).toMatchObject({ label: '计算机类', count: 2, path: ['undergraduate', '08', '0809'] });
  expect(classes!.children!.map(({ path }) => path.at(-1))).toEqual([
    'undergraduate_080901',
    'undergraduate_080902',
  ]);
});

test('a subject is found by its own name, its code and the names above it', () => {
  expect(found('软件')).toEqual(['0835', 'undergraduate_080902']);
  expect(found('0809')).toEqual(['0809', 'undergraduate_080901', 'undergraduate_080902']);
  expect(found('工学')).toEqual(['0835', '0809', 'undergraduate_080901', 'undergraduate_080902']);
  expect(found('医学')).toEqual([]);
});

test('marked positions count from the beginning of the full name', () => {
  const [, second] = matchSubjects(tree, '软件', contains);
  expect(second!.fullName).toBe('本科 - 工学 - 计算机类 - 软件工程');
  expect(second!.at).toEqual(['本科 - 工学 - 计算机类 - '.length]);
});

test('a path leads to its node, or to undefined', () => {
  expect(nodeAt(tree, ['undergraduate', '08', '0809'])?.label).toBe('计算机类');
  expect(nodeAt(tree, ['undergraduate', '08', '0809', 'undergraduate_080902'])?.chain.at(-1)).toBe(
    '软件工程',
  );
  expect(nodeAt(tree, ['graduate', '08', '0812'])).toBeUndefined();
  expect(nodeAt(tree, ['graduate', '08', '0835', 'graduate_083501'])).toBeUndefined();
});
