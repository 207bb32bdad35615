type StorageName = 'localStorage' | 'sessionStorage';

/** Reads a small value that the app can do without. Returns null if the browser refuses its storage. */
export const readStored = (place: StorageName, key: string): string | null => {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
};

/** Stores a value, or deletes it if null. Returns whether that worked. */
export const writeStored = (place: StorageName, key: string, value: string | null): boolean => {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, value);
    return true;
  } catch {
    return false;
  }
};
