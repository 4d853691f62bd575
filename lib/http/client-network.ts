import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
const groupsOf = (address: string): readonly string[] => {
  // The URL parser writes IPv6 addresses in one form, IPv4 in their end too.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
};

/**
 * The network that a client is counted by: an IPv4 address, or the first 64 bits of an IPv6 address, e.g. `2001:db8:0:1::/64`, since one client
 * usually has all addresses of such a network. An IPv4 address that is written as IPv6 is that IPv4 address.
 */
export const networkOf = (address: string): string => {
  const own = address.replace(/%.*$/, '');
  if (!isIPv6(own)) return own;
  const groups = groupsOf(own);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
      .join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
};
