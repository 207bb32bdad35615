import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  test('are PHC strings of argon2id with 19 MiB, two passes, one lane', async () => {
    expect(await hashPassword('secret')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  test('match themselves only, with a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('密码Pass-1'), hashPassword('密码Pass-1')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('密码Pass-1', one)).toBe(true);
    expect(await verifyPassword('密码Pass-2', one)).toBe(false);
  });

  test('match however the keyboard composed them', async () => {
    expect(await verifyPassword('e\u0301', await hashPassword('\u00e9'))).toBe(true);
  });

  test('verify the string of another implementation, with its own costs', async () => {
    const foreign = '$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$';
    expect(await verifyPassword('password', foreign)).toBe(false);
    expect(await verifyPassword('password', 'no hash')).toBe(false);
  });

  test('wait for each other rather than take all memory', async () => {
    const hashes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => hashPassword(`secret${index}`)),
    );
    const matches = await Promise.all(hashes.map((hash, index) => verifyPassword(`secret${index}`, hash)));
    expect(matches).toEqual(Array.from({ length: 12 }, () => true));
  });
});
