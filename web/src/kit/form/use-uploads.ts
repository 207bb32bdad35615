import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { type Answer, ApiError, type CallInput, upload } from '../../lib/api.ts';
import { useLatest } from '../../lib/use-latest.ts';

export type Upload = {
  key: number;
  name: string;
  /** How much is on the server, 0 to 1. */
  share: number;
  /** The line is cut, or the server is busy: it goes on by itself. */
  isWaiting?: boolean;
  problem?: string;
};

let lastKey = 0;

/**
 * Files on their way to an endpoint, one after the other, each with its progress and what went wrong with it. `onChange`
 * tells a form what it has to wait for.
 */
export const useUploads = <E extends Endpoint>(
  endpoint: E,
  onUploaded: (answer: Answer<E>) => void,
  onChange?: (uploads: readonly Upload[]) => void,
) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const tell = useLatest(onChange);
  useEffect(() => tell.current?.(uploads), [tell, uploads]);
  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const remove = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  const send = async (key: number, file: File) => {
    try {
      // Every upload takes a file alone; TypeScript cannot see that through the type parameter.
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
