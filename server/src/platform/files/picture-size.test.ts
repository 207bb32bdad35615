import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureProblem } from './picture-size.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-picture-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const problemOf = async (format: 'png' | 'jpg' | 'gif', bytes: Buffer) => {
  const path = join(directory, `a.${format}`);
  await writeFile(path, bytes);
  return pictureProblem(path, format);
};

const drawn = createCanvas(30, 20);
const jpeg = drawn.toBuffer('image/jpeg');
/** The picture with an empty segment of a camera before all others, and with another size in its frame. */
const withSize = (width: number, height: number) => {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(bytes[at + 1]!));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  const segment = Buffer.alloc(2 + 60_000);
  segment.set([0xff, 0xe1]);
  segment.writeUInt16BE(60_000, 2);
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
};
const png = (width: number, height: number) => {
  const bytes = Buffer.from(drawn.toBuffer('image/png'));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const gif = (width: number, height: number) => {
  const bytes = Buffer.alloc(40);
  bytes.write('GIF89a');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};

test.each([
  ['png', png],
  ['jpg', withSize],
  ['gif', gif],
] as const)(
  'a %s of more pixels than anything draws is refused by the size that it says',
  async (format, of) => {
    expect(await problemOf(format, of(8000, 6000))).toBeNull();
    const refused = await problemOf(format, of(60_000, 60_000));
    expect(refused).toBe('图片为 60000 × 60000 像素，最多 7200 万像素、每边 32000，请缩小后上传');
    expect(await problemOf(format, of(60_000, 2))).toContain('60000 × 2');
    expect(await problemOf(format, of(9000, 9000))).toContain('9000 × 9000');
  },
);

test('a picture that says no size is damaged', async () => {
  expect(await problemOf('jpg', jpeg.subarray(0, 12))).toBe('图片已损坏，请重新保存后上传');
  expect(await problemOf('png', png(1, 1).subarray(0, 20))).toBe('图片已损坏，请重新保存后上传');
});
