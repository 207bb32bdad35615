import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { FileStore } from './file-store.ts';

/** Requested part of a content: its headers `Range` and `If-Range`. */
export type AskedPart = { range: string | undefined; ifRange: string | undefined };

type Part = { start: number; end: number };

/**
 * The one part that is asked for, both ends included. Several parts, a part that is not there, and one of another content
 * than the caller has begun with are answered with the whole, as RFC 9110 §14.2 allows.
 */
export const partOf = ({ range, ifRange }: AskedPart, etag: string, total: number): Part | null => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) return null;
  const start = from === '' ? Math.max(0, total - Number(to)) : Number(from);
  const end = from === '' || to === '' ? total - 1 : Math.min(Number(to), total - 1);
  return start <= end ? { start, end } : null;
};

type Stored = { name: string; sha256: string; bytes: number };
type Read = Pick<Bytes, 'bytes' | 'length' | 'etag' | 'part'>;

/** A stored content, or the part of it that the call asks for; null where the store has none. */
export const readPart = async (
  files: Pick<FileStore, 'read'>,
  { name, sha256, bytes: total }: Stored,
  asked: AskedPart,
): Promise<Read | null> => {
  const etag = `"${sha256}"`;
  const part = partOf(asked, etag, total);
  const bytes = await files.read(name, part ?? undefined);
  if (!bytes) return null;
  if (!part) return { bytes, length: total, etag };
  return { bytes, length: part.end - part.start + 1, etag, part: { ...part, total } };
};
