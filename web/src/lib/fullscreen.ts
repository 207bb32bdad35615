import { useSyncExternalStore } from 'react';
import { notify } from './notify.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

export const useFullscreen = () => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

export const toggleFullscreen = async () => {
  if (!document.fullscreenEnabled) {
    notify.warning('您的浏览器不支持全屏');
    return;
  }
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
};
