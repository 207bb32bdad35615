/** A queue that runs at most so many pieces of work at a time, first come first served. */
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
      // The slot is passed on instead of freed, so that no new caller takes it in between.
      if (next) next();
      else running -= 1;
    }
  };
};

type Entry = { limit: ReturnType<typeof createLimit>; users: number };

/** The same with a queue for each key, which exists only while it is in use. */
export const createLimitByKey = (max: number) => {
  const entries = new Map<string, Entry>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const entry = entries.get(key) ?? { limit: createLimit(max), users: 0 };
    entries.set(key, entry);
    entry.users += 1;
    try {
      return await entry.limit(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) entries.delete(key);
    }
  };
};
