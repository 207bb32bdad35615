import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { sha256 } from '../../lib/sha256.ts';

/** The secret number of one side, kept in this browser until it is opened. On another machine it must be typed in. */

const keyOf = (drawId: number) => `zhiping-draw-${drawId}`;

export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const hashOf = (secret: string): Promise<string> => sha256(new Blob([secret]));

/**
 * Returns whether the number was stored. A browser without storage must not stop the ceremony: the number can be
 * written down.
 */
export const keepSecret = (drawId: number, secret: string): boolean =>
  writeStored('localStorage', keyOf(drawId), secret);

export const keptSecret = (drawId: number): string | null => readStored('localStorage', keyOf(drawId));
