import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { type Answer, ApiError, type CallInput, upload } from '../../lib/api.ts';
import { useLatest } from '../../lib/use-latest.ts';

export type Upload = {
  key: number;
  name: string;
  /** Uploaded part, 0 to 1. */
  share: number;
  /** The connection is lost or the server is busy; the upload resumes by itself. */
  isWaiting?: boolean;
  problem?: string;
};

let lastKey = 0;

/**
 * Uploads files to an endpoint, one after the other, each with its progress or error. `onChange` receives the running
 * uploads, so that a form can wait for them.
 */
export const useUploads = <E extends Endpoint>(
  endpoint: E,
  onUploaded: (answer: Answer<E>) => void,
  onChange?: (uploads: readonly Upload[]) => void,
) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latestOnChange = useLatest(onChange);
  useEffect(() => latestOnChange.current?.(uploads), [latestOnChange, uploads]);
  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const remove = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  const send = async (key: number, file: File) => {
    try {
      // The type parameter hides from TypeScript that the input of every upload is only a file.
      const input = { file, quiet: true } as unknown as CallInput<E> & { file: Blob };
      const answer = await upload(endpoint, input, (share) => change(key, { share }));
      remove(key);
      announce(`${file.name} 已上传`);
      onUploaded(answer);
    } catch (error) {
      change(key, { problem: error instanceof ApiError ? error.message : '上传失败，请重试' });
    }
  };

  const add = async (files: readonly File[]) => {
    const added = files.map((file) => ({ key: (lastKey += 1), file }));
    setUploads((all) => [...all, ...added.map(({ key, file }) => ({ key, name: file.name, share: 0 }))]);
    for (const { key, file } of added) await send(key, file);
  };

  return { uploads, add, remove, isBusy: uploads.some(({ problem }) => problem === undefined) };
};
