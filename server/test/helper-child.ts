import { cpuMs } from '../src/platform/helper/cpu-ms.ts';
import { watchSelf } from '../src/platform/helper/watch-self.ts';

/** A program of `platform/helper` that does the one thing it is sent. */

const watch = watchSelf();
const reportDone = () => process.send?.('done', () => process.exit());
const compute = (ms: number) => {
  const end = cpuMs() + ms;
  while (cpuMs() < end);
};

const deeds = {
  computes: () => compute(Infinity),
  getsFurther: () => {
    for (const allowed of [1000, 1000]) {
      watch.begin();
      watch.allow(allowed);
      compute(600);
    }
    reportDone();
  },
  waits: () => setInterval(() => {}, 1_000_000),
  blocks: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  waitsForAnother: () => {
    watch.wait();
    process.once('message', () => {
      watch.goOn();
      reportDone();
    });
    process.send?.('waiting');
  },
  computesWhenSent: () => {
    process.once('message', () => {
      compute(20);
      reportDone();
    });
    process.send?.('begun');
  },
  fillsBuffers: () => {
    const all: Buffer[] = [];
    for (;;) all.push(Buffer.alloc(10_000_000, 1));
  },
};
export type Deed = keyof typeof deeds;

process.once('message', (deed: Deed) => {
  watch.begin();
  deeds[deed]();
});
