import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../../testing/render-page.tsx';
import { MoveDialog } from './MoveDialog.tsx';

const onClose = vi.fn<() => void>();
beforeEach(() => {
  serve();
  onClose.mockReset();
});

const open = (move: (pid: number | null) => Promise<unknown>) =>
  renderPage(
    <MoveDialog
      name="物理系"
      pid={1}
      select={(value, onChange) => (
        <button type="button" onClick={() => onChange(2)}>
          现在 {value}
        </button>
      )}
      move={move}
      onClose={onClose}
    />,
  );
const moveButton = () => screen.getByRole('button', { name: '移动' });

test('moving is enabled once another parent is chosen, and its success is shown', async () => {
  const move = vi.fn<(pid: number | null) => Promise<void>>().mockResolvedValue();
  open(move);
  expect(moveButton().hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: '现在 1' }));
  await userEvent.click(moveButton());
  expect((await screen.findAllByText('「物理系」已移动'))[0]).toBeDefined();
  expect(move.mock.calls).toEqual([[2]]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a failed move is shown, keeps the choice, and can be tried again', async () => {
  const move = vi
    .fn<(pid: number | null) => Promise<void>>()
    .mockRejectedValueOnce(new Error('不能移动到自己的下级'))
    .mockResolvedValue();
  open(move);
  await userEvent.click(screen.getByRole('button', { name: '现在 1' }));
  await userEvent.click(moveButton());
  expect((await screen.findByRole('alert')).textContent).toContain('不能移动到自己的下级');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: '现在 2' })).toBeDefined();
  await userEvent.click(moveButton());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
