/**
 * The block function of ChaCha20 (RFC 8439 §2.3). The rounds are written out word by word, without a table: noise of
 * pairs takes millions of blocks, and words in variables are six times as fast as words in an array. Words are signed
 * within, since signed ones are added without a detour over floating point.
 */

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const begin = new Int32Array(16);

/** Ten times a round over the columns and one over the diagonals, from `begin` into `block`. */
const scramble = (block: Uint32Array) => {
  let [x0, x1, x2, x3] = [begin[0]!, begin[1]!, begin[2]!, begin[3]!];
  let [x4, x5, x6, x7] = [begin[4]!, begin[5]!, begin[6]!, begin[7]!];
  let [x8, x9, x10, x11] = [begin[8]!, begin[9]!, begin[10]!, begin[11]!];
  let [x12, x13, x14, x15] = [begin[12]!, begin[13]!, begin[14]!, begin[15]!];
  for (let round = 0; round < 10; round += 1) {
    x0 = (x0 + x4) | 0;
    x12 = rotate(x12 ^ x0, 16);
    x8 = (x8 + x12) | 0;
    x4 = rotate(x4 ^ x8, 12);
    x0 = (x0 + x4) | 0;
    x12 = rotate(x12 ^ x0, 8);
    x8 = (x8 + x12) | 0;
    x4 = rotate(x4 ^ x8, 7);
    x1 = (x1 + x5) | 0;
    x13 = rotate(x13 ^ x1, 16);
    x9 = (x9 + x13) | 0;
    x5 = rotate(x5 ^ x9, 12);
    x1 = (x1 + x5) | 0;
    x13 = rotate(x13 ^ x1, 8);
    x9 = (x9 + x13) | 0;
    x5 = rotate(x5 ^ x9, 7);
    x2 = (x2 + x6) | 0;
    x14 = rotate(x14 ^ x2, 16);
    x10 = (x10 + x14) | 0;
    x6 = rotate(x6 ^ x10, 12);
    x2 = (x2 + x6) | 0;
    x14 = rotate(x14 ^ x2, 8);
    x10 = (x10 + x14) | 0;
    x6 = rotate(x6 ^ x10, 7);
    x3 = (x3 + x7) | 0;
    x15 = rotate(x15 ^ x3, 16);
    x11 = (x11 + x15) | 0;
    x7 = rotate(x7 ^ x11, 12);
    x3 = (x3 + x7) | 0;
    x15 = rotate(x15 ^ x3, 8);
    x11 = (x11 + x15) | 0;
    x7 = rotate(x7 ^ x11, 7);

    x0 = (x0 + x5) | 0;
    x15 = rotate(x15 ^ x0, 16);
    x10 = (x10 + x15) | 0;
    x5 = rotate(x5 ^ x10, 12);
    x0 = (x0 + x5) | 0;
    x15 = rotate(x15 ^ x0, 8);
    x10 = (x10 + x15) | 0;
    x5 = rotate(x5 ^ x10, 7);
    x1 = (x1 + x6) | 0;
    x12 = rotate(x12 ^ x1, 16);
    x11 = (x11 + x12) | 0;
    x6 = rotate(x6 ^ x11, 12);
    x1 = (x1 + x6) | 0;
    x12 = rotate(x12 ^ x1, 8);
    x11 = (x11 + x12) | 0;
    x6 = rotate(x6 ^ x11, 7);
    x2 = (x2 + x7) | 0;
    x13 = rotate(x13 ^ x2, 16);
    x8 = (x8 + x13) | 0;
    x7 = rotate(x7 ^ x8, 12);
    x2 = (x2 + x7) | 0;
    x13 = rotate(x13 ^ x2, 8);
    x8 = (x8 + x13) | 0;
    x7 = rotate(x7 ^ x8, 7);
    x3 = (x3 + x4) | 0;
    x14 = rotate(x14 ^ x3, 16);
    x9 = (x9 + x14) | 0;
    x4 = rotate(x4 ^ x9, 12);
    x3 = (x3 + x4) | 0;
    x14 = rotate(x14 ^ x3, 8);
    x9 = (x9 + x14) | 0;
    x4 = rotate(x4 ^ x9, 7);
  }
  block[0] = x0 + begin[0]!;
  block[1] = x1 + begin[1]!;
  block[2] = x2 + begin[2]!;
  block[3] = x3 + begin[3]!;
  block[4] = x4 + begin[4]!;
  block[5] = x5 + begin[5]!;
  block[6] = x6 + begin[6]!;
  block[7] = x7 + begin[7]!;
  block[8] = x8 + begin[8]!;
  block[9] = x9 + begin[9]!;
  block[10] = x10 + begin[10]!;
  block[11] = x11 + begin[11]!;
  block[12] = x12 + begin[12]!;
  block[13] = x13 + begin[13]!;
  block[14] = x14 + begin[14]!;
  block[15] = x15 + begin[15]!;
};

/** Takes a key of 8 words, a counter and a nonce of 3 words; writes 16 words to `block`. */
export const chachaBlock = (
  key: Uint32Array,
  counter: number,
  nonce: ArrayLike<number>,
  block = new Uint32Array(16),
): Uint32Array => {
  begin.set(CONSTANTS);
  begin.set(key, 4);
  begin[12] = counter;
  begin.set(nonce, 13);
  scramble(block);
  return block;
};
