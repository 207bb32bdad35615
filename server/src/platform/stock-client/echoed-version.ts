import type { Endpoint } from '@zhiping/shared/endpoint.ts';

/** Calls that the stock client of the eladmin family makes; nothing else is relaxed for it. */
const STOCK_PATHS = new Set(
  ['users', 'roles', 'menus', 'dept', 'job', 'jobs', 'dict', 'dictDetail'].map((name) => `/api/${name}`),
);

/**
 * Clients of the eladmin family send rows back as they read them, `createTime` and our version included, and do not read
 * again after a save that went well: the version says nothing then, and their last word counts (`refuseStale`). Forms of
 * our own web app never send `createTime`.
 */
export const withoutEchoedVersion = ({ path }: Endpoint, body: unknown): unknown => {
  if (!STOCK_PATHS.has(path)) return body;
  if (typeof body !== 'object' || body === null || !('createTime' in body) || !('version' in body))
    return body;
  const { version: _echoed, ...rest } = body;
  return rest;
};
