import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { EnabledSwitch } from './EnabledSwitch.tsx';

const save = vi.fn<(enabled: boolean, version: number) => Promise<void>>();
beforeEach(() => {
  serve();
  save.mockReset().mockResolvedValue();
});

const open = (given: { reason?: string } = {}, roles = ['job:edit']) =>
  renderPage(<EnabledSwitch name="讲师" enabled version={3} allow="job:edit" save={save} {...given} />, {
    roles,
  });
const press = () => userEvent.click(screen.getByRole('switch', { name: '启用 讲师' }));

test('the switch saves at once with the version that was read, and undo uses the next version', async () => {
  open();
  await press();
  await screen.findAllByText('「讲师」已停用');
  expect(save.mock.calls).toEqual([[false, 3]]);
  await userEvent.click(await screen.findByRole('button', { name: /撤销/ }));
  expect(save.mock.calls).toEqual([
    [false, 3],
    [true, 4],
  ]);
});

test('a failed save is not reported as done, and can be tried again', async () => {
  save.mockRejectedValueOnce(new Error('别人刚改过'));
  open();
  await press();
  await vi.waitFor(() => expect(screen.getByRole('switch').className).not.toContain('loading'));
  expect(screen.queryByText('「讲师」已停用')).toBeNull();
  await press();
  expect(save).toHaveBeenCalledTimes(2);
});

test('a reason against the change disables the switch and is shown', async () => {
  open({ reason: '还有人担任' });
  const control = screen.getByRole('switch');
  expect(control.hasAttribute('disabled')).toBe(true);
  const described = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('还有人担任');
});

test('a reader without the permission sees a word in place of the switch', () => {
  open({}, ['job:list']);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('启用')).toBeDefined();
});
