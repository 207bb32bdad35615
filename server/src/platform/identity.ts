import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type pg from 'pg';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { ConfigError } from '../config.ts';

/** Identity numbers at rest: a keyed hash that makes them unique, and the number encrypted for those who may read it. */
export type Identity = {
  hashOf: (idCard: string) => Buffer;
  seal: (idCard: string) => Buffer;
  /** The number again. Throws when the bytes were changed or belong to another person. */
  open: (sealed: Buffer, hash: Buffer) => string;
  /** The number as lists show it. */
  openMasked: (sealed: Buffer, hash: Buffer) => string;
  /** The same for a file that holds such numbers. */
  sealFile: (bytes: Buffer) => Buffer;
  openFile: (sealed: Buffer) => Buffer;
};

const KEY_NAME = 'identity_key';
const CHECK_NAME = 'identity_key_check';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** As an object: a cipher that is given bytes takes three times as long to make, for every row of a list. */
const derive = (key: Buffer, use: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', use, 32)));

/** Two keys out of one, so that who learns one of them has not the other. */
export const createIdentity = (key: Buffer): Identity => {
  const hashKey = derive(key, 'zhiping identity hash');
  const sealKey = derive(key, 'zhiping identity seal');
  const fileKey = derive(key, 'zhiping identity file');
  const hashOf = (idCard: string) => createHmac('sha256', hashKey).update(idCard).digest();
  const openText = (sealed: Buffer, hash: Buffer) => open(sealKey, sealed, hash).toString('utf8');
  return {
    hashOf,
    seal: (idCard) => seal(sealKey, Buffer.from(idCard), hashOf(idCard)),
    open: openText,
    openMasked: cacheMasks((sealed, hash) => maskIdCard(openText(sealed, hash))),
    sealFile: (bytes) => seal(fileKey, bytes, FILE),
    openFile: (sealed) => open(fileKey, sealed, FILE),
  };
};

const MAX_MASKS = 100_000;

/** A number never changes, so its mask does not either: opening one takes as long as reading its row. */
const cacheMasks = (mask: Identity['openMasked']): Identity['openMasked'] => {
  const masks = new Map<string, string>();
  return (sealed, hash) => {
    const key = hash.toString('latin1');
    const known = masks.get(key);
    if (known) return known;
    const masked = mask(sealed, hash);
    if (masks.size >= MAX_MASKS) masks.delete(masks.keys().next().value as string);
    masks.set(key, masked);
    return masked;
  };
};

const FILE = Buffer.from('file');

/** AES-256-GCM; `context` must be the same at opening. */
const seal = (key: KeyObject, plain: Buffer, context: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]);
};

const open = (key: KeyObject, sealed: Buffer, context: Buffer): Buffer => {
  if (sealed[0] !== FORMAT) throw new Error('unknown form of sealed bytes');
  const body = 1 + NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES))
    .setAAD(context)
    .setAuthTag(sealed.subarray(1 + NONCE_BYTES, body));
  return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
};

const stored = async (client: Queryable, name: string, value: string): Promise<string> => {
  // Two nodes may start together: the first value in stays, both use it.
  await client.query('insert into secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    value,
  ]);
  const { rows } = await client.query<{ value: string }>('select value from secret where name = $1', [name]);
  return (rows[0] as { value: string }).value;
};

type Queryable = Pick<pg.ClientBase, 'query'>;

const checkOf = (identity: Identity) => identity.hashOf('zhiping').toString('base64');
const identityOf = (key: string) => createIdentity(Buffer.from(key, 'base64'));

/**
 * Refuse a key that cannot open the numbers that were written before: every person would else be taken for a new one.
 * `secrets` are those of the database, by name: its own key if none was configured, and a known value under the key that the
 * numbers were written with.
 */
export const requireIdentityKey = (
  secrets: ReadonlyMap<string, string>,
  configured: string | undefined,
): void => {
  const [key, check] = [configured ?? secrets.get(KEY_NAME), secrets.get(CHECK_NAME)];
  if (check === undefined) return;
  if (key === undefined)
    throw new ConfigError([
      'IDENTITY_KEY：没有设置，而数据库中的身份证号码是用设定的密钥加密的，请设置原来的密钥',
    ]);
  if (checkOf(identityOf(key)) !== check)
    throw new ConfigError(['IDENTITY_KEY：与数据库中的身份证号码使用的密钥不一致，请使用原来的密钥']);
};

export const secretsIn = async (client: Queryable) => {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from secret');
  return new Map(rows.map(({ name, value }) => [name, value]));
};

/**
 * The identity numbers of this installation. The key is the configured one, or made at the first start and kept with the
 * data, so that a backup brings it along.
 */
export const loadIdentity = async (client: Queryable, configured?: string): Promise<Identity> => {
  requireIdentityKey(await secretsIn(client), configured);
  const key = configured ?? (await stored(client, KEY_NAME, randomBytes(32).toString('base64')));
  const identity = identityOf(key);
  await stored(client, CHECK_NAME, checkOf(identity));
  // Another node may have been first, with another key.
  requireIdentityKey(await secretsIn(client), configured);
  return identity;
};
