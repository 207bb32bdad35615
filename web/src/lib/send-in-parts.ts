import { ApiError } from './api.ts';

const PART_BYTES = 2 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** So often in a row what might pass on its own is tried again; without a network, for ever. */
const MAX_TRIES = 6;

type Part = { offset: number; sha256: string; file: Blob };

export type SendCalls = {
  create: () => Promise<{ id: string; offset: number }>;
  /** Where the server goes on. */
  offsetOf: (id: string) => Promise<number>;
  append: (id: string, part: Part, onProgress: (share: number) => void) => Promise<{ offset: number }>;
  hash: (part: Blob) => Promise<string>;
  /** The id of an earlier try, also before a reload; undefined forgets it. */
  recall: () => string | undefined;
  remember: (id: string | undefined) => void;
  /** Wait so long, or until the network is back; rejects when nobody wants the file any more. */
  pause: (ms: number) => Promise<void>;
  /** How much of the file is on the server, 0 to 1. */
  onShare: (share: number) => void;
};

/** No answer, or one that only a proxy gives while the server is away. */
const isAway = ({ status }: ApiError) => status === 0 || (status >= 502 && status <= 504);

/** The place or the upload itself is another than was thought, the part was damaged, the server stumbled, or asks for patience. */
const isPassing = ({ status, code }: ApiError) =>
  isAway({ status } as ApiError) ||
  status === 404 ||
  status === 409 ||
  status === 500 ||
  code === 'upload.hash' ||
  code === 'rate_limited';

/**
 * Bring a file to the server in parts and answer its id there. Goes on where an earlier try stopped, waits while there is
 * no network, and begins anew where the server knows nothing of it any more.
 */
export const sendInParts = async (file: Blob, calls: SendCalls): Promise<string> => {
  let id = calls.recall();
  let offset: number | undefined;
  let tries = 0;
  let pauses = 0;

  const begin = async () => {
    const created = await calls.create();
    calls.remember(created.id);
    return created;
  };

  /** One step; answers the id when the file is whole. */
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
      if (!(error instanceof ApiError) || !isPassing(error)) throw error;
      if (!isAway(error)) tries += 1;
      if (tries >= MAX_TRIES) throw error;
      offset = undefined;
      if (error.status === 404) {
        id = undefined;
        calls.remember(undefined);
      }
      // A wrong place is known at once; anything else needs time.
      if (error.status !== 404 && error.status !== 409)
        await calls.pause(Math.min(FIRST_PAUSE_MS * 2 ** pauses++, LONGEST_PAUSE_MS));
    }
  }
};
