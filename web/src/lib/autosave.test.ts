import { describe, expect, it } from 'vitest';
import { addUnanswered } from './autosave.ts';

describe('addUnanswered', () => {
  it.each([
    [[], 'a', ['a']],
    [['a'], 'b', ['a', 'b']],
    // A retry of the same value.
    [['a', 'b'], 'b', ['a', 'b']],
    [['a', 'b', 'c', 'd'], 'e', ['a', 'b', 'c', 'd', 'e']],
    [['a', 'b', 'c', 'd', 'e'], 'f', ['a', 'c', 'd', 'e', 'f']],
  ])('%j and %s', (sent, next, all) => expect(addUnanswered(sent, next)).toEqual(all));
});
