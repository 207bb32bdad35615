import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { call } from './api.ts';

/** Loaded separately from the login page, whose first paint does not need it. */
export const preloadRsa = () => import('jsencrypt');

/** Encrypts passwords for the server (RSA, PKCS#1 v1.5, base64), which the specification demands in addition to TLS. */
export const encryptAll = async (texts: readonly string[]): Promise<string[]> => {
  const [{ JSEncrypt }, { publicKey }] = await Promise.all([
    preloadRsa(),
    call(authApi.publicKey, { quiet: true }),
  ]);
  const encryptor = new JSEncrypt();
  encryptor.setPublicKey(publicKey);
  return texts.map((text) => {
    const encrypted = encryptor.encrypt(text);
    // jsencrypt returns false if the text is longer than the key.
    if (encrypted === false) throw new Error('密码过长');
    return encrypted;
  });
};

export const encrypt = async (text: string): Promise<string> => {
  const [encrypted] = await encryptAll([text]);
  return encrypted as string;
};
