import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { savedViewApi } from '@zhiping/shared/contracts/saved-view.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import SavedViews from './SavedViews.tsx';

const view = { id: 4, name: '待确认', query: 'confirmed=false' };
let server: ReturnType<typeof serve>;
const onChoose = vi.fn<() => void>();
beforeEach(() => {
  server = serve();
  server.on(savedViewApi.list, () => ({ body: [view] }));
  onChoose.mockReset();
});
const open = (search: string) =>
  renderPage(<SavedViews onChoose={onChoose} />, { at: `/pool/expert${search}` });

test('a view is saved under a name with the conditions of the address, without its transient parameters', async () => {
  server.on(savedViewApi.save, () => ({ status: 204 }));
  open('?page=3&view=7&term=ending&confirmed=true');
  await userEvent.type(await screen.findByLabelText('保存当前条件'), '快到期');
  await userEvent.click(screen.getByRole('button', { name: '保存为视图' }));
  await screen.findAllByText('视图「快到期」已保存');
  expect(server.callsOf(savedViewApi.save)[0]?.body).toEqual({
    page: '/pool/expert',
    query: 'confirmed=true&term=ending',
    name: '快到期',
  });
});

test('the button warns that a view of the same name is overwritten, and a failed save says why', async () => {
  server.on(savedViewApi.save, () => ({ status: 400, body: { message: '最多保存 30 个视图', code: 'x' } }));
  open('?confirmed=true');
  await userEvent.type(await screen.findByLabelText('保存当前条件'), '待确认');
  await userEvent.click(screen.getByRole('button', { name: '覆盖同名视图' }));
  expect((await screen.findByRole('alert')).textContent).toContain('最多保存 30 个视图');
  expect((screen.getByLabelText('保存当前条件') as HTMLInputElement).value).toBe('待确认');
});

test('saving is disabled without a condition, and the current view is marked', async () => {
  const { unmount } = open('');
  expect((await screen.findByRole('button', { name: '保存为视图' })).hasAttribute('disabled')).toBe(true);
  unmount();
  open('?confirmed=false');
  const link = await screen.findByRole('link', { name: '待确认' });
  expect(link.getAttribute('aria-current')).toBe('true');
  await userEvent.click(link);
  expect(onChoose).toHaveBeenCalledOnce();
});

test('a deleted view is restored by undo', async () => {
  server.on(savedViewApi.save, () => ({ status: 201, body: { id: 5 } }));
  server.on({ ...savedViewApi.remove, path: savedViewApi.remove.path.replace(':id', '4') }, () => ({
    status: 204,
  }));
  open('');
  await userEvent.click(await screen.findByRole('button', { name: '删除视图「待确认」' }));
  expect((await screen.findAllByText('视图「待确认」已删除'))[0]).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /撤销/ }));
  expect(server.callsOf(savedViewApi.save)[0]?.body).toEqual({
    page: '/pool/expert',
    name: view.name,
    query: view.query,
  });
});

test('a view is renamed in place, a taken name stays to be corrected, and Esc cancels', async () => {
  server.on({ ...savedViewApi.rename, path: savedViewApi.rename.path.replace(':id', '4') }, ({ body }) =>
    (body as { name: string }).name === '重名'
      ? {
          status: 400,
          body: {
            message: '这个列表已有同名视图',
            code: 'x',
            errors: [{ field: 'name', message: '这个列表已有同名视图' }],
          },
        }
      : { status: 204 },
  );
  open('');
  const pen = '重命名视图「待确认」';
  await userEvent.click(await screen.findByRole('button', { name: pen }));
  const input = screen.getByLabelText('新名称') as HTMLInputElement;
  expect([input.value, document.activeElement]).toEqual(['待确认', input]);
  await userEvent.keyboard('重名{Enter}');
  expect(await screen.findByText('这个列表已有同名视图')).toBeDefined();
  await userEvent.clear(input);
  await userEvent.type(input, '等待确认{Enter}');
  expect(await screen.findByRole('button', { name: pen })).toBe(document.activeElement);
  expect(server.callsOf({ ...savedViewApi.rename, path: '/api/views/4' }).map(({ body }) => body)).toEqual([
    { name: '重名' },
    { name: '等待确认' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: pen }));
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: pen })).toBe(document.activeElement);
});
