import { watchSelf } from '../../../platform/helper/watch-self.ts';
import { recognitionModule } from './add-on.ts';
import { loadReader } from './read-picture.ts';
import type { Asked, Read } from './recogniser-job.ts';

const watch = watchSelf();
const reader = recognitionModule === null ? null : loadReader(recognitionModule);

// The parent process is gone.
process.once('disconnect', () => process.exit());
process.on('message', ({ path, words }: Asked) => {
  watch.begin();
  void reader?.then(async ({ read, knows }) => {
    const answer: Read = { lines: await read(path), canTell: knows(words) };
    watch.wait();
    process.send?.(answer);
  });
});
