import { useEffect, useState } from 'react';
import { deployedBuild } from '../../lib/api.ts';

const CHECK_EVERY_MS = 300_000;

/**
 * Whether the server delivers another build than this page. Asks only while the page is visible, and when it becomes so:
 * after hours in the background.
 */
export const useNewVersion = () => {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (isNew || !import.meta.env.PROD) return undefined;
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      const build = await deployedBuild();
      if (build !== undefined && build !== __BUILD__) setIsNew(true);
    };
    const run = () => void check();
    const timer = setInterval(run, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', run);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', run);
    };
  }, [isNew]);
  return isNew;
};
