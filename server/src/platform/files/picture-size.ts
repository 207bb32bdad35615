import { type FileHandle, open } from 'node:fs/promises';
import {
  type FileFormat,
  isPicture,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
} from '@zhiping/shared/rules/file/formats.ts';

type Size = { width: number; height: number };

const read = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

const MARKER = 0xff;
/** Segments of a JPEG that have no length: fillers and restarts. */
const isBare = (kind: number) => kind === MARKER || kind === 1 || (kind >= 0xd0 && kind <= 0xd8);
/** Starts of frames, which say the size; the three others in this range are tables. */
const isFrame = (kind: number) => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);

/** More segments than a camera writes before the picture. */
const MAX_SEGMENTS = 2000;

const jpegSize = async (file: FileHandle): Promise<Size | null> => {
  let position = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
    const head = await read(file, position, 9);
    if (head.length < 9 || head[0] !== MARKER) return null;
    const kind = head[1]!;
    if (isFrame(kind)) return { height: head.readUInt16BE(5), width: head.readUInt16BE(7) };
    if (kind === MARKER) position += 1;
    else position += 2 + (isBare(kind) ? 0 : head.readUInt16BE(2));
  }
  return null;
};

/** The size that a picture says it has, before anything of it is unpacked; null where it says none. */
const sizeOf = async (file: FileHandle, format: FileFormat): Promise<Size | null> => {
  if (format === 'jpg') return jpegSize(file);
  const head = await read(file, 0, 24);
  if (format === 'gif')
    return head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
};

const MILLION_IN_WAN = 10_000;

/** Why a picture is refused, or null: a few bytes may stand for more pixels than a browser holds. */
export const pictureProblem = async (path: string, format: FileFormat): Promise<string | null> => {
  if (!isPicture(format)) return null;
  const file = await open(path);
  try {
    const size = await sizeOf(file, format);
    if (!size) return '图片已损坏，请重新保存后上传';
    const { width, height } = size;
    if (Math.max(width, height) <= MAX_PICTURE_SIDE && width * height <= MAX_PICTURE_PIXELS) return null;
    return `图片为 ${width} × ${height} 像素，最多 ${MAX_PICTURE_PIXELS / MILLION_IN_WAN} 万像素、每边 ${MAX_PICTURE_SIDE}，请缩小后上传`;
  } finally {
    await file.close();
  }
};
