import type { Failure, Report } from './report.ts';

const SLOWEST = 20;
const MESSAGE_LINES = 6;
const SHOWN_FAILURES = 10;

const printSlowest = ({ durations }: Report) => {
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length < 2) return;
  console.log(`\nSlowest ${slowest.length} of ${durations.length}:`);
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
};

/** At most ten lines: test, file, message, and the command that repeats it. */
const printFailure = ({ test, file, message, repeat }: Failure) => {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  console.error(`\nFAILED  ${test}`);
  if (file) console.error(`file    ${file}`);
  for (const line of lines.slice(0, MESSAGE_LINES)) console.error(`        ${line}`);
  console.error(`repeat  ${repeat}`);
};

/** The end of a run: what was slow, what needed a second try, and each failure with its command. */
export const printSummary = (report: Report) => {
  printSlowest(report);
  for (const name of report.retried) console.warn(`\nPASSED AT ITS SECOND TRY  ${name}`);
  for (const failure of report.failures.slice(0, SHOWN_FAILURES)) printFailure(failure);
  const hidden = report.failures.length - SHOWN_FAILURES;
  if (hidden > 0) console.error(`\n… and ${hidden} more failures, each printed above where it happened.`);
};
