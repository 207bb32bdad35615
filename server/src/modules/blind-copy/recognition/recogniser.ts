import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { forkHelper } from '../../../platform/helper/fork-helper.ts';
import { recognitionModule } from './add-on.ts';
import { type Read, type ReadPicture, recogniserLimits } from './recogniser-job.ts';

/** After so many failures the pages that are left of a file stay for a person. */
const MAX_FAILURES = 3;

const start = () => forkHelper(new URL('recogniser.child.ts', import.meta.url), recogniserLimits);

/** A process that recognises. It begins with the first picture, and once more after one that it failed at. */
export const beginRecogniser = (begin = start) => {
  let child: ChildProcess | undefined;
  let failures = 0;
  const end = async () => {
    const gone = child;
    child = undefined;
    if (!gone || gone.exitCode !== null || gone.signalCode !== null) return;
    gone.kill('SIGKILL');
    await once(gone, 'exit');
  };
  const read: ReadPicture = async (asked) => {
    if (failures >= MAX_FAILURES) return null;
    child ??= begin();
    const answer = await answerOf(child, asked);
    if (answer === null) {
      failures += 1;
      await end();
    }
    return answer;
  };
  return { read, end };
};

/** Have something done with recognition at hand, where it is installed. */
export const withRecogniser = async <T>(work: (read: ReadPicture | undefined) => Promise<T>): Promise<T> => {
  if (recognitionModule === null) return work(undefined);
  const { read, end } = beginRecogniser();
  try {
    return await work(read);
  } finally {
    await end();
  }
};

/** The answer of a process; null if it ends before or takes too long. */
const answerOf = (child: ChildProcess, asked: Parameters<ReadPicture>[0]) =>
  new Promise<Read | null>((resolve) => {
    const finish = (answer: Read | null) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), recogniserLimits.silentMs);
    child.once('message', (answer) => finish(answer as Read));
    child.once('exit', () => finish(null));
    child.send(asked, (error) => error && finish(null));
  });
