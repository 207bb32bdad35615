import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { coverPdf } from './cover-pdf.ts';
import { coverImage, drawPicture } from './draw-picture.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import type { Answer, CopyProblem, Job, Told } from './job.ts';
import { TooMuch } from './open-document.ts';

const problemOf = (error: unknown): CopyProblem => {
  if (error instanceof TooMuch) return 'too_slow';
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
};

const tell = (told: Told) => new Promise<void>((resolve) => process.send?.(told, () => resolve()));

const shared = () => new Int32Array(new SharedArrayBuffer(4));
const steps = shared();
const pages = shared();

/** Have a picture recognised; each is a step for which there is time. */
const ask: ReadPicture = async (asked) => {
  const answered = once(process, 'message');
  await tell({ asked });
  const [{ read }] = (await answered) as [Answer];
  Atomics.add(steps, 0, 1);
  return read;
};

const run = async (job: Job): Promise<Told> => {
  if ('picture' in job) {
    await drawPicture(job.picture);
    return { drawn: true };
  }
  const { cover, canAsk } = job;
  let last = 0;
  const progress = (done: number, total: number) => {
    Atomics.add(steps, 0, done - last);
    last = done;
    Atomics.store(pages, 0, total / 2);
    void tell({ progress: [done, total] });
  };
  const read = canAsk ? ask : undefined;
  return { covered: await (cover.isPicture ? coverImage(cover, read) : coverPdf(cover, progress, read)) };
};

const watcher = new Worker(new URL('watch.child.ts', import.meta.url), { workerData: { steps, pages } });
process.once('message', (job: Job) => {
  void run(job)
    .catch((error: unknown): Told => ({ problem: problemOf(error) }))
    .then(async (told) => {
      await tell(told);
      await watcher.terminate();
      process.exit();
    });
});
