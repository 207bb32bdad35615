import { getCookie, removeCookie, setYearCookie } from '../../lib/cookies.ts';
import { resetDisplaySize } from '../../lib/display-size.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { useMedia } from '../../lib/use-media.ts';
import { DEFAULT_COLOR, forDark, forLight, isColor } from './colors.ts';

export type Mode = 'light' | 'dark' | 'system';
type Appearance = { mode: Mode; color: string };

const MODE_COOKIE = 'zhiping_mode';
/** Both shades, `light.dark` without `#`, so that boot.js needs no colour arithmetic. */
const COLOR_COOKIE = 'zhiping_color';

const oneOf = <T extends string>(allowed: readonly T[], value: string | undefined) =>
  allowed.find((one) => one === value);

const read = (): Appearance => {
  const color = `#${getCookie(COLOR_COOKIE)?.split('.')[0] ?? ''}`;
  return {
    mode: oneOf(['light', 'dark', 'system'], getCookie(MODE_COOKIE)) ?? 'system',
    color: isColor(color) ? color : DEFAULT_COLOR,
  };
};

const appearance = createStore<Appearance>(read());

export const useAppearance = () => useStore(appearance);

/** Whether the dark theme applies; never while printing, because paper is white. */
export const useIsDark = () => {
  const { mode } = useAppearance();
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const isPrinting = useIsPrinting();
  return !isPrinting && (mode === 'dark' || (mode === 'system' && systemIsDark));
};

export const setMode = (mode: Mode) => {
  setYearCookie(MODE_COOKIE, mode);
  appearance.set((previous) => ({ ...previous, mode }));
};

export const setColor = (color: string) => {
  const readable = forLight(color);
  setYearCookie(COLOR_COOKIE, `${readable.slice(1)}.${forDark(readable).slice(1)}`);
  appearance.set((previous) => ({ ...previous, color: readable }));
};

export const resetAppearance = () => {
  for (const cookie of [MODE_COOKIE, COLOR_COOKIE]) removeCookie(cookie);
  resetDisplaySize();
  appearance.set(read());
};

/** The theme colour as shown: unchanged in the light theme, lightened for the dark surface. */
export const shownColor = (color: string, isDark: boolean) => (isDark ? forDark(color) : color);
