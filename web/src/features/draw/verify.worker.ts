import { hashesOf } from '@zhiping/shared/rules/record-hashes.ts';
import { verifyRecord } from '@zhiping/shared/rules/verify-record.ts';
import { sha256 } from '../../lib/sha256.ts';

/** As it stands, byte for byte: a mark of the byte order is a change too. */
const textOf = async (file: File) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

const verify = async (file: File) => {
  const text = await textOf(file);
  return { ...(await verifyRecord(text, (one) => sha256(new Blob([one])))), hashes: hashesOf(text) };
};
export type Verified = Awaited<ReturnType<typeof verify>>;

addEventListener('message', ({ data }: MessageEvent<File>) => {
  // The dialog hears of an error of the worker, not of a promise that fails in it.
  void verify(data).then(
    (verified) => postMessage(verified),
    () => postMessage(null),
  );
});
