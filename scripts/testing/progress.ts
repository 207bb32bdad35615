const PAUSE_MS = 15_000;
/** Longer than this, a file or a story is named as slow. */
const SLOW_SECONDS = 20;

type Progress = {
  begin(name: string): void;
  end(name: string): void;
};

/** Prints a line every fifteen seconds in which something ended: done of all, failures, and the slow ones under way. */
export const createProgress = (
  unit: string,
  total: number,
  counts: () => { passed: number; failed: number },
): Progress => {
  const running = new Map<string, number>();
  let done = 0;
  let lastPrint = performance.now();
  const print = () => {
    const { passed, failed } = counts();
    const slow = [...running]
      .map(([name, since]) => ({ name, seconds: Math.round((performance.now() - since) / 1000) }))
      .filter(({ seconds }) => seconds > SLOW_SECONDS)
      .map(({ name, seconds }) => `, ${name} for ${seconds} s`);
    console.log(`   ${done} of ${total} ${unit}, ${passed} passed, ${failed} failed${slow.join('')}`);
    lastPrint = performance.now();
  };
  return {
    begin: (name) => running.set(name, performance.now()),
    end: (name) => {
      running.delete(name);
      done += 1;
      if (done === total || performance.now() - lastPrint > PAUSE_MS) print();
    },
  };
};
