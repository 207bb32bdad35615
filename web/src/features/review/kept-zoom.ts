const KEY = 'zhiping-desk-zoom';
const MOST = 200;

type Kept = [file: string, zoom: string][];

const readAll = (): Kept => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
};

/** How large a file was shown on this machine when it was read last. */
export const keptZoom = (file: string): string | undefined => readAll().find(([one]) => one === file)?.[1];

/** Remember it; of the files read longest ago it is forgotten. */
export const keepZoom = (file: string, zoom: string): void => {
  const rest = readAll().filter(([one]) => one !== file);
  try {
    localStorage.setItem(KEY, JSON.stringify([[file, zoom], ...rest].slice(0, MOST)));
  } catch {
    // Without storage a file is shown as wide as its place.
  }
};
