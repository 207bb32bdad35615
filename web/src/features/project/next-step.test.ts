import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { expect, test } from 'vitest';
import { type Standing, nextStepInWords } from './next-step.ts';

const cycle: Standing['cycle'] = {
  organiser: '评审办',
  applyClosesAt: '2026-09-30 23:59:59',
  reportClosesAt: '2026-10-15 23:59:59',
  bodyClosesAt: '2026-10-20 23:59:59',
  eligibilityClosesAt: '2026-10-31 23:59:59',
  reviewClosesAt: '2026-11-30 23:59:59',
  isOpen: true,
};
type Change = {
  cycle?: Partial<Standing['cycle']>;
  publicity?: Standing['publicity'];
  step?: Standing['step'];
};
const next = (state: ProjectState, change: Change = {}) =>
  nextStepInWords({
    state,
    cycle: { ...cycle, ...change.cycle },
    lastReturn: null,
    publicity: change.publicity ?? null,
    step: change.step ?? 'school',
  });
const publicity = { startsOn: '2026-10-08', endsOn: '2026-10-14' };

test.each<[ProjectState, Change, string]>([
  ['reported', {}, '审查资格，计划 2026-10-31 前完成'],
  ['reported', { cycle: { eligibilityClosesAt: null } }, '审查资格，结果会通知您'],
  ['reported', { step: 'body' }, '2026-10-20 23:59:59 前由主管部门审核，然后由评审办审查资格'],
  ['eligible', {}, '专家评审，计划 2026-11-30 前完成'],
  ['inExternalReview', {}, '正在评审，计划 2026-11-30 前完成'],
  ['inExternalReview', { cycle: { reviewClosesAt: null } }, '正在评审，结果公布后'],
  ['unitPublicity', { publicity }, '公示至 2026-10-14，期满后 2026-10-15 23:59:59 前报送评审办'],
  ['unitPublicity', {}, '接下来公示不少于五个工作日'],
  ['withdrawn', {}, '2026-09-30 23:59:59 前可以重新开始申报'],
  ['withdrawn', { cycle: { isOpen: false } }, '本批次现在不能重新申报'],
])('%s with %o', (state, change, words) => {
  expect(next(state, change)).toContain(words);
});
