import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimit } from '@zhiping/shared/limit.ts';

const derive = promisify(argon2);

type Cost = { memory: number; passes: number; parallelism: number };

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. A hash names its own cost, so tests can hash at a lower one. */
export const passwordCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

/** Each hash takes 19 MiB and a thread of the pool for 50 ms; more at a time only starve file and DNS work. */
const limited = createLimit(3);

const tagOf = (password: string, nonce: Buffer, cost: Cost, length: number) =>
  limited(() =>
    derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength: length, ...cost }),
  ) as Promise<Buffer>;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Hash of a password as a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$salt$tag`), about 50 ms. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const cost = { ...passwordCost };
  const tag = await tagOf(password, nonce, cost, TAG_BYTES);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
};

const phc =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<tag>[A-Za-z0-9+/]+)$/;

/** Whether the password is the one of this PHC string. A string of another form matches nothing. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const parts = phc.exec(hash)?.groups;
  if (!parts) return false;
  const { memory, passes, parallelism, salt = '', tag: expected = '' } = parts;
  const expectedTag = Buffer.from(expected, 'base64');
  const tag = await tagOf(
    password,
    Buffer.from(salt, 'base64'),
    { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    expectedTag.length,
  );
  return timingSafeEqual(tag, expectedTag);
};

let decoy: Promise<string> | undefined;
/** A hash that no password matches: checked for unknown user names, so that they take as long as known ones. */
export const decoyHash = () => (decoy ??= hashPassword(randomBytes(24).toString('base64')));
