import { isIPv6 } from 'node:net';

/** "Chrome 131 / Windows" from a User-Agent header, by which users recognise their own sign-ins. */
export const browserOf = (header: string | undefined): string | null => {
  if (!header) return null;
  // Longer ones say nothing of a browser, and patterns take time.
  const userAgent = header.slice(0, 500);
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  const version = browser?.[0].exec(userAgent)?.[1];
  const name = browser ? `${browser[1]}${version ? ` ${version}` : ''}` : userAgent.slice(0, 40);
  return system ? `${name} / ${system[1]}` : name;
};

const browsers: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:QQBrowser|MQQBrowser)\/(\d+)/, 'QQ 浏览器'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iOS/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Location of an address, as far as it is known without a lookup. */
export const addressOf = (ip: string): string | null =>
  /^(127\.|::1$|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80|::ffff:(127|10|192\.168)\.)/i.test(ip)
    ? '内网 IP'
    : null;

/**
 * By what attempts and connections are counted: an IPv4 address, or the /64 of an IPv6 address, which is what a single
 * household or server is given and may speak from as it likes.
 */
export const callerNetwork = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return ip;
  // In the form of a URL an address is written in one way only, with at most one gap.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')];
  return `${all.slice(0, 4).join(':')}::/64`;
};
