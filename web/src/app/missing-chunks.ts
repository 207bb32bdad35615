import { readStored, writeStored } from '../lib/browser-storage.ts';

const LAST_RELOAD = 'zhiping_reloaded_at';
const LOOP_GUARD_MS = 60_000;

/**
 * The files of releases that are no longer kept are gone, also for pages that are still open. Reloads once; if that does not help, the error
 * boundary shows the error, so there is no loop. Does not reload offline, because that would only lose the page.
 */
export const reloadOnMissingChunks = () => {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(readStored('sessionStorage', LAST_RELOAD) ?? 0);
    if (!navigator.onLine || Date.now() - last < LOOP_GUARD_MS) return;
    if (!writeStored('sessionStorage', LAST_RELOAD, String(Date.now()))) return;
    event.preventDefault();
    location.reload();
  });
};

/** Browsers word the message differently, and none gives the error a name. */
export const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|Unable to preload/i.test(error.message);
