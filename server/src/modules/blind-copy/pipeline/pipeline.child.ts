import { Worker } from 'node:worker_threads';
import { coverPdf } from './cover-pdf.ts';
import { coverImage, drawPicture } from './draw-picture.ts';
import type { CopyProblem, Job, Told } from './job.ts';
import { watchScript } from './limits.ts';
import { TooMuch } from './open-document.ts';

const problemOf = (error: unknown): CopyProblem => {
  if (error instanceof TooMuch) return 'too_slow';
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
};

const tell = (told: Told) => new Promise<void>((resolve) => process.send?.(told, () => resolve()));

const steps = new Int32Array(new SharedArrayBuffer(4));

const run = async (job: Job): Promise<Told> => {
  if ('picture' in job) {
    await drawPicture(job.picture);
    return { drawn: true };
  }
  const { cover } = job;
  const progress = (done: number, total: number) => {
    Atomics.store(steps, 0, done);
    void tell({ progress: [done, total] });
  };
  return { covered: await (cover.isPicture ? coverImage(cover) : coverPdf(cover, progress)) };
};

const watcher = new Worker(watchScript, { eval: true, workerData: steps });
process.once('message', (job: Job) => {
  void run(job)
    .catch((error: unknown): Told => ({ problem: problemOf(error) }))
    .then(async (told) => {
      await tell(told);
      await watcher.terminate();
      process.exit();
    });
});
