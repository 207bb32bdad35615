import { once } from 'node:events';
import { watchSelf } from '../../../platform/helper/watch-self.ts';
import type { ReadPicture } from '../recognition/recogniser-job.ts';
import { coverPdf } from './cover-pdf.ts';
import { coverImage, drawPicture } from './draw-picture.ts';
import type { Answer, CopyProblem, Job, Told } from './job.ts';
import { allowedCpuMs, type CopyLimits } from './limits.ts';
import { TooMuch } from './open-document.ts';

const problemOf = (error: unknown): CopyProblem => {
  if (error instanceof TooMuch) return 'too_slow';
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
};

const report = (told: Told) => new Promise<void>((resolve) => process.send?.(told, () => resolve()));

const watch = watchSelf<CopyLimits>();
let steps = 0;
let pages = 0;
const addSteps = (count: number) => {
  steps += count;
  watch.allow(allowedCpuMs({ steps, pages }, watch.limits));
};

/** Have a picture recognised; each is a step for which there is time. */
const ask: ReadPicture = async (asked) => {
  const answered = once(process, 'message');
  watch.wait();
  await report({ asked });
  const [{ read }] = (await answered) as [Answer];
  watch.goOn();
  addSteps(1);
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
    pages = total / 2;
    addSteps(done - last);
    last = done;
    void report({ progress: [done, total] });
  };
  const read = canAsk ? ask : undefined;
  return { covered: await (cover.isPicture ? coverImage(cover, read) : coverPdf(cover, progress, read)) };
};

process.once('message', (job: Job) => {
  watch.begin();
  void run(job)
    .catch((error: unknown): Told => ({ problem: problemOf(error) }))
    .then(async (told) => {
      await watch.end();
      await report(told);
      process.exit();
    });
});
