import { expect, test } from 'vitest';
import { filterNodes, keysToDepth, keysToHits, type PaneNode } from './tree-nodes.ts';

const node = (key: string, title: string, children?: PaneNode[]): PaneNode => ({ key, title, children });
const nodes = [
  node('a', '工学', [
    node('b', '计算机类', [node('c', '软件工程'), node('d', '网络工程')]),
    node('e', '机械类'),
  ]),
  node('f', '理学', [node('g', '数学类')]),
];

test('keeps the parents of a hit and the nodes below it', () => {
  expect(filterNodes(nodes, '软件')).toEqual([
    node('a', '工学', [node('b', '计算机类', [node('c', '软件工程')])]),
  ]);
  expect(filterNodes(nodes, '计算机')).toEqual([node('a', '工学', [nodes[0]!.children![0]!])]);
  expect(filterNodes(nodes, '医学')).toEqual([]);
});

test('returns the keys that open the given number of levels', () => {
  expect(keysToDepth(nodes, 1)).toEqual([]);
  expect(keysToDepth(nodes, 2)).toEqual(['a', 'f']);
  expect(keysToDepth(nodes, 9)).toEqual(['a', 'b', 'f']);
});

test('returns the parents of a hit, not the hit itself', () => {
  expect(keysToHits(nodes, '工程')).toEqual(['a', 'b']);
  expect(keysToHits(nodes, '机械')).toEqual(['a']);
  expect(keysToHits(nodes, '理学')).toEqual([]);
});
