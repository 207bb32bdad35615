import { useState } from 'react';

const KEY = 'zhiping-desk-dark-pages';

const remembered = (): boolean => {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
};

/** Whether pages are shown dark where the product is; off until somebody wants it, since it changes the colours of figures. */
export const useDarkPages = (): [boolean, (isDark: boolean) => void] => {
  const [isDark, setDark] = useState(remembered);
  const set = (next: boolean) => {
    setDark(next);
    try {
      localStorage.setItem(KEY, next ? '1' : '0');
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [isDark, set];
};
