import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { dispatchTabs, restoreTabs, useTabs } from './tab-store.ts';
import { TabStrip } from './TabStrip.tsx';
import { useTabActions } from './use-tab-actions.tsx';

const pages = [
  ['/dashboard', '首页'],
  ['/pool/subject', '学科目录'],
  ['/pool/school', '学校管理'],
  ['/system/outbox', '发件箱'],
] as const;

const visit = (key: string, title: string) =>
  dispatchTabs({
    type: 'visit',
    visit: {
      key,
      location: { pathname: key, search: '', hash: '', state: null, key },
      title,
      affix: key === '/dashboard',
      noCache: false,
    },
  });

/** The tab strip at the current address. */
const Strip = () => {
  const { tabs } = useTabs();
  return <TabStrip tabs={tabs} activeKey={useLocation().pathname} actions={useTabActions()} />;
};

const tab = (name: string) => screen.getByRole('link', { name });
const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
const address = () => window.location.pathname.slice(WEB_BASE.length);
const menuOf = async (name: string) => {
  fireEvent.contextMenu(tab(name));
  return screen.findByRole('menu');
};

beforeEach(() => {
  sessionStorage.clear();
  restoreTabs(1, () => true);
  for (const [key, title] of pages) visit(key, title);
});
const open = (at: string) => renderPage(<Strip />, { at });

test('a tab closes by the middle button and by Delete', async () => {
  open('/dashboard');
  fireEvent(tab('学科目录'), new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(names()).toEqual(['首页', '学校管理', '发件箱']));
  tab('学校管理').focus();
  await userEvent.keyboard('{Delete}');
  await vi.waitFor(() => expect(names()).toEqual(['首页', '发件箱']));
});

test('the home tab cannot be closed', async () => {
  open('/dashboard');
  expect(screen.queryByRole('button', { name: '关闭 首页' })).toBeNull();
  tab('首页').focus();
  await userEvent.keyboard('{Delete}');
  fireEvent(tab('首页'), new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }));
  expect(names()).toEqual(pages.map(([, title]) => title));
  const close = within(await menuOf('首页')).getByRole('menuitem', { name: '关闭' });
  expect(close.getAttribute('aria-disabled')).toBe('true');
});

test('closing the page on screen opens the last remaining tab', async () => {
  open('/pool/subject');
  await userEvent.click(screen.getByRole('button', { name: '关闭 学科目录' }));
  await vi.waitFor(() => expect(address()).toBe('/system/outbox'));
});

test('closing all tabs opens the home page', async () => {
  open('/system/outbox');
  const menu = await menuOf('发件箱');
  const entries = within(menu).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['刷新', '关闭', '关闭其他', '关闭全部']);
  await userEvent.click(within(menu).getByRole('menuitem', { name: '关闭全部' }));
  await vi.waitFor(() => expect(address()).toBe('/dashboard'));
  expect(names()).toEqual(['首页']);
});

test('the menu beside the strip lists all tabs and two commands', async () => {
  for (let number = pages.length + 1; number <= 15; number += 1) visit(`/more/${number}`, `页面${number}`);
  open('/dashboard');
  await userEvent.click(screen.getByRole('button', { name: '更多标签操作' }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(17);
  await userEvent.click(screen.getByRole('menuitem', { name: '页面15' }));
  await vi.waitFor(() => expect(address()).toBe('/more/15'));
});
