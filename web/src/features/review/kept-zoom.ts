import { readStored, writeStored } from '../../lib/browser-storage.ts';

const KEY = 'zhiping-desk-zoom';
const MOST = 200;

type Kept = [file: string, zoom: string][];

const readAll = (): Kept => {
  try {
    const kept: unknown = JSON.parse(readStored('localStorage', KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
};

/** The zoom at which a material was last shown on this device. */
export const keptZoom = (file: string): string | undefined => readAll().find(([one]) => one === file)?.[1];

/** Remembers the zoom; the entries of the materials read longest ago are dropped. */
export const keepZoom = (file: string, zoom: string): void => {
  const rest = readAll().filter(([one]) => one !== file);
  writeStored('localStorage', KEY, JSON.stringify([[file, zoom], ...rest].slice(0, MOST)));
};
