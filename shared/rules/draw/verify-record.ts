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

/** Check a record of either kind: of experts for files, or of strata, as of committees and panels. Needs neither database nor network. */
export const verifyRecord = (text: string, sha256: Sha256): Promise<Verification> =>
  hasStrata(text) ? verifyStrata(text, sha256) : verifyDraw(text, sha256);
