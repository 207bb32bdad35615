import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { createIdentity, loadIdentity } from './identity.ts';

const NUMBER = '11010519491231002X';

/** From the cipher, or from the first byte, which is the form. */
const REFUSED = /unable to authenticate|unknown form/;

describe('a number at rest', () => {
  const identity = createIdentity(Buffer.alloc(32, 7));

  test('comes back, and stands nowhere in what is stored', () => {
    const [hash, sealed] = [identity.hashOf(NUMBER), identity.seal(NUMBER)];
    expect(identity.open(sealed, hash)).toBe(NUMBER);
    expect(Buffer.concat([hash, sealed]).includes(NUMBER.slice(0, 6))).toBe(false);
  });

  test('has one hash and always another cipher', () => {
    expect(identity.hashOf(NUMBER)).toEqual(identity.hashOf(NUMBER));
    expect(identity.seal(NUMBER)).not.toEqual(identity.seal(NUMBER));
  });

  test.each([0, 1, 13, 30])('is refused when byte %i was changed', (index) => {
    const sealed = identity.seal(NUMBER);
    sealed[index] = (sealed[index] as number) ^ 1;
    expect(() => identity.open(sealed, identity.hashOf(NUMBER))).toThrow(REFUSED);
  });

  test("is shown by its ends, each person's by their own, however often", () => {
    const other = '440524188001010014';
    const masks = [NUMBER, other, NUMBER].map((number) =>
      identity.openMasked(identity.seal(number), identity.hashOf(number)),
    );
    expect(masks).toEqual([maskIdCard(NUMBER), maskIdCard(other), maskIdCard(NUMBER)]);
    expect(masks[0]).not.toBe(NUMBER);
  });

  test('cannot be passed off as that of another person', () => {
    expect(() => identity.open(identity.seal(NUMBER), identity.hashOf('440524188001010014'))).toThrow(
      REFUSED,
    );
  });

  test('needs its own key', () => {
    const other = createIdentity(Buffer.alloc(32, 8));
    expect(other.hashOf(NUMBER)).not.toEqual(identity.hashOf(NUMBER));
    expect(() => other.open(identity.seal(NUMBER), identity.hashOf(NUMBER))).toThrow(REFUSED);
  });
});

describe('the key of an installation', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('is made once and is the same for every node', async () => {
    const [one, two] = await Promise.all([loadIdentity(server.pool), loadIdentity(server.pool)]);
    expect(one.hashOf(NUMBER)).toEqual(two.hashOf(NUMBER));
  });

  test('cannot be changed under the numbers that were written with it', async () => {
    await expect(loadIdentity(server.pool, randomBytes(32).toString('base64'))).rejects.toThrow(
      'IDENTITY_KEY',
    );
    const { rows } = await server.pool.query<{ value: string }>(
      "select value from secret where name = 'identity_key'",
    );
    const kept = await loadIdentity(server.pool, rows[0]?.value);
    expect(kept.hashOf(NUMBER)).toEqual((await loadIdentity(server.pool)).hashOf(NUMBER));
  });
});
