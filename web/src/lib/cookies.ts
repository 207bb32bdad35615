import { API_BASE } from '@zhiping/shared/constants.ts';

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

export const getCookie = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
};

/** Writes a cookie for the path of the app; without `days` it ends with the browser session. */
export const setCookie = (name: string, value: string, days?: number) => {
  const parts = [`${name}=${encodeURIComponent(value)}`, `path=${API_BASE}`, 'SameSite=Strict'];
  if (days !== undefined) parts.push(`max-age=${Math.round(days * DAY_SECONDS)}`);
  if (location.protocol === 'https:') parts.push('Secure');
  document.cookie = parts.join('; ');
};

/** For choices of the interface: stores the cookie for a year. */
export const setYearCookie = (name: string, value: string) => setCookie(name, value, YEAR_DAYS);

export const removeCookie = (name: string) => setCookie(name, '', 0);
