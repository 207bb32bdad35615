type Place = 'localStorage' | 'sessionStorage';

/** Small things that are nice to find again. Where the browser refuses its store, or that is full, they are not: nothing else may fail. */
export const recall = (place: Place, key: string): string | null => {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
};

/** Answers whether it is kept; null forgets it. */
export const remember = (place: Place, key: string, value: string | null): boolean => {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
    return true;
  } catch {
    return false;
  }
};
