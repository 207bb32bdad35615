import { beginProgram } from './helper-programs.ts';

/** Starts a program, prints its process id and dies. */
const child = beginProgram('waits');
child.once('spawn', () => process.send?.(child.pid, () => process.kill(process.pid, 'SIGKILL')));
