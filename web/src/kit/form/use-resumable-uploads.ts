import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { ApiError, call, upload } from '../../lib/api.ts';
import { storedUploadId, fileKey, storeUploadId } from '../../lib/stored-uploads.ts';
import { createLimit } from '@zhiping/shared/limit.ts';
import { uploadInParts, type SendCalls } from '../../lib/send-in-parts.ts';
import { useUser } from '../../lib/session-store.ts';
import { sha256 } from '../../lib/sha256.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { Upload } from './use-uploads.ts';

/** Shared by all forms. */
const limitToTwo = createLimit(2);
/** A connection without an answer for this long counts as dead; the part is sent again. */
const PART_TIMEOUT_MS = 180_000;

/** Keys of running uploads. Of two equal files only the first uses the stored upload id. */
const runningFiles = new Set<string>();

const pauseFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
    if (signal.aborted) end();
  });

type UploadIdStore = Pick<SendCalls, 'recall' | 'remember'>;

const uploadIdStoreOf = (userId: number, key: string): UploadIdStore => ({
  recall: () => storedUploadId(userId, key),
  remember: (id) => storeUploadId(userId, key, id),
});

const volatileUploadIdStore = (): UploadIdStore => {
  let kept: string | undefined;
  return { recall: () => kept, remember: (id) => (kept = id) };
};

type Purpose = 'material' | 'archive';

const callsFor = (
  { name, size }: File,
  { signal, purpose, wait }: { signal: AbortSignal; purpose: Purpose; wait: (isWaiting: boolean) => void },
): Omit<SendCalls, 'onShare' | keyof UploadIdStore> => ({
  create: () => call(uploadApi.create, { body: { name, bytes: size, purpose }, quiet: true, signal }),
  offsetOf: async (id) => (await call(uploadApi.read, { params: { id }, quiet: true, signal })).offset,
  append: async (id, { file, ...body }, onProgress) => {
    const answer = await upload(
      uploadApi.append,
      { params: { id }, body, file, quiet: true, signal, timeoutMs: PART_TIMEOUT_MS },
      (share) => {
        // Only progress proves that the connection works again.
        if (share > 0) wait(false);
        onProgress(share);
      },
    );
    wait(false);
    return answer;
  },
  hash: async (part) => {
    const hash = await sha256(part);
    signal.throwIfAborted();
    return hash;
  },
  pause: async (ms) => {
    wait(true);
    await pauseFor(ms, signal);
  },
});

/**
 * Like `useUploads`, for files that are sent in parts. An upload resumes after a network failure, and after a reload
 * when the same file is chosen again. `onUploaded` passes the upload's id to the endpoint that uses it (`takeUpload` on
 * the server); if that refuses, its message is shown beside the file. `remove` also stops a running upload.
 */
export const useResumableUploads = (
  onUploaded: (id: string, file: File) => Promise<unknown>,
  onChange?: (uploads: readonly Upload[]) => void,
  purpose: Purpose = 'material',
) => {
  const userId = useUser().user.id;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const isOnline = useOnline();
  const sending = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  const latestOnChange = useLatest(onChange);
  useEffect(() => latestOnChange.current?.(uploads), [latestOnChange, uploads]);
  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  const send = async (key: number, file: File, { signal }: AbortController) => {
    const known = `${userId}|${fileKey(file)}`;
    const isFirst = !runningFiles.has(known);
    runningFiles.add(known);
    const memory = isFirst ? uploadIdStoreOf(userId, fileKey(file)) : volatileUploadIdStore();
    const onShare = (share: number) => change(key, { share });
    const wait = (isWaiting: boolean) => change(key, { isWaiting });
    try {
      await limitToTwo(async () => {
        signal.throwIfAborted();
        const id = await uploadInParts(file, {
          ...callsFor(file, { signal, purpose, wait }),
          ...memory,
          onShare,
        });
        await onUploaded(id, file);
      });
      memory.remember(undefined);
      drop(key);
      announce(`${file.name} 已上传`);
    } catch (error) {
      const id = memory.recall();
      if (signal.aborted && id) void call(uploadApi.remove, { params: { id }, quiet: true }).catch(() => {});
      // Refused for good or cancelled: choosing the file again starts a new upload.
      if (signal.aborted || (error instanceof ApiError && [400, 404, 413].includes(error.status)))
        memory.remember(undefined);
      change(key, { problem: error instanceof ApiError ? error.message : '上传失败，请重试' });
    } finally {
      if (isFirst) runningFiles.delete(known);
      sending.current.delete(key);
    }
  };

  const add = async (files: readonly File[]) => {
    const added = files.map((file) => ({ key: (lastKey.current += 1), file, stop: new AbortController() }));
    setUploads((all) => [...all, ...added.map(({ key, file }) => ({ key, name: file.name, share: 0 }))]);
    for (const { key, stop } of added) sending.current.set(key, stop);
    // In the order in which they were chosen and are listed.
    for (const { key, file, stop } of added) await send(key, file, stop);
  };

  const remove = (key: number) => {
    sending.current.get(key)?.abort();
    drop(key);
  };

  // A part on a broken connection times out late; the browser's offline event arrives at once.
  const shown = isOnline ? uploads : uploads.map((one) => ({ ...one, isWaiting: true }));
  return { uploads: shown, add, remove, isBusy: uploads.some(({ problem }) => problem === undefined) };
};
