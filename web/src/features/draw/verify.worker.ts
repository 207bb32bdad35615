import { hashesOf } from '@zhiping/shared/rules/draw/record-hashes.ts';
import { verifyRecord } from '@zhiping/shared/rules/draw/verify-record.ts';
import { sha256 } from '../../lib/sha256.ts';

/** Decodes the file unchanged: even a byte order mark must count as a change. */
const textOf = async (file: File) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

const verify = async (file: File) => {
  const text = await textOf(file);
  return { ...(await verifyRecord(text, (one) => sha256(new Blob([one])))), hashes: hashesOf(text) };
};
export type Verified = Awaited<ReturnType<typeof verify>>;

addEventListener('message', ({ data }: MessageEvent<File>) => {
  // The dialog is notified of an uncaught error of the worker, but not of a rejected promise in it.
  void verify(data).then(
    (verified) => postMessage(verified),
    () => postMessage(null),
  );
});
