import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { uploadInParts, type SendCalls } from './send-in-parts.ts';

const MEGABYTE = 1024 * 1024;
const file = new Blob([Uint8Array.from({ length: 5 * MEGABYTE }, (_, index) => index % 251)]);
const hash = async (part: Blob) => `${part.size}`;

const failure = (status: number, code = 'network') => new ApiError(status, { code, message: '失败' });

/** A fake server that follows the contract; `fail` is called before each call. */
const setUp = (fail: (call: string, count: number) => ApiError | undefined = () => undefined) => {
  const uploads = new Map<string, Blob>();
  const calls: string[] = [];
  const pauses: number[] = [];
  const shares: number[] = [];
  const memory: { id: string | undefined } = { id: undefined };
  const enter = (call: string) => {
    calls.push(call);
    const error = fail(call, calls.filter((one) => one === call).length);
    if (error) throw error;
  };
  const found = (id: string) => {
    const upload = uploads.get(id);
    if (!upload) throw failure(404, 'not_found');
    return upload;
  };
  const server: SendCalls = {
    create: async () => {
      enter('create');
      const id = `u${uploads.size + 1}`;
      uploads.set(id, new Blob());
      return { id, offset: 0 };
    },
    offsetOf: async (id) => {
      enter('read');
      return found(id).size;
    },
    append: async (id, part, onProgress) => {
      enter('append');
      const there = found(id);
      if (part.offset !== there.size) throw failure(409, 'upload.offset');
      if (part.sha256 !== (await hash(part.file))) throw failure(400, 'upload.hash');
      onProgress(0.5);
      uploads.set(id, new Blob([there, part.file]));
      return { offset: there.size + part.file.size };
    },
    hash,
    recall: () => memory.id,
    remember: (id) => (memory.id = id),
    pause: async (ms) => void pauses.push(ms),
    onShare: (share) => shares.push(share),
  };
  const arrived = async (id: string) => {
    const bytes = new Uint8Array(await (uploads.get(id) as Blob).arrayBuffer());
    return bytes.length === file.size && bytes.every((byte, index) => byte === index % 251);
  };
  return { server, uploads, calls, pauses, shares, memory, arrived };
};

describe('a file in parts', () => {
  it('arrives whole and reports its progress', async () => {
    const { server, calls, shares, pauses, arrived } = setUp();
    expect(await arrived(await uploadInParts(file, server))).toBe(true);
    expect(calls).toEqual(['create', 'append', 'append', 'append']);
    expect(shares).toEqual([0, 0.2, 0.4, 0.6, 0.8, 0.9, 1]);
    expect(pauses).toEqual([]);
  });

  it('resumes where an earlier attempt stopped', async () => {
    const { server, uploads, calls, memory, arrived } = setUp();
    uploads.set('old', file.slice(0, 4 * MEGABYTE));
    memory.id = 'old';
    expect(await uploadInParts(file, server)).toBe('old');
    expect(await arrived('old')).toBe(true);
    expect(calls).toEqual(['read', 'append']);
  });

  it('starts again if the server no longer knows the upload', async () => {
    const { server, memory, arrived } = setUp();
    memory.id = 'gone';
    const id = await uploadInParts(file, server);
    expect(await arrived(id)).toBe(true);
    expect(memory.id).toBe(id);
  });

  it('waits for the network without a limit, with growing pauses', async () => {
    const { server, pauses, arrived } = setUp((call, count) =>
      call === 'read' && count < 20
        ? failure(0)
        : call === 'append' && count === 2
          ? failure(503)
          : undefined,
    );
    expect(await arrived(await uploadInParts(file, server))).toBe(true);
    expect(pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
    expect(pauses).toHaveLength(20);
  });

  it('asks for the offset when the response to a part was lost', async () => {
    const { server, calls, arrived } = setUp();
    const append = server.append;
    let isLost = true;
    server.append = async (...part) => {
      const answer = await append(...part);
      if (!isLost) return answer;
      isLost = false;
      throw failure(0, 'timeout');
    };
    expect(await arrived(await uploadInParts(file, server))).toBe(true);
    expect(calls).toEqual(['create', 'append', 'read', 'append', 'append']);
  });

  it('sends a damaged part again, up to a limit', async () => {
    const once = setUp((call, count) =>
      call === 'append' && count === 1 ? failure(400, 'upload.hash') : undefined,
    );
    expect(await once.arrived(await uploadInParts(file, once.server))).toBe(true);
    for (const [status, code] of [
      [400, 'upload.hash'],
      [409, 'upload.offset'],
      [404, 'not_found'],
      [500, 'internal'],
    ] as const) {
      const always = setUp((call) => (call === 'append' ? failure(status, code) : undefined));
      await expect(uploadInParts(file, always.server)).rejects.toMatchObject({ status });
      expect(always.calls.filter((call) => call === 'append')).toHaveLength(6);
    }
  });

  it('fails at once with a permanent error', async () => {
    for (const [status, code] of [
      [401, 'auth.required'],
      [403, 'auth.forbidden'],
      [413, 'upload.too_large'],
      [429, 'upload.too_many'],
      [400, 'upload.too_long'],
    ] as const) {
      const { server, calls } = setUp((call) => (call === 'create' ? failure(status, code) : undefined));
      await expect(uploadInParts(file, server)).rejects.toMatchObject({ status });
      expect(calls).toEqual(['create']);
    }
  });

  it('stops when it is aborted', async () => {
    const { server, memory } = setUp((call) => (call === 'append' ? failure(0) : undefined));
    server.pause = () => Promise.reject(new DOMException('aborted', 'AbortError'));
    await expect(uploadInParts(file, server)).rejects.toThrow('aborted');
    expect(memory.id).toBe('u1');
  });
});
