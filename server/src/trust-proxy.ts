import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the address at this distance (0 = the peer of the connection) may say who stood before it. */
export type TrustProxy = (address: string, hop: number) => boolean;

const MAX_HOPS = 9;
/** The least prefix of a network of proxies: what is wider holds callers too. */
const MIN_PREFIX = { 4: 8, 6: 16 } as const;
const names = ['loopback', 'linklocal', 'uniquelocal'];
const isPrivate = proxyAddr.compile(names);

/** Whether a proxy is named by its whole address, or by a network that is not too wide; short forms and masks are no such thing. */
const isProxyName = (text: string): boolean => {
  if (names.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // An IPv4 network in the clothes of IPv6 is as wide as all callers before one knows it.
  if (family === 6 && /^::ffff:/i.test(address)) return false;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= MIN_PREFIX[family as 4 | 6];
};

/**
 * Fastify ignores hop counts, because clients that bypass the proxy could forge their address with them. So a count is
 * only trusted if the peer itself is on this machine or in a private network.
 */
const trustHops =
  (hops: number): TrustProxy =>
  (address, hop) =>
    hop < hops && (hop > 0 || isPrivate(address, hop));

/**
 * TRUST_PROXY: `false`, `true` (one proxy), a count of proxies, or their addresses (IP, CIDR, `loopback`, `linklocal`,
 * `uniquelocal`), separated by commas. Returns undefined for anything that cannot work or would trust all peers.
 */
export const parseTrustProxy = (text: string): TrustProxy | false | undefined => {
  if (text === 'false') return false;
  if (text === 'true') return trustHops(1);
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? trustHops(hops) : undefined;
  }
  const addresses = text.split(',').map((address) => address.trim());
  if (!addresses.every(isProxyName)) return undefined;
  try {
    return proxyAddr.compile(addresses);
  } catch {
    return undefined;
  }
};
