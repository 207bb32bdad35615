import { Worker } from 'node:worker_threads';
import { coverPdf } from './cover-pdf.ts';
import { coverImage, drawPicture } from './draw-picture.ts';
import type { CopyProblem, Job, Told } from './job.ts';

const MAX_RESIDENT = 1.1 * 1024 ** 3;
const LOOK_MS = 50;

/** Buffers count for no limit of Node's, and whoever fills them lets no timer run: another thread watches. */
const watch = `
  const isAlone = () => process.ppid === 1;
  setInterval(() => (isAlone() || process.memoryUsage.rss() > ${MAX_RESIDENT}) && process.kill(process.pid, 'SIGKILL'), ${LOOK_MS});
`;

const problemOf = (error: unknown): CopyProblem =>
  error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';

const tell = (told: Told) => new Promise<void>((resolve) => process.send?.(told, () => resolve()));

const run = async (job: Job): Promise<Told> => {
  if ('picture' in job) {
    await drawPicture(job.picture);
    return { drawn: true };
  }
  const { cover } = job;
  const progress = (done: number, total: number) => void tell({ progress: [done, total] });
  return { covered: await (cover.isPicture ? coverImage(cover) : coverPdf(cover, progress)) };
};

const watcher = new Worker(watch, { eval: true });
process.once('message', (job: Job) => {
  void run(job)
    .catch((error: unknown): Told => ({ problem: problemOf(error) }))
    .then(async (told) => {
      await tell(told);
      await watcher.terminate();
      process.exit();
    });
});
