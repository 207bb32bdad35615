import proxyAddr from '@fastify/proxy-addr';

/** Whether the address at this distance (0 = the peer of the connection) may say who stood before it. */
export type TrustProxy = (address: string, hop: number) => boolean;

const MAX_HOPS = 9;
/** A proxy has an address or a network; one half of all addresses and more are callers. */
const MAX_OF_ALL = /\/[0-7]$/;
const isPrivate = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Fastify ignores hop counts, because whoever reaches the server past the proxy could forge his address with them. So a
 * count holds only where the peer itself is on this machine or in a private network.
 */
const trustHops =
  (hops: number): TrustProxy =>
  (address, hop) =>
    hop < hops && (hop > 0 || isPrivate(address, hop));

/**
 * TRUST_PROXY: `false`, `true` (one proxy), a count of proxies, or their addresses (IP, CIDR, `loopback`, `linklocal`,
 * `uniquelocal`), separated by commas. Answers undefined for anything that could not work or would trust everybody.
 */
export const parseTrustProxy = (text: string): TrustProxy | false | undefined => {
  if (text === 'false') return false;
  if (text === 'true') return trustHops(1);
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? trustHops(hops) : undefined;
  }
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.some((address) => MAX_OF_ALL.test(address))) return undefined;
  try {
    return proxyAddr.compile(addresses);
  } catch {
    return undefined;
  }
};
