import type { Db } from '../../platform/database/db.ts';
import type { Checked } from '@zhiping/shared/contracts/record-check.ts';
import type { Check } from './check.ts';
import { commitmentCheck, copyCheck, materialCheck, ruleCheck, snapshotCheck } from './contents.check.ts';
import { eligibilityCheck, recommendationCheck } from './decisions.check.ts';
import { confirmationCheck } from './confirmations.check.ts';
import { cycleCheck } from './cycles.check.ts';
import { drawCheck, placeCheck } from './draws.check.ts';
import { opinionCheck } from './opinions.check.ts';
import { accountCheck, projectPersonCheck } from './persons.check.ts';
import { removedCheck } from './removed.check.ts';
import { resultCheck } from './results.check.ts';
import { roundCheck } from './rounds.check.ts';
import { stepCheck } from './steps.check.ts';
import { stateChecks } from './states.check.ts';
import { termCheck, windowCheck } from './terms.check.ts';

const checks: readonly Check[] = [
  ...stateChecks,
  stepCheck,
  projectPersonCheck,
  accountCheck,
  snapshotCheck,
  materialCheck,
  eligibilityCheck,
  recommendationCheck,
  ruleCheck,
  cycleCheck,
  windowCheck,
  commitmentCheck,
  copyCheck,
  drawCheck,
  placeCheck,
  termCheck,
  opinionCheck,
  roundCheck,
  resultCheck,
  confirmationCheck,
  removedCheck,
];

/** So many findings of a kind are named; the others are counted. */
const NAMED = 100;

/**
 * Compares what the product holds with what the events of the audit record say: hashes are computed again, states are
 * replayed. The chain itself is verified before (`verifyChain`): only then do its events say what happened.
 */
export const runChecks = async (
  db: Db,
  {
    progress = () => {},
    further = [],
  }: {
    progress?: (name: string, compared: number) => void;
    /** Checks beside those of the rows. */
    further?: readonly Check[];
  } = {},
): Promise<Checked[]> => {
  const results: Checked[] = [];
  for (const { name, run } of [...checks, ...further]) {
    const result: Checked = { name, compared: 0, silent: 0, wrong: 0, findings: [] };
    await run(db, {
      compared: (count) => {
        result.compared += count;
        progress(name, result.compared);
      },
      silent: (count) => {
        result.silent += count;
      },
      found: (finding) => {
        result.wrong += 1;
        if (result.findings.length < NAMED) result.findings.push(finding);
      },
    });
    results.push(result);
  }
  return results;
};

/** The problems, a sentence each. */
export const problemsIn = (results: readonly Checked[]): string[] =>
  results.flatMap(({ name, findings, wrong }) => [
    ...findings.map(
      ({ table, id, seq, problem }) =>
        `${name}，${table} ${id}${seq === null ? '' : `，事件 ${seq}`}：${problem}`,
    ),
    ...(wrong > findings.length ? [`${name}，另有 ${wrong - findings.length} 处`] : []),
  ]);

/** Results in sentences, wrong ones first. */
export const inWords = (results: readonly Checked[]): string[] => [
  ...problemsIn(results).map((problem) => `不符：${problem}`),
  ...results.map(
    ({ name, compared, silent, wrong }) =>
      `${name}：核对 ${compared} 条，不符 ${wrong} 条${silent > 0 ? `，早先的 ${silent} 条没有可对照的事件` : ''}`,
  ),
];
