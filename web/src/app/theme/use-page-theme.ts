import { useLayoutEffect } from 'react';
import { shownColor, useAppearance, useIsDark } from './appearance.ts';

/** Keep the variables that boot.js set in step with later choices. */
export const usePageTheme = () => {
  const { color } = useAppearance();
  const isDark = useIsDark();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    document.documentElement.style.setProperty('--brand', shownColor(color, isDark));
  }, [color, isDark]);
};
