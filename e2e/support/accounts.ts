/** Settings that global-setup.ts gives the server under test. Production refuses both. */
export const captchaAnswer = 'E2E8';
export const adminPassword = 'Story-Admin-2026';

export type Account = { username: string; password: string };

export const admin: Account = { username: 'admin', password: adminPassword };
