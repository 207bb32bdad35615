import { readFileSync } from 'node:fs';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';

/** Reads the given sheet and prints the result, the duration and the peak memory of this process. */
const [, , file = ''] = process.argv;
const told = await readSheet(readFileSync(file), ['姓名'], 2000).then(
  (rows) => `${rows.length} rows`,
  (error: Error) => error.message,
);
/** Computed, by all threads: what other work of the machine takes does not count. */
const { user, system } = process.cpuUsage();
const seconds = (user + system) / 1_000_000;
/** On Linux the maximum of the usage begins with what the parent had when it started this one. */
const kilobytes =
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.resourceUsage().maxRSS;
process.stdout.write(JSON.stringify({ told, seconds, megabytes: Math.round(kilobytes / 1024) }));
