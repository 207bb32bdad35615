import { verifyStrata } from './strata.ts';
import { type Sha256, type Verification, verifyDraw } from './verify-draw.ts';

const hasStrata = (text: string): boolean => {
  try {
    const { roster } = JSON.parse(text) as { roster?: { strata?: unknown } };
    return roster?.strata !== undefined;
  } catch {
    return false;
  }
};

/**
 * Checks a record of either kind: experts for projects, or strata, as of committees and panels. Needs neither database
 * nor network.
 */
export const verifyRecord = (text: string, sha256: Sha256): Promise<Verification> =>
  hasStrata(text) ? verifyStrata(text, sha256) : verifyDraw(text, sha256);
