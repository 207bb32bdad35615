import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import type { PaneNode } from './tree-nodes.ts';
import { TreePane } from './TreePane.tsx';

const leaf = (key: string, title: string): PaneNode => ({ key, title });
const nodes: PaneNode[] = [
  { ...leaf('1', '理学'), children: [{ ...leaf('11', '数学'), children: [leaf('111', '概率论')] }] },
  { ...leaf('2', '工学'), children: [leaf('21', '力学')] },
];
const onSelect = vi.fn<(key: string | undefined) => void>();

beforeEach(() => {
  serve();
  onSelect.mockReset();
});

const open = (selected?: string, shown = nodes) =>
  renderPage(<TreePane label="学科" nodes={shown} selected={selected} onSelect={onSelect} />);

test('shows two levels at first, and all or one on request', async () => {
  open();
  expect(screen.getByText('数学')).toBeDefined();
  expect(screen.queryByText('概率论')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '全部展开' }));
  expect(screen.getByText('概率论')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '全部收起' }));
  await vi.waitFor(() => expect(screen.queryByText('数学')).toBeNull());
  expect(screen.getByText('理学')).toBeDefined();
});

test('a search shows only hits and their parents, and a search without a match can be cleared', async () => {
  open();
  const search = screen.getByRole('searchbox', { name: '搜索学科' });
  await userEvent.type(search, '概率');
  expect(await screen.findByText('概率论')).toBeDefined();
  expect(screen.getByText('数学')).toBeDefined();
  expect(screen.queryByText('工学')).toBeNull();
  await userEvent.clear(search);
  await userEvent.type(search, '没有');
  await userEvent.click(await screen.findByText('清空条件'));
  expect(await screen.findByText('工学')).toBeDefined();
});

test('a click selects a node, and a second click selects none', async () => {
  const { unmount } = open();
  await userEvent.click(screen.getByText('力学'));
  expect(onSelect).toHaveBeenLastCalledWith('21');
  unmount();
  open('21');
  await userEvent.click(screen.getByText('力学'));
  expect(onSelect).toHaveBeenLastCalledWith(undefined);
});

test('an empty tree says so, and offers no search to clear', () => {
  open(undefined, []);
  expect(screen.getByText('还没有学科')).toBeDefined();
  expect(screen.queryByText('清空条件')).toBeNull();
});
