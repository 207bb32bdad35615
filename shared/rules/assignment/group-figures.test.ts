import { expect, test } from 'vitest';
import { groupFigures, subjectGroups } from './group-figures.ts';
import { expertOf, fileOf, paramsOf } from './testing/random-selection.ts';

const physics = ['under', '07', '0702', '070201'];
const software = ['under', '08', '0809', '080902'];
const computing = ['under', '08', '0809', '080901'];

test('each first-level subject has demand, supply and result, scarcest first', () => {
  const files = [
    fileOf({ id: 1, need: 2, subjects: [computing] }),
    fileOf({ id: 2, need: 2, subjects: [software, physics] }),
    fileOf({ id: 3, need: 3, subjects: [physics] }),
  ];
  const experts = [
    expertOf({ id: 1, cap: 4, openLoad: 1, subjects: [computing, software] }),
    expertOf({ id: 2, cap: 2, openLoad: 0, subjects: [software, physics] }),
    expertOf({ id: 3, cap: 9, openLoad: 0, subjects: [physics], isEnabled: false }),
  ];
  const groups = subjectGroups({ files, experts, conflicts: [], params: paramsOf() });
  const pairs = [
    { file: 1, expert: 1, match: 10_000 },
    { file: 1, expert: 2, match: 6500 },
    { file: 2, expert: 1, match: 9500 },
    { file: 3, expert: 2, match: 9000 },
  ];
  expect(groupFigures(groups, pairs, (expert) => (expert === 1 ? 1 : 0))).toEqual([
    {
      path: ['under', '07', '0702'],
      files: 1,
      need: 3,
      experts: 1,
      places: 2,
      filled: 1,
      match: { least: 90, mean: 90, most: 90 },
      load: { least: 2, mean: 2, most: 2 },
    },
    {
      path: ['under', '08', '0809'],
      files: 2,
      need: 4,
      experts: 2,
      places: 5,
      filled: 3,
      match: { least: 65, mean: 86.7, most: 100 },
      load: { least: 2, mean: 2.5, most: 3 },
    },
  ]);
  expect(groupFigures(groups, [], () => 0).map(({ filled, match, load }) => [filled, match, load])).toEqual([
    [0, null, null],
    [0, null, null],
  ]);
});
