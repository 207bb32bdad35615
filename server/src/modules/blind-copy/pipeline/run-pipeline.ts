import { once } from 'node:events';
import { createLimit } from '@zhiping/shared/limit.ts';
import { forkHelper } from '../../../platform/helper/fork-helper.ts';
import type { Asked, ReadPicture } from '../recognition/recogniser-job.ts';
import type { Answer, CopyProblem, Covered, CoverJob, Job, PictureJob, Told } from './job.ts';
import { type CopyLimits, copyLimits } from './limits.ts';

/** Each run takes a process, a core and up to a gigabyte; users who look at pages do not wait for a whole cycle. */
const covering = createLimit(1);
const drawing = createLimit(1);

type Watch = {
  signal?: AbortSignal;
  progress?: (done: number, total: number) => void;
  /** Recognises pictures, where that is installed. */
  read?: ReadPicture | undefined;
  limits?: CopyLimits;
};

/** Do a job in a process of its own, which dies alone of whatever is in a file, and is ended once it takes more than its limits. */
const runChild = async (job: Job, { signal, progress, read, limits = copyLimits }: Watch): Promise<Told> => {
  signal?.throwIfAborted();
  const child = forkHelper(new URL('pipeline.child.ts', import.meta.url), limits);
  const kill = () => child.kill('SIGKILL');
  let timer = setTimeout(kill, limits.silentMs);
  const answer = async (asked: Asked) => {
    // Recognition has limits of its own.
    clearTimeout(timer);
    const answered: Answer = { read: (await read?.(asked)) ?? null };
    if (!child.connected) return;
    timer = setTimeout(kill, limits.silentMs);
    child.send(answered);
  };
  signal?.addEventListener('abort', kill, { once: true });
  let told: Told = { problem: 'too_slow' };
  child.on('message', (message: Told) => {
    clearTimeout(timer);
    timer = setTimeout(kill, limits.silentMs);
    if ('asked' in message) void answer(message.asked);
    else if ('progress' in message) progress?.(...message.progress);
    else told = message;
  });
  child.send(job);
  try {
    // The last message may arrive after the exit.
    await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
  signal?.throwIfAborted();
  return told;
};

/** Make the blind copy of a file, whole, or say why not. */
export const coverFile = async (
  job: CoverJob,
  watch: Watch = {},
): Promise<{ covered: Covered } | { problem: CopyProblem }> => {
  const told = await covering(() => runChild({ cover: job, canAsk: watch.read !== undefined }, watch));
  if ('covered' in told || 'problem' in told) return told;
  return { problem: 'broken' };
};

/** Draw one page of a file as a PNG; answers whether it could be. */
export const drawFilePage = async (job: PictureJob): Promise<boolean> =>
  'drawn' in (await drawing(() => runChild({ picture: job }, {})));
