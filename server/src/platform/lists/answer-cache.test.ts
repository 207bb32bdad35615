import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, createAnswerCache } from './answer-cache.ts';

let healthy: boolean;
let tell: (topic: string) => void;
let asked: number;
let counted: Answers;
const count = async () => (asked += 1);

beforeEach(() => {
  healthy = true;
  asked = 0;
  counted = createAnswerCache(
    {
      get healthy() {
        return healthy;
      },
      on: (listener) => (tell = (topic) => listener(topic, '')),
      onReset: () => {},
      settled: async () => {},
      close: async () => {},
    },
    ['pool', 'school'],
  );
});

afterEach(() => void vi.useRealTimers());

test('counts once until something changes', async () => {
  expect([await counted('a', count), await counted('a', count)]).toEqual([1, 1]);
  expect(await counted('b', count)).toBe(2);
  tell('register');
  expect(await counted('a', count)).toBe(1);
  tell('pool');
  expect(await counted('a', count)).toBe(3);
  tell('school');
  expect(await counted('a', count)).toBe(4);
});

test('counts once for everybody who asks at the same time', async () => {
  expect(await Promise.all([counted('a', count), counted('a', count)])).toEqual([1, 1]);
});

test('does not keep what was under way when something changed', async () => {
  const early = counted('a', count);
  tell('pool');
  expect(await early).toBe(1);
  expect(await counted('a', count)).toBe(2);
});

test('does not keep a failure, and nothing while changes are not heard of', async () => {
  await expect(counted('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await counted('a', count)).toBe(1);
  healthy = false;
  expect(await counted('a', count)).toBe(2);
});

test('asks again after five seconds, though nothing was heard', async () => {
  vi.useFakeTimers();
  expect(await counted('a', count)).toBe(1);
  vi.advanceTimersByTime(4999);
  expect(await counted('a', count)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await counted('a', count)).toBe(2);
});

test('forgets what nobody has asked for longest', async () => {
  await counted('kept', count);
  for (let other = 0; other < 40; other += 1) {
    await counted(
      `other ${other}`,
      async () => 0,
      () => 1024,
    );
    await counted('kept', count);
  }
  expect(await counted('kept', count)).toBe(1);
  expect(await counted('other 39', count)).toBe(0);
  expect(await counted('other 0', count)).toBe(2);
});

test('does not keep what would drive out much else', async () => {
  const large = () => counted('large', count, () => 5000);
  expect([await large(), await large()]).toEqual([1, 2]);
  expect(await Promise.all([large(), large()])).toEqual([3, 3]);
});
