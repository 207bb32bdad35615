import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancellable } from '../../lib/slow-reads.ts';
import { Loading } from './states.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Outside the settings of the app, antd puts a space between the two characters. */
const CANCEL = /^取\s?消$/;

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A read that ends only when its signal aborts. */
const startEndlessRead = () =>
  cancellable(
    new AbortController().signal,
    (signal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  ).catch((error: Error) => error.message);

test('a long read is reported and can be cancelled; a read that began a moment ago goes on', async () => {
  const old = startEndlessRead();
  render(<Loading />);
  await wait(7900);
  expect(screen.queryByText('仍在加载…')).toBeNull();
  const told: string[] = [];
  void startEndlessRead().then((message) => told.push(message));
  await wait(100);
  screen.getByText('仍在加载…');
  fireEvent.click(screen.getByRole('button', { name: CANCEL }));
  expect(await old).toBe('已取消');
  expect(told).toEqual([]);
  await wait(5000);
  fireEvent.click(screen.getByRole('button', { name: CANCEL }));
  await wait(0);
  expect(told).toEqual(['已取消']);
});

test('a long read that cannot be cancelled shows only the message', async () => {
  render(<Loading />);
  await wait(8000);
  screen.getByText('仍在加载…');
  expect(screen.queryByRole('button')).toBeNull();
});
