import { useState } from 'react';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

const KEY = 'zhiping-desk-dark-pages';

const remembered = () => readStored('localStorage', KEY) === '1';

/** Whether pages are inverted in the dark theme; off by default, because it changes the colours of figures. */
export const useDarkPages = (): [boolean, (isDark: boolean) => void] => {
  const [isDark, setDark] = useState(remembered);
  const set = (next: boolean) => {
    setDark(next);
    writeStored('localStorage', KEY, next ? '1' : '0');
  };
  return [isDark, set];
};
