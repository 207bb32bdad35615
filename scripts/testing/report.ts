import { readFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';

/** A test that failed, and the one command that repeats it. */
export type Failure = { test: string; file: string; message: string; repeat: string };

/** The result of one run of a test runner. Durations are of files, or of single stories, in seconds. */
export type Report = {
  passed: number;
  failures: Failure[];
  /** Tests that passed at a second try. */
  retried: string[];
  durations: { name: string; seconds: number }[];
};

export const emptyReport = (): Report => ({ passed: 0, failures: [], retried: [], durations: [] });

/** The reporters inside the runners write their report here. */
export const REPORT_VARIABLE = 'ZHIPING_TEST_REPORT';

/** Without the variable a runner was started by hand, and nothing is written. */
export const writeReport = (report: Report) => {
  const file = process.env[REPORT_VARIABLE];
  if (file) writeFileSync(file, JSON.stringify(report));
};

/** Answers undefined where the runner died before its end. */
export const readReport = async (file: string): Promise<Report | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Report);
};
