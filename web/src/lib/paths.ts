/** Specification §2: the addresses that code refers to, below the base of the web app. */
export const HOME_PATH = '/dashboard';
export const LOGIN_PATH = '/login';
export const CHANGE_PASSWORD_PATH = '/check/login/change';
export const FORGOTTEN_PASSWORD_PATH = '/check/login/forgotten';
export const CONFIRMATION_PATH = '/check/expert/confirmation';
export const MANUAL_PATH = '/article/notice/index';
export const ACCOUNT_PATH = '/user/center';
/** Position of the absences on the page of the own profile. */
export const ABSENCES_HASH = '#absences';
