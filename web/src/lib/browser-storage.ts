type Place = 'localStorage' | 'sessionStorage';

/** Reads a small value that the app can do without. Returns null if the browser refuses its storage. */
export const recall = (place: Place, key: string): string | null => {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
};

/** Stores a value, or deletes it if null. Returns whether that worked. */
export const remember = (place: Place, key: string, value: string | null): boolean => {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
    return true;
  } catch {
    return false;
  }
};
