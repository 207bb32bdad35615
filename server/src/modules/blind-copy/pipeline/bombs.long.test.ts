// Slow: each file takes up to twenty seconds of a core and a gigabyte before its limit ends it, since the limits are those of production.
import { expect, test } from 'vitest';
import { bombOf } from '../../../../scripts/blind-corpus/bombs.ts';
import { coverBomb } from '../../../../test/cover-bomb.ts';

test.each([
  ['time of a core', 'forms-doubling'],
  ['pace of pages', 'pages-heavy'],
  ['memory of the process', 'image-many'],
  ['memory of objects', 'cmap-range'],
])('a file is ended by the real limit: %s', async (_, name) => {
  const { came, left, cpuMs, peak } = await coverBomb({ bytes: bombOf(name) });
  expect({ came, left }).toEqual({ came: 'too_slow', left: ['bomb'] });
  // The last look of this test may come when the process is gone, and the first of the watch after a load of work.
  expect(cpuMs).toBeLessThan(20_000);
  expect(peak).toBeLessThan(1.1 * 1000 ** 3);
});
