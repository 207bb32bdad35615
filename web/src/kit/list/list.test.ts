import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { expect, test, vi } from 'vitest';
import { clearFilters, hasFilters } from './list.ts';

const listOf = (query: object) => {
  const set = vi.fn<(patch: object) => void>();
  return { list: { endpoint: assignmentApi.files, query: { page: 0, size: 20, ...query }, set }, set };
};

test('a required parameter such as the cycle is no filter, and stays when the filters are cleared', () => {
  expect(hasFilters(listOf({ cycleId: 2 }).list)).toBe(false);
  const { list, set } = listOf({ cycleId: 2, blurry: '王', schoolId: undefined });
  expect(hasFilters(list)).toBe(true);
  clearFilters(list);
  expect(set).toHaveBeenCalledWith({ blurry: undefined });
});
