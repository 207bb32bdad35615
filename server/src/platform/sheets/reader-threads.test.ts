import { once } from 'node:events';
import { expect, test } from 'vitest';
import { giveReaderBack, takeReader } from './reader-threads.ts';

test('a thread that was given back is taken by one reader, and by none that may take other memory', async () => {
  const first = takeReader(100);
  await once(first, 'online');
  giveReaderBack(first, 100);
  const larger = takeReader(200);
  const second = takeReader(100);
  const third = takeReader(100);
  expect(second).toBe(first);
  expect(larger).not.toBe(first);
  expect(third).not.toBe(first);
  for (const worker of [larger, second, third]) await worker.terminate();
});

test('a thread that ended while it waited is not taken', async () => {
  const first = takeReader(300);
  await once(first, 'online');
  giveReaderBack(first, 300);
  await first.terminate();
  const second = takeReader(300);
  expect(second).not.toBe(first);
  await second.terminate();
});
