import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBudgets } from './budgets.ts';
import { ensureChromium } from './find-chromium.ts';
import { run } from './run.ts';
import { ensureWebBuild } from './web-build.ts';

type Count = { passed: number; failed: number };
/** What a run is for: everything without system services, what touches the database again, or what deploy/ ships. */
type Purpose = 'all' | 'database' | 'deployment';
type Step = { name: string; purposes: Purpose[]; run: (reports: string) => Promise<Count | 'ok' | 'failed'> };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

const readReport = async <T>(file: string): Promise<T | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
};

/** A runner that ends badly without a failed test (a broken file, a crash) still counts as one failure. */
const countOf = (code: number, passed = 0, failed = 0): Count => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
});

/**
 * What proves nothing about another PostgreSQL: it asks no database, or who may do and see what, or what a crash leaves,
 * over statements that other tests send as well, or it brings its own PostgreSQL.
 */
const apartFromDatabase = [
  'server/scripts/*.test.ts',
  'server/src/**/{config,identity,people,articles,quiet-hours,search-words,sanitize-body}.test.ts',
  'server/src/demo/*.test.ts',
  'server/src/modules/{blind-copy,mapping,review}/**/*.test.ts',
  'server/src/modules/assignment/round-*.test.ts',
  'server/src/modules/draw/result/*.test.ts',
  'server/src/modules/draw/*-guards.test.ts',
  'server/src/modules/draw/draw-again.test.ts',
  'server/src/modules/export/background-exports.test.ts',
  'server/src/modules/file/s3-storage.test.ts',
  'server/src/modules/project/{check-project,check-steps,handed-in,materials,return-project,supervising-body}.test.ts',
  'server/src/modules/project/import/import-archive.test.ts',
  'server/src/platform/audit/audit-heads.test.ts',
  'server/src/platform/auth/{captcha,captcha-strength,passwords}.test.ts',
  'server/src/platform/files/{check-pdf,file-kind,file-store}.test.ts',
  'server/src/platform/http/*.test.ts',
  'server/src/platform/sheets/*.test.ts',
  'server/test/{bad-input,contracts,docs,long-input,malformed-forms,own-postgres,sheet-bombs,slow-bodies}.test.ts',
  'server/test/{assignment,cycle,draw,project}-states.test.ts',
  'server/test/{archive,import}-kill.test.ts',
  'server/test/cut-*.test.ts',
  'server/test/{deadlines,hidden-values,leak,leak-narrow,leak-schools,process,role-matrix,scope-matrix}.test.ts',
];

const runVitest = async (reports: string, projects: string[], excluded: string[]): Promise<Count> => {
  const file = join(reports, 'vitest.json');
  const args = [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...excluded.flatMap((files) => ['--exclude', files]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await run('npx', args);
  const report = await readReport<VitestReport>(file);
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  for (const { fullName } of tests.filter(
    (test) => test.status === 'passed' && test.failureMessages.length > 0,
  ))
    console.warn(`FLAKY, passed at its second try: ${fullName}`);
  return countOf(code, report?.numPassedTests, report?.numFailedTests);
};

const runPlaywright = async (reports: string): Promise<Count> => {
  const file = join(reports, 'playwright.json');
  const env = { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  // Two more tries where a busy machine failed a story; the report names it as flaky, so that its cause is looked for.
  const args = [
    'playwright',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--retries=2',
    '--reporter=list,json',
  ];
  const code = await run('npx', args, { env });
  const report = await readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  return countOf(code, expected + flaky, unexpected);
};

const { values: options } = parseArgs({
  options: { 'database-only': { type: 'boolean' }, deployment: { type: 'boolean' } },
});
const chosen = options['database-only'] ? 'database' : 'all';
const purpose: Purpose = options.deployment ? 'deployment' : chosen;
const projects = { all: ['shared', 'server', 'web', 'dom'], database: ['server'], deployment: ['deploy'] };

const steps: Step[] = [
  {
    name: 'types, lint, format',
    purposes: ['all'],
    run: async () => ((await run('npm', ['run', '--silent', 'check'])) === 0 ? 'ok' : 'failed'),
  },
  {
    name: 'web build and size',
    purposes: ['all'],
    run: async () => {
      await ensureWebBuild();
      return (await checkBudgets()).length === 0 ? 'ok' : 'failed';
    },
  },
  {
    name: 'rules and HTTP',
    purposes: ['all', 'database'],
    run: (reports) => runVitest(reports, projects[purpose], purpose === 'database' ? apartFromDatabase : []),
  },
  {
    name: 'proxies, failover, units',
    purposes: ['deployment'],
    run: (reports) => runVitest(reports, projects[purpose], []),
  },
  { name: 'stories in the browser', purposes: ['all'], run: runPlaywright },
];

const runSteps = async (reports: string) => {
  const total: Count = { passed: 0, failed: 0 };
  for (const step of steps.filter(({ purposes }) => purposes.includes(purpose))) {
    const start = performance.now();
    console.log(`\n== ${step.name}`);
    const outcome = await step.run(reports);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (typeof outcome === 'object') {
      total.passed += outcome.passed;
      total.failed += outcome.failed;
    } else if (outcome === 'failed') total.failed += 1;
    console.log(`== ${step.name}: ${seconds} s`);
    if (total.failed > 0) {
      console.error(`\nFAILED: ${step.name}. The steps after it did not run.`);
      break;
    }
  }
  return total;
};

const reports = await mkdtemp(join(tmpdir(), 'zhiping-reports-'));
let total: Count = { passed: 0, failed: 1 };
try {
  total = await runSteps(reports);
} catch (error) {
  console.error(`\nFAILED: ${(error as Error).message}`);
} finally {
  await rm(reports, { recursive: true, force: true });
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
