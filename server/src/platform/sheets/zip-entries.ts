import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { TooLarge } from './xml-reader.ts';

/** The entries of a ZIP file, and what they hold: piece by piece, and never more than they declare. */
export const openZip = async (bytes: Uint8Array, maxEntries: number) => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  });
  if (zip.entryCount > maxEntries) throw new TooLarge();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData() || entries.has(entry.fileName)) throw new Error('No archive of a sheet.');
    entries.set(entry.fileName, entry);
  }
  return {
    entries,
    async *unpack(entry: Entry): AsyncGenerator<Buffer> {
      let sum = 0;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
      if (entry.crc32 !== 0 && sum !== entry.crc32) throw new Error('An entry is damaged.');
    },
  };
};
