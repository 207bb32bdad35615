import { randomBytes } from 'node:crypto';

/** A password for one sign-in, which asks for one of their own: 120 bits in 20 characters. */
export const newPassword = (): string => randomBytes(15).toString('base64url');
