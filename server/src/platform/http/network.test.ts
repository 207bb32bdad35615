import { expect, test } from 'vitest';
import { addressOf, browserOf, callerNetwork } from './network.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome 131 / Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0',
    'Edge 131 / Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari 17 / macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49',
    '微信 8 / iOS',
  ],
  ['curl/8.4.0', 'curl/8.4.0'],
  [undefined, null],
])('browser of %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name);
});

test.each([
  ['127.0.0.1', '内网 IP'],
  ['10.2.3.4', '内网 IP'],
  ['172.20.1.1', '内网 IP'],
  ['::1', '内网 IP'],
  ['172.32.1.1', null],
  ['8.8.8.8', null],
])('address of %s', (ip, name) => {
  expect(addressOf(ip)).toBe(name);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:0:0:c8', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (ip, network) => {
  expect(callerNetwork(ip)).toBe(network);
});
