import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, Manifest, MANIFEST_BYTES, MANIFEST_PATH } from './manifest.ts';
import { RestoreError, SignatureError } from './restore-error.ts';
import { isSignatureOf, SIGNATURE_PATH, signerProblem } from './signature.ts';
import { type TarEntry, unpackArchive } from './unpack-archive.ts';

const SIGNATURE_BYTES = 1024;

export type Trust = {
  keys: ReadonlySet<string>;
  /** Take archives without a valid signature too, and answer the problem with it. */
  allowsUnsigned?: boolean;
};

/** Where an entry of an archive goes; null: nowhere. */
type UnpackTo = (name: string) => string | null;

type Backup = { manifest: Manifest; signatureProblem: string | null };

/**
 * Hold a backup archive against its signature and its signed manifest: every entry is there once, as long as declared and
 * with its checksum, and nothing else is. The signer is checked before the manifest is read, and the signature before the
 * manifest is parsed. `unpackTo` answers where an entry is unpacked to, if it is.
 */
export const readBackup = (archive: string, trust: Trust, unpackTo: UnpackTo = () => null): Promise<Backup> =>
  unpackArchive(archive, async (tar) => {
    const entries = tar[Symbol.asyncIterator]();
    const backup = await readHead(entries, trust);
    const { tables, files } = backup.manifest;
    const open = new Map([...tables.map(({ entry }) => entry), ...files].map((entry) => [entry.path, entry]));
    for await (const entry of { [Symbol.asyncIterator]: () => entries })
      await takeEntry(entry, open, unpackTo);
    const [missing] = open.keys();
    if (missing) throw new RestoreError(`备份文件缺少：${missing}`);
    return backup;
  });

/** The manifest of an archive by its signature alone; its contents are not looked at. */
export const readManifest = async (archive: string, trust: Trust): Promise<Backup> => {
  let head: Backup | undefined;
  try {
    return await unpackArchive(archive, async (tar) => {
      head = await readHead(tar[Symbol.asyncIterator](), trust);
      throw new HeadRead();
    });
  } catch (error) {
    if (head) return head;
    throw error;
  }
};

/** Ends the reading of an archive whose rest is not needed. */
class HeadRead extends Error {}

const readHead = async (entries: AsyncIterator<TarEntry>, trust: Trust): Promise<Backup> => {
  let entry = await nextOf(entries);
  let signature = '';
  if (entry?.header.name === SIGNATURE_PATH) {
    signature = (await readWhole(entry, SIGNATURE_BYTES, '备份的签名过大')).toString();
    entry = await nextOf(entries);
  }
  if (entry?.header.name !== MANIFEST_PATH) throw new RestoreError('备份文件没有有效的清单');
  const unknown = signerProblem(signature, trust.keys);
  if (unknown && !trust.allowsUnsigned) throw new SignatureError(unknown);
  const bytes = await readWhole(entry, MANIFEST_BYTES, '备份文件的清单过大');
  const signatureProblem =
    unknown ?? (isSignatureOf(signature, bytes) ? null : '签名与清单不符，备份的清单被改动过');
  if (signatureProblem && !trust.allowsUnsigned) throw new SignatureError(signatureProblem);
  const parsed = Manifest.safeParse(parseJson(bytes.toString()));
  if (!parsed.success) throw new RestoreError('备份文件没有有效的清单');
  return { manifest: parsed.data, signatureProblem };
};

const nextOf = async (entries: AsyncIterator<TarEntry>): Promise<TarEntry | undefined> => {
  const { done, value } = await entries.next();
  return done ? undefined : value;
};

const readWhole = (entry: TarEntry, most: number, problem: string) => {
  if ((entry.header.size ?? 0) > most) throw new RestoreError(problem);
  return buffer(entry);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const takeEntry = async (entry: TarEntry, open: Map<string, Entry>, unpackTo: UnpackTo) => {
  const { name, type, size } = entry.header;
  const declared = open.get(name);
  if (!declared || (type && type !== 'file')) throw new RestoreError('备份文件含有清单之外的内容');
  open.delete(name);
  const differs = new RestoreError(`校验失败，内容与清单不符：${name}`);
  if (size !== declared.bytes) throw differs;
  const hash = createHash('sha256');
  await pipeline(hashed(entry, hash), await openTarget(unpackTo(name)));
  if (hash.digest('hex') !== declared.sha256) throw differs;
};

async function* hashed(entry: TarEntry, hash: Hash) {
  for await (const chunk of entry as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

/** A file at this path, made from a name that the manifest has shown to lie below its directory. */
const openTarget = async (path: string | null) => {
  if (path === null) return new Writable({ write: (_chunk, _encoding, done) => done() });
  await mkdir(dirname(path), { recursive: true });
  return createWriteStream(path);
};
