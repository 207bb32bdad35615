const cleanUps = new Set<() => Promise<void>>();

/** Do some work and clean up after it, also when the tool is stopped in the middle (`cleanUpAll`). */
export const withCleanUp = async <T>(work: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> => {
  cleanUps.add(cleanUp);
  try {
    return await work();
  } finally {
    cleanUps.delete(cleanUp);
    await cleanUp();
  }
};

/** Clean up after all work that has not ended. */
export const cleanUpAll = async (): Promise<void> => {
  await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()));
};
