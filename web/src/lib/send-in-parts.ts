import { ApiError } from './api.ts';

const PART_BYTES = 2 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** Attempts in a row after a transient error; without a network there is no limit. */
const MAX_TRIES = 6;

type Part = { offset: number; sha256: string; file: Blob };

export type SendCalls = {
  create: () => Promise<{ id: string; offset: number }>;
  /** Returns the offset at which the server continues. */
  offsetOf: (id: string) => Promise<number>;
  append: (id: string, part: Part, onProgress: (share: number) => void) => Promise<{ offset: number }>;
  hash: (part: Blob) => Promise<string>;
  /** The upload id of an earlier attempt, also before a reload; `remember(undefined)` deletes it. */
  recall: () => string | undefined;
  remember: (id: string | undefined) => void;
  /** Waits this long or until the network is back; rejects when the upload is aborted. */
  pause: (ms: number) => Promise<void>;
  /** Called with the share of the file that is on the server, 0 to 1. */
  onShare: (share: number) => void;
};

/** No response, or one that a proxy gives while the server is down. */
const isUnreachable = ({ status }: ApiError) => status === 0 || (status >= 502 && status <= 504);

/**
 * Errors that a retry may solve: another offset, an unknown upload, a damaged part, a server error, or a rate limit.
 */
const isTransient = ({ status, code }: ApiError) =>
  isUnreachable({ status } as ApiError) ||
  status === 404 ||
  status === 409 ||
  status === 500 ||
  code === 'upload.hash' ||
  code === 'rate_limited';

/**
 * Uploads a file in parts and returns the id of the upload. Resumes where an earlier attempt stopped, waits while there
 * is no network, and starts again if the server no longer knows the upload. Throws the `ApiError` of a permanent
 * failure.
 */
export const uploadInParts = async (file: Blob, calls: SendCalls): Promise<string> => {
  let id = calls.recall();
  let offset: number | undefined;
  let tries = 0;
  let pauses = 0;

  const begin = async () => {
    const created = await calls.create();
    calls.remember(created.id);
    return created;
  };

  /** One step; returns the id when the file is complete. */
  const step = async (): Promise<string | undefined> => {
    if (id === undefined) ({ id, offset } = await begin());
    const from = (offset ??= await calls.offsetOf(id));
    calls.onShare(from / file.size);
    if (from >= file.size) return id;
    const part = file.slice(from, from + PART_BYTES);
    const sha256 = await calls.hash(part);
    const onProgress = (share: number) => calls.onShare((from + share * part.size) / file.size);
    ({ offset } = await calls.append(id, { offset: from, sha256, file: part }, onProgress));
    [tries, pauses] = [0, 0];
    return undefined;
  };

  for (;;) {
    try {
      const whole = await step();
      if (whole !== undefined) return whole;
    } catch (error) {
      if (!(error instanceof ApiError) || !isTransient(error)) throw error;
      if (!isUnreachable(error)) tries += 1;
      if (tries >= MAX_TRIES) throw error;
      offset = undefined;
      if (error.status === 404) {
        id = undefined;
        calls.remember(undefined);
      }
      // A wrong offset needs no pause; other errors do.
      if (error.status !== 404 && error.status !== 409)
        await calls.pause(Math.min(FIRST_PAUSE_MS * 2 ** pauses++, LONGEST_PAUSE_MS));
    }
  }
};
