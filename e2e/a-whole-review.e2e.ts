import { applyAll } from './support/story/applicants-apply.ts';
import { draw, makeBlindCopies } from './support/story/blind-and-draw.ts';
import { checkEligibility } from './support/story/eligibility.ts';
import { closeAndPublish, review } from './support/story/review.ts';
import { checkAndReport } from './support/story/school-checks.ts';
import { openWorld } from './support/story/world.ts';
import { setUpCycle } from './support/story/cycle.ts';
import { bringApplications } from './support/story/school-brings.ts';
import { test } from './support/test.ts';

/** The story that must be true, from an open cycle to the released opinions */
test('a cycle is opened, applied to, checked, drawn, reviewed and released', async ({ browser }) => {
  const world = await openWorld(browser);
  try {
    const cycle = await test.step('1 the office sets up a cycle and publishes it', () => setUpCycle(world));
    await test.step('2 a school brings thirty applications', () => bringApplications(world, cycle));
    await test.step('3 the applicants complete them and hand them in', () => applyAll(world));
    await test.step('4 the school checks, publicises and reports', () => checkAndReport(world, cycle));
    await test.step('5 the office decides who is eligible', () => checkEligibility(world, cycle));
    await test.step('6 blind copies are made and released', () => makeBlindCopies(world, cycle));
    await test.step('7 office and supervisor draw', () => draw(world, cycle));
    await test.step('8 the experts review', () => review(world, cycle));
    await test.step('9 the office closes the round and publishes', () => closeAndPublish(world, cycle));
  } finally {
    await world.close();
  }
});
