import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../find-chromium.ts';
import { run } from '../run.ts';
import { emptyReport, readReport, type Report, REPORT_VARIABLE } from './report.ts';

/** Which tests to run: projects of the runner, and of these only some files or a part. */
export type Selection = { projects: string[]; files?: string[]; shard?: string | undefined };

const reporter = (name: string) => join(import.meta.dirname, `${name}-reporter.ts`);

/** A runner that ends badly without a failed test, as after a crash, still counts as one failure. */
const reported = (code: number, report: Report = emptyReport(), repeat: string): Report => {
  if (code === 0 || report.failures.length > 0) return report;
  const failure = { test: 'the runner itself', file: '', message: `It ended with code ${code}.`, repeat };
  return { ...report, failures: [failure] };
};

const runWithReport = async (command: string[], env: Record<string, string | undefined>) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-report-'));
  try {
    const file = join(directory, 'report.json');
    const code = await run('npx', command, { env: { ...env, [REPORT_VARIABLE]: file } });
    return reported(code, await readReport(file), `npx ${command.join(' ')}`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const optionsOf = ({ projects, files = [], shard }: Selection) => [
  ...files,
  ...projects.flatMap((project) => ['--project', project]),
  ...(shard ? [`--shard=${shard}`] : []),
];

export const runVitest = (selection: Selection) =>
  runWithReport(['vitest', 'run', ...optionsOf(selection), `--reporter=${reporter('vitest')}`], {});

/** Stories always run on the packaged PostgreSQL, as most who try the product do. */
export const runPlaywright = async (selection: Selection) =>
  runWithReport(
    [
      'playwright',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      ...optionsOf(selection),
      `--reporter=${reporter('playwright')}`,
    ],
    { CHROMIUM_PATH: await ensureChromium(), DATABASE_URL: undefined },
  );
