import { expect, test } from 'vitest';
import { partlyChosen, toggleMenu, type MenuNode } from './menu-choice.ts';

const tree: MenuNode[] = [{ id: 1, children: [{ id: 10, children: [{ id: 11 }, { id: 12 }] }, { id: 20 }] }];
const mayChange = () => true;
const toggle = (
  chosen: number[],
  id: number,
  isChosen: boolean,
  allowed = mayChange as (id: number) => boolean,
) =>
  [...toggleMenu({ tree, chosen: new Set(chosen), id, isChosen, mayChange: allowed })].sort((a, b) => a - b);

test('choosing a page adds its buttons and the directories above it', () => {
  expect(toggle([], 10, true)).toEqual([1, 10, 11, 12]);
  expect(toggle([], 12, true)).toEqual([1, 10, 12]);
});

test('removing a directory removes everything below it', () => {
  expect(toggle([1, 10, 11, 20], 1, false)).toEqual([]);
  expect(toggle([1, 10, 11, 20], 11, false)).toEqual([1, 10, 20]);
});

test('entries that must not change stay as they are', () => {
  const allowed = (id: number) => id !== 12;
  expect(toggle([], 10, true, allowed)).toEqual([1, 10, 11]);
  expect(toggle([1, 10, 11, 12], 10, false, allowed)).toEqual([1, 12]);
});

test('partly granted entries are found', () => {
  expect(partlyChosen(tree, new Set([1, 10, 11]))).toEqual([1, 10]);
  expect(partlyChosen(tree, new Set([1, 10, 11, 12, 20]))).toEqual([]);
});
