import { describe, expect, it } from 'vitest';
import { pathOfCode } from '../subject/path.ts';
import { runSelection } from './run-selection.ts';
import type { Selection, SelectionParams } from './selection.ts';
import { expertOf, fileOf, paramsOf } from './testing/random-selection.ts';

const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};

describe('a draw', () => {
  const drawOf = (patch: Partial<Selection>, params: Partial<SelectionParams> = {}) =>
    run({
      files: [fileOf({ need: 1 })],
      experts: [],
      conflicts: [],
      ...patch,
      params: paramsOf({ mode: 'draw', ...params }),
    });
  const expertsOf = (count: number, code: string, from: number) =>
    Array.from({ length: count }, (_, at) =>
      expertOf({ id: from + at, schoolId: from + at, subjects: [pathOfCode('under', code)] }),
    );

  it('lists the reserves', () => {
    const result = drawOf({ experts: expertsOf(6, '080901', 10) }, { reserves: 4 });
    const named = [result.pairs[0]!, ...result.reserves[0]!].map(({ expert }) => expert);
    expect(named).toHaveLength(5);
    expect(new Set(named).size).toBe(5);
  });
});
