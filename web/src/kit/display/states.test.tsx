import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancellable } from '../../lib/slow-reads.ts';
import { Loading } from './states.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Without the settings of the app its two characters are spread. */
const CANCEL = /^取\s?消$/;

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Ends with its signal alone. */
const endless = () =>
  cancellable(
    new AbortController().signal,
    (signal) =>
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  ).catch((error: Error) => error.message);

test('what takes long says so, and can be given up; what was asked for a moment ago goes on', async () => {
  const old = endless();
  render(<Loading />);
  await wait(7900);
  expect(screen.queryByText('仍在加载…')).toBeNull();
  const told: string[] = [];
  void endless().then((message) => told.push(message));
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

test('where nothing can be given up, only the words come', async () => {
  render(<Loading />);
  await wait(8000);
  screen.getByText('仍在加载…');
  expect(screen.queryByRole('button')).toBeNull();
});
