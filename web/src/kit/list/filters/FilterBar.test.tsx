import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { useList } from '../../../lib/list-state.ts';
import { press } from '../../../testing/press.ts';
import { renderPage, serve } from '../../../testing/render-page.tsx';
import { FilterBar } from './FilterBar.tsx';
import { SelectFilter, TextFilter } from './filters.tsx';
import { TimeRangeFilter } from './TimeRangeFilter.tsx';

const options = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
];

/** A filter with a value from an old link that is no longer among the options. */
const BarWithUnknownValue = () => {
  const list = useList(jobApi.list);
  return (
    <FilterBar list={list} search={null}>
      <></>
      <SelectFilter list={list} name="enabled" label="一" options={options} />
      <SelectFilter list={list} name="enabled" label="二" options={options} />
      <SelectFilter list={list} name="enabled" label="三" options={options} />
      <SelectFilter list={list} name="name" label="类别" options={options} />
    </FilterBar>
  );
};

/** Three filters are in the bar, the fourth is behind 更多条件. */
const Bar = () => {
  const list = useList(jobApi.list);
  const enabled = (label: string) => (
    <SelectFilter list={list} name="enabled" label={label} options={options} />
  );
  return (
    <FilterBar list={list} search={<TextFilter list={list} name="name" label="岗位名称" />}>
      {enabled('状态一')}
      <>
        {enabled('状态二')}
        {enabled('状态三')}
      </>
      <TimeRangeFilter list={list} label="创建时间" />
    </FilterBar>
  );
};

let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve();
  server.on(jobApi.list, () => ({ body: { content: [], totalElements: 0 } }));
});
const open = (search = '') => renderPage(<Bar />, { at: `/system/job${search}` });
const range = 'createTime=2026-09-01 00:00:00&createTime=2026-09-30 23:59:59';

test('an active filter outside the bar is a chip that removes it', async () => {
  open(`?${range}&enabled=true`);
  const chip = await screen.findByRole('button', { name: '去掉条件 创建时间：2026-09-01 至 2026-09-30' });
  await userEvent.click(chip);
  expect(new URLSearchParams(window.location.search).has('createTime')).toBe(false);
  expect(new URLSearchParams(window.location.search).get('enabled')).toBe('true');
});

test('a filter in the bar has no chip, and 清空 is offered only with an active filter', async () => {
  const { unmount } = open('?enabled=true');
  expect(await screen.findByRole('button', { name: '清空' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /去掉条件/ })).toBeNull();
  unmount();
  open();
  expect(await screen.findByRole('button', { name: /更多条件/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull();
});

test('清空 removes everything except the page size', async () => {
  open(`?size=50&enabled=false&name=教&${range}`);
  await userEvent.click(await screen.findByRole('button', { name: '清空' }));
  expect(window.location.search).toBe('?size=50');
});

test('a state is chosen by keyboard', async () => {
  open();
  const field = await screen.findByRole('combobox', { name: '状态一' });
  field.focus();
  await userEvent.keyboard('停用');
  await screen.findByRole('option', { name: '停用' });
  press('Enter');
  await vi.waitFor(() => expect(window.location.search).toBe('?enabled=false'));
});

test('no search starts during the composition of an input method', async () => {
  open();
  const field = await screen.findByRole('searchbox', { name: '岗位名称' });
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: 'jiaoshou' } });
  fireEvent.keyDown(field, { key: 'Process' });
  const asked = server.callsOf(jobApi.list).length;
  fireEvent.change(field, { target: { value: '教授' } });
  fireEvent.compositionEnd(field);
  await screen.findByDisplayValue('教授');
  await userEvent.type(field, '{Enter}');
  expect(new URLSearchParams(window.location.search).get('name')).toBe('教授');
  const later = server.callsOf(jobApi.list).slice(asked);
  expect(later.map(({ query }) => query.get('name'))).not.toContain('jiaoshou');
});

test('removing a chip keeps the focus in the bar', async () => {
  open(`?${range}`);
  (await screen.findByRole('button', { name: /^去掉条件 创建时间/ })).focus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('search'));
});

test('a value that is not among the options is shown as it is, and can be removed', async () => {
  renderPage(<BarWithUnknownValue />, { at: '/system/job?name=zzz' });
  await userEvent.click(await screen.findByRole('button', { name: '去掉条件 类别：zzz' }));
  expect(window.location.search).toBe('');
});
