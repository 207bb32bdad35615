import { expect } from 'vitest';
import type { TestServer } from './harness.ts';

/**
 * The calls that the web client of the eladmin family (version 2.7) makes, page by page, as it makes them: the parameters
 * of its lists, whole rows sent back, texts where it sends texts. Where ours differs on purpose, decision 0012 says why.
 */
export type Row = Record<string, unknown> & { id: number };
type Page = { content: Row[]; totalElements: number };
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Undefined leaves a parameter out, null does not: its address then ends in `=`. */
export const addressed = (path: string, params: Record<string, unknown>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one ?? ''));
  return `${path}?${query.toString()}`;
};

const usual = { page: 0, size: 10, sort: ['id,desc'] };
export const range = ['2020-01-01 00:00:00', '2999-12-31 23:59:59'];
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** A stock client with a session. */
export const stockClient = (server: TestServer, owner: string) => {
  const send = async (method: Method, path: string, body?: unknown, token = owner) => {
    const response = await server.app.inject({
      method,
      url: `/title/${path}`,
      headers: { authorization: token },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      body: isJson ? response.json() : null,
    };
  };

  const read = async <T = Page>(path: string, params: Record<string, unknown> = {}): Promise<T> => {
    const { status, body } = await send('GET', addressed(path, params));
    expect([path, status, body?.message]).toEqual([path, 200, undefined]);
    return body as T;
  };

  const list = (path: string, filters = {}) => read(path, { ...usual, ...filters });
  const isSheet = async (path: string, filters = {}) => {
    const { status, type } = await send('GET', addressed(`${path}/download`, { ...usual, ...filters }));
    expect([status, type]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  };
  const create = async (path: string, body: unknown): Promise<number> => {
    const answer = await send('POST', path, body);
    expect([path, answer.status, answer.body?.message]).toEqual([path, 201, undefined]);
    return answer.body.id;
  };
  const update = async (path: string, body: unknown) => {
    const answer = await send('PUT', path, body);
    expect([path, answer.status, answer.body?.message]).toEqual([path, 204, undefined]);
  };
  const remove = async (path: string, body?: unknown) =>
    expect([path, (await send('DELETE', path, body)).status]).toEqual([path, 200]);
  /** A switch in a list: the page changes its row, sends it, and keeps it without reading again. */
  const toggleTwice = async (path: string, row: Row) => {
    await update(path, { ...row, enabled: !row['enabled'] });
    await update(path, { ...row });
  };
  return { send, read, list, isSheet, create, update, remove, toggleTwice };
};
