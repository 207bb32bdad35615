import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * No findings of axe, its best practices included. A failure lists each rule with the elements that
 * break it, and does not end the story: the pages after it are looked at too.
 */
export const expectNoAxeFindings = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  );
  expect.soft(findings).toEqual([]);
};
