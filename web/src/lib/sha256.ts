const primes = Array.from({ length: 312 }, (_, index) => index).filter(
  (one) => one > 1 && !Array.from({ length: one }, (_, other) => other).some((d) => d > 1 && one % d === 0),
);
/** The first 32 bits of the fraction. */
const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;
const rounds = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Padded to whole blocks: a one bit, zeros, the length in bits. */
const padded = (bytes: Uint8Array) => {
  const view = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, bytes.length << 3);
  return view;
};

/** Message schedule of a block: its 16 words, and 48 derived ones. */
const schedule = (view: DataView, block: number, words: Int32Array) => {
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(block + index * 4);
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15]!, words[index - 2]!];
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16]! + first + words[index - 7]! + second;
  }
};

const hexOf = (numbers: Iterable<number>, digits: number) =>
  Array.from(numbers, (one) => (one >>> 0).toString(16).padStart(digits, '0')).join('');

/** SHA-256 in script (FIPS 180-4). Returns lower-case hex digits. */
export const sha256InScript = (bytes: Uint8Array): string => {
  const view = padded(bytes);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    schedule(view, block, words);
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let index = 0; index < 64; index++) {
      const choice = (e & f) ^ (~e & g);
      const first =
        (h +
          (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
          choice +
          rounds[index]! +
          words[index]!) |
        0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + word;
  }
  return hexOf(state, 8);
};

/**
 * SHA-256 of a part of a file as hex digits. The browser's own is only available over https, but an office may use
 * plain http in its own network.
 */
export const sha256 = async (part: Blob): Promise<string> => {
  const bytes = await part.arrayBuffer();
  if (!globalThis.crypto.subtle) return sha256InScript(new Uint8Array(bytes));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), 2);
};
