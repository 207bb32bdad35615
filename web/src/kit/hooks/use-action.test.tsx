import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAction } from './use-action.ts';

const Act = ({ act }: { act: () => Promise<unknown> }) => {
  const { run, isPending, problem } = useAction(act, '没有成功');
  return (
    <>
      <button onClick={() => void run()}>开始</button>
      <p>{isPending ? '进行中' : '空闲'}</p>
      <p role="alert">{problem}</p>
    </>
  );
};
const press = () => fireEvent.click(screen.getByRole('button'));
const problem = () => screen.getByRole('alert').textContent;

test('a second press while the act is pending starts nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const act = vi.fn<() => Promise<unknown>>(() => promise);
  render(<Act act={act} />);
  press();
  await screen.findByText('进行中');
  press();
  resolve();
  await screen.findByText('空闲');
  expect(act).toHaveBeenCalledTimes(1);
});

test('a problem is shown until the next try', async () => {
  const act = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('请先同意'))
    .mockRejectedValueOnce(null)
    .mockResolvedValueOnce(1);
  render(<Act act={act} />);
  for (const expected of ['请先同意', '没有成功', '']) {
    press();
    await waitFor(() => expect(problem()).toBe(expected));
    await screen.findByText('空闲');
  }
});
