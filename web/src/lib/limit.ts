/** Work that runs at most so many at a time, first come first served. */
export const createLimit = (max: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on rather than given back, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
};
