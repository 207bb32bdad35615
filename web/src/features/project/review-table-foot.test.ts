import { type ProjectState, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { expect, test } from 'vitest';
import { footOf } from './review-table-foot.ts';

const hash = '0123456789abcdef0123456789abcdef';
const SHORT = '校验 0123456789abcdef';

/** The foot of the submitted table, for the applicant and for checkers. */
const feet: Record<ProjectState, [own: string, checked: string]> = {
  draft: ['填写中，不作正式材料', `${SHORT}　填写中，不作正式材料`],
  submitted: [SHORT, SHORT],
  returned: ['已退回，不作正式材料', `${SHORT}　已退回，不作正式材料`],
  notRecommended: [SHORT, SHORT],
  unitPublicity: [SHORT, SHORT],
  reported: [SHORT, SHORT],
  supplementing: ['补正中，不作正式材料', `${SHORT}　补正中，不作正式材料`],
  eligible: [SHORT, SHORT],
  ineligible: [SHORT, SHORT],
  inExternalReview: [SHORT, SHORT],
  externalPassed: [SHORT, SHORT],
  externalFailed: [SHORT, SHORT],
  withdrawn: ['已放弃，不作正式材料', `${SHORT}　已放弃，不作正式材料`],
};

test.each(Object.keys(projectStates) as ProjectState[])(
  'the foot of the review table of a project that is %s',
  (state) => {
    const [own, checked] = feet[state];
    expect(footOf({ view: 'applicant', state, snapshots: [{ hash }, { hash: 'older' }] })).toBe(own);
    expect(footOf({ view: 'school', state, snapshot: { hash } })).toBe(checked);
    expect(footOf({ view: 'office', state, snapshot: { hash } })).toBe(checked);
  },
);

test('without a submission there is no hash', () => {
  expect(footOf({ view: 'applicant', state: 'draft', snapshots: [] })).toBe('填写中，不作正式材料');
});
