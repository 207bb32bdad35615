import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The first entry of an archive; its manifest is the next. */
export const SIGNATURE_PATH = 'manifest.sig';

/** The public key of the signer and their Ed25519 signature over the bytes of the manifest. */
const SIGNATURE = /^([A-Za-z0-9+/]{59}=) ([A-Za-z0-9+/]{86}==)\n$/;

const readPublicKey = (text: string) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });

/** A public key as settings and archives write it: its DER form (SPKI) in base64. */
export const publicKeyOf = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

export const isPublicKey = (text: string) => {
  try {
    const key = readPublicKey(text);
    // One key has one form, by which keys are compared.
    return (
      key.asymmetricKeyType === 'ed25519' &&
      key.export({ format: 'der', type: 'spki' }).toString('base64') === text
    );
  } catch {
    return false;
  }
};

export const signManifest = (manifest: Buffer, key: KeyObject) =>
  `${publicKeyOf(key)} ${sign(null, manifest, key).toString('base64')}\n`;

/** Why a signature counts for nothing, whatever it signs. An archive without one has an empty one. */
export const signerProblem = (signature: string, keys: ReadonlySet<string>) => {
  if (signature === '') return '备份没有签名，来源无法确认';
  const key = SIGNATURE.exec(signature)?.[1];
  if (!key) return '备份的签名格式不正确，来源无法确认';
  return keys.has(key)
    ? null
    : `备份由未登记的密钥签名，来源无法确认。与保管的公钥核对一致后，可加入 BACKUP_PUBLIC_KEYS：${key}`;
};

/** Whether a signature whose signer is known belongs to the manifest. */
export const isSignatureOf = (signature: string, manifest: Buffer) => {
  const [, key = '', value = ''] = SIGNATURE.exec(signature) ?? [];
  return verify(null, manifest, readPublicKey(key), Buffer.from(value, 'base64'));
};
