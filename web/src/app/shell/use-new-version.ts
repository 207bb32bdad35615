import { useEffect, useState } from 'react';
import { deployedBuild } from '../../lib/api.ts';

const CHECK_EVERY_MS = 300_000;

/** Whether the server delivers a newer build than this page. Asks only while the page is visible. */
export const useNewVersion = () => {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (isNew || !import.meta.env.PROD) return undefined;
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      const build = await deployedBuild();
      if (build !== undefined && build !== __BUILD__) setIsNew(true);
    };
    const timer = setInterval(() => void check(), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNew]);
  return isNew;
};
