import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { dayOf, daysAfter, later } from '../src/platform/clock.ts';
import { openSession } from '../src/platform/auth/session.ts';
import { createUser } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';

const sources = globSync(`${import.meta.dirname}/../src/**/*.ts`).filter(
  (path) => !path.endsWith('.test.ts') && !path.endsWith('/platform/clock.ts'),
);

/** `.now()` belongs to a clock or to a stopwatch. */
const ownTime = /new Date\(\)|\bDate\.now\(|(?<![.\w]|default )now\(\)|\bcurrent_(?:date|time|timestamp)\b/;

test('nothing but the clock knows what time it is', () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (ownTime.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

describe('a server whose clock travels', () => {
  const start = new Date('2031-12-31T15:59:00Z');
  const clock = travellingClock(start);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  test('ends sessions by it', async () => {
    const user = await createUser(server.db);
    const token = await server.db
      .transaction()
      .execute((tx) =>
        openSession(tx, { userId: user.id, ip: '', browser: null, rememberMe: true, at: clock.now() }),
      );
    const status = async () => (await server.call(authApi.info, { token })).status;
    expect(await status()).toBe(200);
    clock.travelTo(later(start, 23.9 * 3_600_000));
    expect(await status()).toBe(200);
    clock.travelTo(daysAfter(start, 1.01));
    expect(await status()).toBe(401);
  });

  test('begins a day at midnight in Shanghai', () => {
    expect(dayOf(start)).toBe('2031-12-31');
    expect(dayOf(later(start, 60_000))).toBe('2032-01-01');
  });
});
