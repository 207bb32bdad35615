import { getCookie, removeCookie, setYearCookie } from './cookies.ts';
import { createStore, useStore } from './store.ts';

type Size = 'small' | 'middle' | 'large';

/** Also read by boot.js, before the first paint. */
const COOKIE = 'zhiping_size';

/** Text sizes in pixels; they define the `rem` of base.css. */
export const textSizes = { small: 14, middle: 16, large: 18 } as const satisfies Record<Size, number>;

export const sizes: readonly { value: Size; label: string }[] = [
  { value: 'small', label: '小' },
  { value: 'middle', label: '中' },
  { value: 'large', label: '大' },
];

/**
 * Until the user chooses, touch screens get the middle size, because fingers need more room than the small size of the
 * specification.
 */
const read = (): Size => {
  const chosen = sizes.find(({ value }) => value === getCookie(COOKIE))?.value;
  return chosen ?? (matchMedia('(pointer: coarse)').matches ? 'middle' : 'small');
};

const size = createStore<Size>(read());

export const useDisplaySize = () => useStore(size);

const show = (next: Size) => {
  document.documentElement.dataset['size'] = next;
  size.set(next);
};

export const setDisplaySize = (next: Size) => {
  setYearCookie(COOKIE, next);
  show(next);
};

export const resetDisplaySize = () => {
  removeCookie(COOKIE);
  show(read());
};
