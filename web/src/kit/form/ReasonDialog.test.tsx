import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

const schema = z.object({ reason: z.string().trim().min(1, '请输入原因') });
const onClose = vi.fn<() => void>();
beforeEach(() => {
  serve();
  onClose.mockReset();
});

const open = (act: (reason: string) => Promise<void>) =>
  renderPage(<ReasonDialog title="暂停批次" verb="暂停" schema={schema} act={act} onClose={onClose} />);
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: '暂停' }));

test('a missing reason prevents the action', async () => {
  const act = vi.fn<() => Promise<void>>();
  open(act);
  await confirm();
  expect(await screen.findByText('请输入原因')).toBeDefined();
  expect(act).not.toHaveBeenCalled();
});

test('a given reason runs the action once and closes the dialog', async () => {
  const act = vi.fn<() => Promise<void>>().mockResolvedValue();
  open(act);
  await userEvent.type(await screen.findByLabelText('原因'), ' 监督检查 ');
  await confirm();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(act.mock.calls).toEqual([[expect.stringContaining('监督检查')]]);
});

test('a failed action is shown in the dialog, which keeps the reason', async () => {
  open(() => Promise.reject(new Error('批次已被别人暂停')));
  await userEvent.type(await screen.findByLabelText('原因'), '监督检查');
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toContain('批次已被别人暂停');
  expect(((await screen.findByLabelText('原因')) as HTMLTextAreaElement).value).toBe('监督检查');
  expect(onClose).not.toHaveBeenCalled();
});

test('closing the dialog over a typed reason asks first, and the user may continue', async () => {
  open(() => Promise.resolve());
  await userEvent.type(await screen.findByLabelText('原因'), '监督检查');
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  await userEvent.click(await screen.findByRole('button', { name: '继续填写' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(((await screen.findByLabelText('原因')) as HTMLTextAreaElement).value).toBe('监督检查');
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  await userEvent.click(await screen.findByRole('button', { name: '放弃填写' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('the dialog closes at once when no reason is typed', async () => {
  open(() => Promise.resolve());
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  expect(onClose).toHaveBeenCalledOnce();
});
