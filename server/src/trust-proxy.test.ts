import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { startTestServer, type TestServer } from '../test/harness.ts';
import { parseTrustProxy } from './trust-proxy.ts';

describe.each([
  // One proxy on this machine or in the private network.
  ['true', '127.0.0.1', 0, true],
  ['true', '10.1.2.3', 0, true],
  ['true', '203.0.113.9', 0, false],
  ['true', '127.0.0.1', 1, false],
  ['2', '192.168.1.1', 0, true],
  ['2', '203.0.113.9', 1, true],
  ['2', '203.0.113.9', 0, false],
  ['2', '10.0.0.1', 2, false],
  ['10.0.0.1, 10.0.0.2', '10.0.0.2', 0, true],
  ['10.0.0.1,10.0.0.2', '10.0.0.3', 0, false],
  ['10.0.0.0/24,203.0.113.9', '203.0.113.9', 1, true],
  ['10.0.0.0/24', '::ffff:10.0.0.7', 0, true],
  ['2001:db8::/32', '2001:db8::1', 0, true],
  ['loopback', '::1', 0, true],
])('TRUST_PROXY=%s', (setting, address, hop, isTrusted) => {
  test(`${isTrusted ? 'trusts' : 'does not trust'} ${address} at ${hop}`, () => {
    const trust = parseTrustProxy(setting);
    expect(trust && trust(address, hop)).toBe(isTrusted);
  });
});

test.each([
  '0',
  '10',
  '99',
  '-1',
  'yes',
  'proxy.example.org',
  '10.0.0.0/33',
  '999.1.1.1',
  '10.0.0.1,',
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '10.0.0.0/7',
  '1.5',
  '1,2',
  '::ffff:0.0.0.0/96',
  '0.0.0.0/128.0.0.0',
  '2000::/3',
  '10.0.0.0/8/8',
  '',
])('TRUST_PROXY=%s cannot work', (setting) => {
  expect(parseTrustProxy(setting)).toBeUndefined();
});

describe('a server behind one proxy', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: 'true' }, callsPerMinute: 2 });
  });
  afterAll(() => server.close());

  const statusOf = async (forwardedFor: string, remoteAddress: string) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await server.call(authApi.publicKey, { headers, remoteAddress })).status;
  };
  const statusesOf = async (forwardedFor: string[], remoteAddress: string) => {
    const statuses: number[] = [];
    for (const address of forwardedFor) statuses.push(await statusOf(address, remoteAddress));
    return statuses;
  };

  test('distinguishes people who come through it', async () => {
    expect(await statusesOf(['203.0.113.1', '203.0.113.2', '203.0.113.3'], '127.0.0.1')).toEqual([
      200, 200, 200,
    ]);
  });

  test('believes the proxy, not what the caller wrote before it', async () => {
    const forged = ['1.1.1.1, 203.0.113.4', '2.2.2.2, 203.0.113.4', '3.3.3.3, 203.0.113.4'];
    expect(await statusesOf(forged, '127.0.0.1')).toEqual([200, 200, 429]);
  });

  test('trusts no forged header from outside', async () => {
    expect(await statusesOf(['4.4.4.4', '5.5.5.5', '6.6.6.6'], '198.51.100.7')).toEqual([200, 200, 429]);
  });
});
