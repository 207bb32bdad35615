import { expect, test } from 'vitest';
import { buildTree, findPath, walkTree } from './tree.ts';

const rows = [
  { id: 3, pid: 1 },
  { id: 1, pid: null },
  { id: 2, pid: 1 },
  { id: 4, pid: 3 },
  { id: 9, pid: 99 },
  { id: 5, pid: 6 },
  { id: 6, pid: 5 },
];
const trees = buildTree(rows);

test('keeps the order, takes orphans as roots, leaves circles out', () => {
  expect(trees.map((node) => node.id)).toEqual([1, 9]);
  expect(trees[0]!.children.map((node) => node.id)).toEqual([3, 2]);
});

test('walks parents before children', () =>
  expect([...walkTree(trees)].map((node) => node.id)).toEqual([1, 3, 4, 2, 9]));

test('finds the way from the root', () => {
  expect(findPath(trees, (node) => node.id === 4).map((node) => node.id)).toEqual([1, 3, 4]);
  expect(findPath(trees, (node) => node.id === 5)).toEqual([]);
});
