import { yearsAfter } from '../expert/periods.ts';
import type { IntegrityRecord } from './facts.ts';
import { amount } from './param.ts';
import { block, ok, type Verdict } from './rule.ts';

/** The law requires three years; no cycle may set less. */
export const RECORD_YEARS = 3;

export const integrityParams = {
  years: amount('记录期', '年', { standard: RECORD_YEARS, min: RECORD_YEARS, max: 10 }),
};

/** Whether a breach is still on record, including its last day. */
export const evaluateIntegrity = (
  { today, integrityRecords }: { today: string; integrityRecords: readonly IntegrityRecord[] },
  { years }: { years: number },
  consequence: string,
): Verdict => {
  const active = integrityRecords.find(({ since }) => today <= yearsAfter(since, years));
  if (!active) return ok('诚信档案中没有有效的失信记录', `记录期 ${years} 年`);
  const end = yearsAfter(active.since, years);
  return block(`${active.since} 起有失信记录（${active.reason}）`, `记录期至 ${end}，期内${consequence}`);
};
