import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { setMenus } from '../../lib/session-store.ts';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { useRecords } from './use-records.ts';

const Search = () => {
  const [typed, setTyped] = useState('');
  const { records, isSearching } = useRecords(typed);
  return (
    <>
      <input aria-label="搜索" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <p role="status">
        {isSearching ? '正在查找…' : records.map(({ label, group }) => `${group} ${label}`)}
      </p>
    </>
  );
};

const schools: BuiltMenu = {
  name: 'School',
  path: '/pool/school',
  hidden: false,
  component: 'school/index',
  meta: { title: '学校管理', icon: null, noCache: false },
};

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve();
  server.on(articleApi.list, () => ({ body: { content: [{ id: 7, title: '评审回避的通知' }] } }));
  server.on(schoolApi.list, () => ({ body: { content: [{ id: 1, name: '回避大学', chain: null }] } }));
});
const search = async (menus: BuiltMenu[], roles: string[]) => {
  renderPage(<Search />, { roles });
  setMenus(menus);
  await userEvent.type(screen.getByRole('textbox', { name: '搜索' }), '回避');
};

// serve() refuses all other lists: experts, teachers, users and subjects.
test('searches the lists whose pages the reader has, after a typing pause', async () => {
  await search([schools], ['admin']);
  expect((await screen.findByText(/学校 回避大学/)).textContent).toContain('公告 评审回避的通知');
  for (const api of [articleApi.list, schoolApi.list])
    expect(server.callsOf(api).map(({ query }) => query.get('blurry'))).toEqual(['回避']);
});

test.each([
  ['no page', [], ['admin']],
  ['no permission', [schools], ['article:list']],
])('searches no list for which the reader has %s', async (_, menus, roles) => {
  await search(menus, roles);
  expect((await screen.findByText(/公告/)).textContent).toBe('公告 评审回避的通知');
  expect(server.callsOf(schoolApi.list)).toEqual([]);
});
