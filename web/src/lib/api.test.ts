import { endpoint } from '@zhiping/shared/endpoint.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type ApiError,
  call,
  download,
  setFailureListener,
  setSigning,
  upload as sendFile,
  urlOf,
} from './api.ts';
import { session } from './session-store.ts';

const list = endpoint('GET', '/api/thing/:id/parts', {
  summary: '列表',
  access: 'signedIn',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({
    page: z.coerce.number().default(0),
    name: z.string().optional(),
    sort: z.array(z.string()).optional(),
  }),
  result: z.object({ content: z.array(z.string()) }),
});
const save = endpoint('POST', '/api/thing', {
  summary: '保存',
  access: 'signedIn',
  body: z.object({ name: z.string() }),
});
const upload = endpoint('POST', '/api/upload', {
  summary: '上传',
  access: 'signedIn',
  upload: { field: 'avatar', maxBytes: 10 },
});

const failures: [ApiError, { quiet: boolean }][] = [];
const answer = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  failures.length = 0;
  answer.mockReset();
  vi.stubGlobal('fetch', answer);
  setFailureListener((error, options) => failures.push([error, options]));
  session.set((previous) => ({ ...previous, token: 'Bearer secret' }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  setFailureListener(() => {});
  session.set((previous) => ({ ...previous, token: null }));
});

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const failure = (status: number, message: string) =>
  json(status, { status, message, code: 'x.y', requestId: 'r1' });

describe('urlOf', () => {
  it('sends times in Asia/Shanghai, as the server parses them', () => {
    const createTime = [new Date('2026-11-19T16:00:00Z'), new Date('2026-11-20T15:59:59Z')];
    expect(urlOf(list, { params: { id: 1 }, query: { createTime } })).toContain(
      '?createTime=2026-11-20+00%3A00%3A00&createTime=2026-11-20+23%3A59%3A59',
    );
  });

  it('fills parameters, repeats the keys of arrays and leaves out empty values', () => {
    expect(
      urlOf(list, {
        params: { id: '7/8' },
        query: { page: 0, name: '', sort: ['a,asc', 'b,desc'], x: undefined },
      }),
    ).toBe('/title/api/thing/7%2F8/parts?page=0&sort=a%2Casc&sort=b%2Cdesc');
  });
});

