import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { createProgress } from './progress.ts';
import { emptyReport, type Failure, writeReport } from './report.ts';

type ErrorLike = Pick<SerializedError, 'message'> & { diff?: unknown; stack?: string };

const ownFrames = (stack = '') =>
  stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));

/** The full text of a failure, printed as soon as it happens. */
const describe = ({ message, diff, stack }: ErrorLike) =>
  [message, ...(typeof diff === 'string' ? [diff] : []), ...ownFrames(stack)].join('\n');

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Progress and failures of Vitest as `npm test` shows them. */
export default class ProgressReporter implements Reporter {
  #report = emptyReport();
  #progress = createProgress('files', 0, () => ({ passed: 0, failed: 0 }));

  onTestRunStart(specifications: readonly TestSpecification[]) {
    const counts = () => ({ passed: this.#report.passed, failed: this.#report.failures.length });
    this.#progress = createProgress('files', specifications.length, counts);
  }

  onTestModuleStart(module: TestModule) {
    this.#progress.begin(module.relativeModuleId);
  }

  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state === 'passed') this.#report.passed += 1;
    if (test.diagnostic()?.flaky) {
      this.#report.retried.push(test.fullName);
      console.warn(`PASSED AT ITS SECOND TRY: ${test.fullName}\n${errors?.map(describe).join('\n') ?? ''}`);
    }
    if (state !== 'failed') return;
    this.#fail(test.module, test.fullName, errors);
    for (const { content } of test.logs()) console.error(content.trimEnd());
  }

  onTestModuleEnd(module: TestModule) {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const seconds = (duration + collectDuration + setupDuration) / 1000;
    this.#report.durations.push({ name: module.relativeModuleId, seconds });
    // Hooks around tests, and files that cannot be read.
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) this.#fail(module, suite.fullName, suite.errors());
    if (module.errors().length > 0) this.#fail(module, '', module.errors());
    this.#progress.end(module.relativeModuleId);
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled) {
      const failure = { test: 'an error outside of all tests', file: '', repeat: 'npx vitest run' };
      this.#add({ ...failure, message: error.message }, [error]);
    }
    writeReport(this.#report);
  }

  #fail({ relativeModuleId: file, project }: TestModule, test: string, errors: readonly ErrorLike[] = []) {
    const filter = test === '' ? '' : ` -t ${quote(escapePattern(test))}`;
    const repeat = `npx vitest run --project ${project.name} ${file}${filter}`;
    this.#add({ test, file, message: errors[0]?.message ?? 'no message', repeat }, errors);
  }

  #add(failure: Failure, errors: readonly ErrorLike[]) {
    this.#report.failures.push(failure);
    console.error(`FAILED: ${failure.test}\n  in ${failure.file}\n${errors.map(describe).join('\n')}\n`);
  }
}
