import type { Readable } from 'node:stream';

/** A file that was received whole and lies aside on this node's disk. */
export type Received = { path: string; sha256: string; bytes: number };

/**
 * Contents by name, which is their SHA-256 and an ending: equal content is kept once, and a content never changes. It
 * knows nothing of who may read what.
 */
export type FileStore = {
  place: 'local' | 's3';
  /** Keep a received file under this name. It appears whole or not at all. */
  keep: (file: Received, name: string) => Promise<void>;
  /** Path of a content, if the store is a directory of this node. */
  pathOf?: (name: string) => string;
  /** The content as a stream, or the part between two bytes (both included), or null when there is none of this name. */
  read: (name: string, part?: { start: number; end: number }) => Promise<Readable | null>;
  remove: (name: string) => Promise<void>;
  /** Every name, how long its content is, and when it was last kept. */
  list: () => AsyncIterable<{ name: string; bytes: number; keptAt: Date }>;
};

const namePattern = /^[0-9a-f]{64}\.[a-z]{2,5}$/;

/** Names come from addresses too: what is none of ours is not looked for. */
export const isBlobName = (name: string) => namePattern.test(name);
