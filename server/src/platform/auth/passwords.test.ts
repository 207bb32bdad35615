import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, passwordCost, verifyPassword } from './passwords.ts';

/** The other tests hash at a lower cost, these at the real one. */
beforeAll(() => {
  Object.assign(passwordCost, { memory: 19_456, passes: 2 });
});

/** A hash of the product as it is, in a process whose cost no test lowers. */
const hashInProduct = () => {
  const module = JSON.stringify(import.meta.resolve('./passwords.ts'));
  const program = `import(${module}).then((product) => product.hashPassword('secret')).then(console.log)`;
  return execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' }).trim();
};

describe('passwords', () => {
  test('are PHC strings of argon2id with 19 MiB, two passes, one lane', async () => {
    const product = hashInProduct();
    expect(product).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await verifyPassword('secret', product)).toBe(true);
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
