import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Colours are only what they are to be when nothing fades in any more. A skeleton's shimmer never ends. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

type RunOptions = Parameters<AxeBuilder['options']>[0];

const everyRule: RunOptions = { rules: { 'target-size': { enabled: true } } };

/** For pages that were checked by every rule in other colours. */
export const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * No findings of axe, its best practices included. A failure lists each rule with the elements that
 * break it, and does not end the story: the pages after it are looked at too.
 */
export const expectNoAxeFindings = async (page: Page, options = everyRule): Promise<void> => {
  await settled(page);
  // Its other mode opens a page of its own for each run, for the sake of frames of other sites, which we have none of.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  );
  expect.soft(findings).toEqual([]);
};
