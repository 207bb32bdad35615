import { type ChildProcess, fork } from 'node:child_process';
import { helperEnv } from '../helper-env.ts';
import type { HelperLimits } from './limits.ts';

/** Start a program that opens other people's files, and dies alone of what is in them. It calls `watchSelf` first. */
export const forkHelper = (program: URL, limits: HelperLimits): ChildProcess =>
  fork(program, [JSON.stringify(limits), String(process.pid)], {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    env: helperEnv(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