describe('call', () => {
  it('sends the token verbatim and returns the parsed JSON', async () => {
    answer.mockResolvedValue(json(200, { content: ['a'] }));
    await expect(call(list, { params: { id: 1 } })).resolves.toEqual({ content: ['a'] });
    expect(answer.mock.calls[0]?.[1]?.headers).toEqual({ Authorization: 'Bearer secret' });
  });

  it('sends a body as JSON and returns undefined for an empty response', async () => {
    answer.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(call(save, { body: { name: '甲' } })).resolves.toBeUndefined();
    expect(answer.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"name":"甲"}',
      headers: { 'Content-Type': 'application/json' },
    });
  });

  it('leaves the content type of an upload to the browser', async () => {
    answer.mockResolvedValue(json(200, {}));
    await call(upload, { file: new Blob(['x']) });
    const sent = answer.mock.calls[0]?.[1];
    expect(sent?.headers).toEqual({ Authorization: 'Bearer secret' });
    expect([...(sent!.body as FormData).keys()]).toEqual(['avatar']);
  });

  it('reports a failure to the listener, and whether the caller is quiet', async () => {
    answer.mockImplementation(async () => failure(400, '名称已存在'));
    await expect(call(save, { body: { name: '甲' } })).rejects.toMatchObject({
      status: 400,
      message: '名称已存在',
      code: 'x.y',
      requestId: 'r1',
    });
    await call(save, { body: { name: '甲' }, quiet: true }).catch(() => undefined);
    expect(failures.map(([, options]) => options)).toEqual([{ quiet: false }, { quiet: true }]);
  });

  it('asks for a missing signature, and then repeats the call', async () => {
    const unsigned = () =>
      json(409, { message: '您还没有签署', code: 'commitment.staff_unsigned', cycleId: 7 });
    const asked: number[] = [];
    setSigning((cycleId) => {
      asked.push(cycleId);
      return Promise.resolve(asked.length === 1);
    });
    answer.mockResolvedValueOnce(unsigned()).mockResolvedValueOnce(new Response(null, { status: 204 }));
    expect(await call(save, { body: { name: 'a' } })).toBeUndefined();
    expect(answer.mock.calls.map(([, init]) => init?.body)).toEqual(['{"name":"a"}', '{"name":"a"}']);
    expect([asked, failures]).toEqual([[7], []]);
    // Without the signature the caller gets the refusal.
    answer.mockResolvedValueOnce(unsigned());
    await expect(call(save, { body: { name: 'a' } })).rejects.toThrow('您还没有签署');
    expect(failures.map(([{ code }]) => code)).toEqual(['commitment.staff_unsigned']);
    setSigning(() => Promise.resolve(false));
  });

  it('replaces the message about the unique key of ID card numbers', async () => {
    answer.mockResolvedValue(
      failure(400, 'duplicate key value violates unique constraint "uk_expert_id_card" 身份证号码已存在'),
    );
    await expect(call(save, { body: { name: '甲' } })).rejects.toThrow(/^身份证号码已存在$/);
  });

  it('reads the JSON of a failed download, whatever its content type', async () => {
    const blob = new Blob([JSON.stringify({ message: '没有可导出的数据', code: 'x' })], {
      type: 'application/octet-stream',
    });
    answer.mockResolvedValue(new Response(blob, { status: 400 }));
    await expect(call(save, { body: { name: '甲' } })).rejects.toThrow('没有可导出的数据');
  });

  it.each([
    ['HTML of a proxy', () => Promise.resolve(new Response('<html>', { status: 502 })), 502],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ])('reports that the call failed: %s', async (_, fail, status) => {
    answer.mockImplementation(fail);
    await expect(call(save, { body: { name: '甲' } })).rejects.toMatchObject({
      status,
      message: '接口请求失败',
    });
  });

  it('reports a timeout', async () => {
    answer.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    );
    await expect(call(save, { body: { name: '甲' }, timeoutMs: 5 })).rejects.toMatchObject({
      status: 0,
      code: 'timeout',
      message: '网络请求超时',
    });
  });

  it('reports nothing when the caller aborts', async () => {
    const controller = new AbortController();
    answer.mockImplementation(() => {
      controller.abort();
      return Promise.reject(new DOMException('Aborted', 'AbortError'));
    });
    await expect(call(save, { body: { name: '甲' }, signal: controller.signal })).rejects.toThrow('Aborted');
    expect(failures).toEqual([]);
  });
});

describe('download', () => {
  it('saves the bytes under the name from the server, also a Chinese one', async () => {
    const headers = {
      'Content-Disposition': `attachment; filename="x.xlsx"; filename*=UTF-8''${encodeURIComponent('用户.xlsx')}`,
    };
    answer.mockResolvedValue(new Response('bytes', { headers }));
    const link = { href: '', download: '', click: vi.fn<() => void>() };
    vi.stubGlobal('document', { createElement: () => link });
    await download(save, { body: { name: 'a' } });
    expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: '用户.xlsx' });
    expect(link.click).toHaveBeenCalledOnce();
  });

  it('reads the error of a refused download', async () => {
    answer.mockResolvedValue(failure(403, '禁止访问'));
    await expect(download(save, { body: { name: 'a' } })).rejects.toThrow('禁止访问');
    expect(failures).toHaveLength(1);
  });
});

describe('upload', () => {
  it('sends nothing with a signal that is already aborted', async () => {
    const send = vi.fn<() => void>();
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        upload = new EventTarget();
        open() {}
        setRequestHeader() {}
        send() {
          send();
          this.dispatchEvent(new Event('error'));
        }
      },
    );
    const input = { file: new Blob(['x']), signal: AbortSignal.abort() };
    await expect(sendFile(upload, input, () => {})).rejects.toThrow(/aborted/);
    expect(send).not.toHaveBeenCalled();
    expect(failures).toEqual([]);
  });
});
