import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '../database/db.ts';

const SECRET_NAME = 'rsa_private_key';

export type LoginKey = { publicKey: string; decrypt: (ciphertext: string) => string | null };

/**
 * The key pair that login pages encrypt passwords with. It only honours the specification: what protects a password on
 * its way is TLS. Made once and kept in the database, so that all nodes answer with the same key.
 */
export const loadLoginKey = async (db: Db, configured?: string): Promise<LoginKey> => {
  const privateKey = createPrivateKey(configured ?? (await storedKey(db)));
  return {
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    decrypt: (ciphertext) => decryptText(privateKey, ciphertext),
  };
};

const storedKey = async (db: Db): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  // Two nodes may start together: the first key in stays, both use it.
  await db
    .insertInto('secret')
    .values({ name: SECRET_NAME, value: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', SECRET_NAME)
    .executeTakeFirstOrThrow();
  return row.value;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a base64 PKCS#1 v1.5 ciphertext, or null when it is none. OpenSSL answers a tampered ciphertext with random
 * bytes instead of an error, so the text must be validated like any input: well-formed UTF-8 without control characters.
 */
const decryptText = (key: KeyObject, ciphertext: string): string | null => {
  try {
    const bytes = privateDecrypt(
      { key, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(ciphertext, 'base64'),
    );
    const text = utf8.decode(bytes);
    return /[\p{Cc}]/u.test(text) ? null : text;
  } catch {
    return null;
  }
};
