import { Worker } from 'node:worker_threads';
import { recognitionModule } from './add-on.ts';
import { loadReader } from './read-picture.ts';
import { type Asked, type Read, watchScript } from './recogniser-job.ts';

const reader = recognitionModule === null ? null : loadReader(recognitionModule);

new Worker(watchScript, { eval: true }).unref();
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
process.on('message', ({ path, words }: Asked) => {
  void reader?.then(async ({ read, knows }) => {
    const answer: Read = { lines: await read(path), canTell: knows(words) };
    process.send?.(answer);
  });
});
