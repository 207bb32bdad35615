import { getCookie, removeCookie, setCookie } from './cookies.ts';
import { readStored, writeStored } from './browser-storage.ts';

/** The specification names this cookie: it carries the reason of a logout over the following reload. */
const POINT_COOKIE = 'point';
const EXPIRED = '401';

export const markExpired = () => setCookie(POINT_COOKIE, EXPIRED);
export const wasExpired = () => getCookie(POINT_COOKIE) === EXPIRED;
export const forgetExpiry = () => removeCookie(POINT_COOKIE);

const NOTE_KEY = 'login-note';

/** Stores why a user was logged out although the session may be valid, for display after the reload. */
export const storeLogoutReason = (text: string) => void writeStored('sessionStorage', NOTE_KEY, text);

/** Returns the note once, then deletes it. */
export const takeLogoutReason = (): string | null => {
  const text = readStored('sessionStorage', NOTE_KEY);
  writeStored('sessionStorage', NOTE_KEY, null);
  return text;
};
