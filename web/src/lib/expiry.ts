import { getCookie, removeCookie, setCookie } from './cookies.ts';

/** The specification names this cookie: it carries the reason of a logout over the reload that follows. */
const POINT_COOKIE = 'point';
const EXPIRED = '401';

export const markExpired = () => setCookie(POINT_COOKIE, EXPIRED);
export const wasExpired = () => getCookie(POINT_COOKIE) === EXPIRED;
export const forgetExpiry = () => removeCookie(POINT_COOKIE);
