import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { root } from '../run.ts';
import { createProgress } from './progress.ts';
import { emptyReport, writeReport } from './report.ts';

const textOf = ({ message, value, stack }: TestError) =>
  stripVTControlCharacters(stack ?? message ?? value ?? 'no message');

const nameOf = (test: TestCase) => `${fileOf(test)} › ${titleOf(test)}`;
const fileOf = (test: TestCase) => relative(root, test.location.file);
/** Without the names of project and file, which stand first. */
const titleOf = (test: TestCase) => test.titlePath().slice(3).join(' › ');

/** Progress and failures of the stories as `npm test` shows them. */
export default class ProgressReporter implements Reporter {
  #report = emptyReport();
  #progress = createProgress('stories', 0, () => ({ passed: 0, failed: 0 }));

  onBegin(_: FullConfig, suite: Suite) {
    const counts = () => ({ passed: this.#report.passed, failed: this.#report.failures.length });
    this.#progress = createProgress('stories', suite.allTests().length, counts);
  }

  onTestBegin(test: TestCase) {
    this.#progress.begin(nameOf(test));
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const name = nameOf(test);
    const isLast =
      test.outcome() === 'expected' || result.retry === test.retries || result.status === 'passed';
    const errors = result.errors.map(textOf).join('\n');
    if (result.status !== 'passed' && errors)
      console.error(`FAILED, try ${result.retry + 1}: ${name}\n${errors}\n`);
    if (!isLast) return;
    this.#report.durations.push({ name, seconds: result.duration / 1000 });
    if (test.outcome() === 'unexpected')
      this.#report.failures.push({
        test: titleOf(test),
        file: fileOf(test),
        message: errors || result.status,
        repeat: `npx playwright test --config e2e/playwright.config.ts ${fileOf(test)}:${test.location.line}`,
      });
    else if (test.outcome() !== 'skipped') this.#report.passed += 1;
    if (test.outcome() === 'flaky') this.#report.retried.push(name);
    this.#progress.end(name);
  }

  onError(error: TestError) {
    const failure = { test: 'an error outside of all stories', file: '', message: textOf(error) };
    this.#report.failures.push({
      ...failure,
      repeat: 'npx playwright test --config e2e/playwright.config.ts',
    });
    console.error(`FAILED: ${failure.message}`);
  }

  onStdOut(chunk: string | Buffer) {
    process.stdout.write(chunk);
  }

  onStdErr(chunk: string | Buffer) {
    process.stderr.write(chunk);
  }

  onEnd() {
    writeReport(this.#report);
  }
}
