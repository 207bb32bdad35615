import { readStored, writeStored } from './browser-storage.ts';

/** The server keeps an unfinished upload for a day. */
const KEPT_MS = 86_400_000;

type StoredUploads = Record<string, { id: string; at: number }>;

const storageKey = (userId: number) => `zhiping_uploads_${userId}`;

/** Identifies a file that is chosen again. */
export const fileKey = ({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>) =>
  `${name}|${size}|${lastModified}`;

const read = (userId: number): StoredUploads => {
  try {
    const begun = JSON.parse(readStored('localStorage', storageKey(userId)) ?? '{}') as StoredUploads;
    return Object.fromEntries(Object.entries(begun).filter(([, { at }]) => Date.now() - at < KEPT_MS));
  } catch {
    return {};
  }
};

export const storedUploadId = (userId: number, key: string): string | undefined => read(userId)[key]?.id;

/**
 * Stores the id of an upload; undefined deletes it. If the storage is full or forbidden, a reload starts a new upload.
 */
export const storeUploadId = (userId: number, key: string, id: string | undefined) => {
  const { [key]: _, ...others } = read(userId);
  const begun = id === undefined ? others : { ...others, [key]: { id, at: Date.now() } };
  writeStored('localStorage', storageKey(userId), JSON.stringify(begun));
};
