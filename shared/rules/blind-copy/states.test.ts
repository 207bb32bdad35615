import { expect, test } from 'vitest';
import { type BlindFindings, blindStateOf, editDenial, releaseDenial } from './states.ts';

const clean: BlindFindings = {
  hasCopy: true,
  problem: null,
  isChanged: false,
  isReleased: false,
  isOld: false,
  left: 0,
  open: 0,
  doubted: 0,
};

test.each([
  [{ hasCopy: false }, 'unchecked', 'blind.unchecked', 'blind.unchecked'],
  [{ hasCopy: false, problem: 'broken' as const }, 'needsWork', 'blind.problem', 'blind.problem'],
  [{ isChanged: true }, 'needsWork', 'blind.changed', 'blind.changed'],
  [{ isOld: true }, 'covered', 'blind.old', 'blind.old'],
  [{ left: 1 }, 'needsWork', 'blind.left', 'blind.left'],
  [{ open: 1 }, 'needsWork', 'blind.open', null],
  [{ doubted: 1 }, 'needsPerson', 'blind.doubted', null],
  [{}, 'covered', null, null],
  [{ isReleased: true }, 'released', 'blind.released', 'blind.released'],
])('%j is %s', (change, state, plain, waived) => {
  const copy = { ...clean, ...change };
  expect(blindStateOf(copy)).toBe(state);
  expect(releaseDenial(copy, false)?.code ?? null).toBe(plain);
  expect(releaseDenial(copy, true)?.code ?? null).toBe(waived);
});

test('marks change only on a copy that is not released', () => {
  expect(editDenial(clean)).toBeNull();
  expect(editDenial({ ...clean, isReleased: true })?.code).toBe('blind.released');
  expect(editDenial({ ...clean, hasCopy: false })?.code).toBe('blind.unchecked');
});
