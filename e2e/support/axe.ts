import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe | undefined;
  }
}

/** Colours are only what they are to be when nothing fades in any more. A skeleton's shimmer never ends. */
const animationsEnded = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Every rule, its colours included: for pages as they open. */
export const everyRule: RunOptions = { rules: { 'target-size': { enabled: true } } };

/**
 * Interactive parts use the same colours, which are proven from the tokens (web/src/app/theme/contrast.test.ts);
 * checking those of each element takes longer than all other rules.
 */
const withoutColors: RunOptions = {
  rules: {
    ...everyRule.rules,
    'color-contrast': { enabled: false },
    'link-in-text-block': { enabled: false },
  },
};

/** Broken rules, each with its elements. axe stays in the page, so that it is sent once. */
const violationsOn = async (page: Page, options: RunOptions) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (given) => window.axe!.run(document, { ...given, resultTypes: ['violations'] }),
    options,
  );
  return violations;
};

/**
 * No findings of axe, its best practices included. A failure lists each rule with the elements that
 * break it, and does not end the story: the pages after it are looked at too.
 */
export const expectNoAxeFindings = async (page: Page, options = withoutColors): Promise<void> => {
  // A button that is at work is pale until it is done.
  await expect(page.locator('.ant-btn-loading:visible')).toHaveCount(0);
  await animationsEnded(page);
  const violations = await violationsOn(page, options);
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  );
  expect.soft(findings).toEqual([]);
};
