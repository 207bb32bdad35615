import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { rovingTabIndex } from './roving-tab-index.ts';

const Tools = ({ disabled = false }: { disabled?: boolean }) => (
  <>
    <div ref={rovingTabIndex}>
      <button>打印</button>
      <input aria-label="搜索" />
      <button disabled={disabled}>列</button>
      <a href="#top">导出</a>
    </div>
    <button>以后</button>
  </>
);
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

test('a toolbar is one Tab stop, and arrow keys move within it and wrap around', async () => {
  render(<Tools />);
  const walk: unknown[] = [];
  for (const key of [
    '{Tab}',
    '{ArrowRight}',
    '{ArrowRight}',
    '{ArrowRight}',
    '{ArrowRight}',
    '{End}',
    '{Home}',
    '{Tab}',
  ]) {
    await userEvent.keyboard(key);
    walk.push(focused());
  }
  expect(walk).toEqual(['打印', '搜索', '列', '导出', '打印', '导出', '打印', '以后']);
});

test('arrow keys and Home belong to the text of a field until the cursor is at its edge', async () => {
  render(<Tools />);
  await userEvent.click(screen.getByLabelText('搜索'));
  await userEvent.keyboard('张{Home}');
  expect(focused()).toBe('搜索');
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toBe('打印');
});

test('disabled items are skipped, also when they are disabled later', async () => {
  const { rerender } = render(<Tools />);
  await userEvent.click(screen.getByRole('button', { name: '列' }));
  rerender(<Tools disabled />);
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '打印' }).tabIndex).toBe(0));
  screen.getByLabelText('搜索').focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()).toBe('导出');
});
