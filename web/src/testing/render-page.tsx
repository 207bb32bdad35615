import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { API_BASE, WEB_BASE } from '@zhiping/shared/constants.ts';
import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { vi } from 'vitest';
import { NoticeHost } from '../app/shell/NoticeHost.tsx';
import { queryClient } from '../lib/query-client.ts';
import { startSession } from '../lib/session-store.ts';

type Call = { query: URLSearchParams; body: unknown };
export type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>;

const testUser = { user: { id: 1, username: 'tester' }, roles: [] } as unknown as SessionUser;

/** A fake server. A call without a handler is an error. */
export const serve = () => {
  const handlers = new Map<string, (call: Call) => Answer>();
  const calls: (Call & { endpoint: string })[] = [];
  const keyOf = (method: string, path: string) => `${method} ${path}`;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, window.location.href);
    const endpoint = keyOf(init.method ?? 'GET', url.pathname.slice(API_BASE.length));
    const call = {
      query: url.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    };
    calls.push({ endpoint, ...call });
    const handler = handlers.get(endpoint);
    if (!handler) throw new Error(`no handler for ${endpoint}`);
    const { status = 200, body } = await handler(call);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
  return {
    on: ({ method, path }: Endpoint, handler: (call: Call) => Answer) => {
      handlers.set(keyOf(method, path), handler);
    },
    callsOf: ({ method, path }: Endpoint) => calls.filter(({ endpoint }) => endpoint === keyOf(method, path)),
  };
};

/** Renders a page at an address for a user with these permissions, in the app's providers but without its shell. */
export const renderPage = (
  page: ReactNode,
  { at = '/', roles = ['admin'] }: { at?: string; roles?: string[] } = {},
) => {
  queryClient.clear();
  startSession('token', { ...testUser, roles }, false);
  window.history.replaceState(null, '', WEB_BASE + at);
  return render(
    <BrowserRouter basename={WEB_BASE}>
      <QueryClientProvider client={queryClient}>
        <ConfigProvider
          locale={zhCN}
          theme={{ token: { motion: false } }}
          button={{ autoInsertSpace: false }}
          wave={{ disabled: true }}
        >
          <App>
            <NoticeHost />
            {page}
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </BrowserRouter>,
  );
};
