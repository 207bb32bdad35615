import { useLayoutEffect } from 'react';
import { shownColor, useAppearance, useIsDark } from './appearance.ts';

/** Updates the variables that boot.js has set when the user changes the appearance. */
export const usePageTheme = () => {
  const { color } = useAppearance();
  const isDark = useIsDark();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    document.documentElement.style.setProperty('--brand', shownColor(color, isDark));
  }, [color, isDark]);
};
