import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { publicKeyOf } from './signature.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'BACKUP_SIGNING_KEY' | 'BACKUP_PUBLIC_KEYS'>;

const fileOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'backup-signing.pem');

/** The key of this installation, from its settings or else the one that it made. */
const findKey = async (settings: Settings): Promise<KeyObject | null> => {
  if (settings.BACKUP_SIGNING_KEY) return createPrivateKey(settings.BACKUP_SIGNING_KEY);
  const file = fileOf(settings);
  try {
    const key = createPrivateKey(await readFile(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`无法读取备份的签名密钥：${file}`, { cause: error });
  }
  throw new Error(`备份的签名密钥不是 Ed25519 私钥：${file}`);
};

const makeKey = async (settings: Settings) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await mkdir(settings.DATA_DIR, { recursive: true });
  // A key that another backup has made meanwhile stays.
  await writeFile(fileOf(settings), pem, { mode: 0o600, flag: 'wx', flush: true });
  return privateKey;
};

/** The private key that backups are signed with, made on first need. */
export const openSigningKey = async (settings: Settings) =>
  (await findKey(settings)) ?? (await makeKey(settings));

/** Public keys whose backups are accepted: the own one and those of the settings. */
export const findTrustedKeys = async (settings: Settings): Promise<ReadonlySet<string>> => {
  const own = await findKey(settings);
  return new Set([...(own ? [publicKeyOf(own)] : []), ...settings.BACKUP_PUBLIC_KEYS]);
};
