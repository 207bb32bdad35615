import { parseArgs } from 'node:util';
import { checkBudgets } from './budgets.ts';
import { run } from './run.ts';
import { findChanged } from './testing/changed.ts';
import { emptyReport, type Report } from './testing/report.ts';
import { runPlaywright, runVitest } from './testing/run-tests.ts';
import { printSummary } from './testing/summary.ts';
import { ensureWebBuild } from './web-build.ts';

/** Minutes are those of two cores that do nothing else. */
type Step = { name: string; minutes: number; run: () => Promise<Report> };

const { values: options } = parseArgs({
  options: {
    /** The tests that must be slow, each with its reason; `npm test` leaves them out. */
    long: { type: 'boolean' },
    /** Every ordered pair of events: too long for each change. */
    pairs: { type: 'boolean' },
    /** Proxies, failover and units of `deploy/`. */
    deploy: { type: 'boolean' },
    /** Only tests that the change since `origin/main` can reach. */
    changed: { type: 'boolean' },
    /** One part of several, for several machines: `1/3`. */
    shard: { type: 'string' },
    /** A test that passed at its second try counts as failed. */
    strict: { type: 'boolean' },
  },
});
const { shard } = options;

const failedCommand = (command: string): Report => ({
  ...emptyReport(),
  failures: [{ test: command, file: '', message: 'Its output stands above.', repeat: command }],
});

const check: Step = {
  name: 'types, lint, format',
  minutes: 1,
  run: async () =>
    (await run('npm', ['run', '--silent', 'check'])) === 0 ? emptyReport() : failedCommand('npm run check'),
};
const build: Step = {
  name: 'web build and its size',
  minutes: 0.5,
  run: async () => {
    await ensureWebBuild();
    return (await checkBudgets()).length === 0 ? emptyReport() : failedCommand('npm run build');
  },
};

const all: Step[] = [
  check,
  build,
  {
    name: 'rules, HTTP and parts of pages',
    minutes: 5,
    run: () => runVitest({ projects: ['shared', 'server', 'web', 'dom'], shard }),
  },
  { name: 'stories in a browser', minutes: 5, run: () => runPlaywright({ projects: ['stories'], shard }) },
];
const long: Step[] = [
  build,
  { name: 'long tests', minutes: 5, run: () => runVitest({ projects: ['long'], shard }) },
  { name: 'long stories', minutes: 4, run: () => runPlaywright({ projects: ['long'], shard }) },
];
const pairs: Step[] = [
  { name: 'ordered pairs', minutes: 15, run: () => runVitest({ projects: ['pairs'], shard }) },
];
const deploy: Step[] = [
  { name: 'proxies, failover, units, upgrades', minutes: 2, run: () => runVitest({ projects: ['deploy'] }) },
];

/** The steps that the change can break. */
const changedSteps = (): Step[] => {
  const changed = findChanged();
  if (!changed) {
    console.log('The change reaches all tests.');
    return all;
  }
  const { tests, stories } = changed;
  const projects = ['shared', 'server', 'web', 'dom'];
  const steps = [check];
  if (tests.length > 0)
    steps.push({
      name: `${tests.length} files of tests that the change reaches`,
      minutes: tests.length / 20,
      run: () => runVitest({ projects, files: tests }),
    });
  if (stories.length > 0)
    steps.push(build, {
      name: `${stories.length} files of stories that changed`,
      minutes: stories.length / 4,
      run: () => runPlaywright({ projects: ['stories'], files: stories }),
    });
  return steps;
};

const chooseSteps = () => {
  if (options.long) return long;
  if (options.pairs) return pairs;
  if (options.deploy) return deploy;
  return options.changed ? changedSteps() : all;
};

const add = (total: Report, report: Report): Report => ({
  passed: total.passed + report.passed,
  failures: [...total.failures, ...report.failures],
  retried: [...total.retried, ...report.retried],
  durations: [...total.durations, ...report.durations],
});

/** Runs the steps in order and stops after the first that failed. */
const runSteps = async (steps: readonly Step[]) => {
  let total = emptyReport();
  for (const [index, step] of steps.entries()) {
    const start = performance.now();
    console.log(`\n== step ${index + 1} of ${steps.length}: ${step.name}`);
    total = add(total, await step.run());
    console.log(`== ${step.name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    if (total.failures.length === 0) continue;
    const left = steps.slice(index + 1).map(({ name }) => name);
    if (left.length > 0) console.error(`== not run after this failure: ${left.join('; ')}`);
    break;
  }
  return total;
};

const steps = chooseSteps();
const minutes = Math.ceil(steps.reduce((sum, step) => sum + step.minutes, 0));
console.log(`${steps.length} steps, about ${minutes} min on two free cores:`);
for (const [index, { name }] of steps.entries()) console.log(`  ${index + 1}. ${name}`);

let total: Report;
try {
  total = await runSteps(steps);
} catch (error) {
  const { message } = error as Error;
  total = {
    ...failedCommand('npm test'),
    failures: [{ test: 'npm test', file: '', message, repeat: 'npm test' }],
  };
}
printSummary(total);
const failed = total.failures.length + (options.strict ? total.retried.length : 0);
console.log(`\n${total.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
