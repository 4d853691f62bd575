import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { errors } from '../../errors';

const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Returns the value that the outermost of the trusted proxies wrote. The client may have invented earlier values. */
const trusted = (values: readonly string[], hops: number): string | undefined => values[Math.max(0, values.length - hops)];

/** Returns the value of a header from the outermost trusted proxy. Undefined if no proxy is trusted. */
const forwarded = (request: IncomingMessage, trustProxy: number, name: string): string | undefined =>
  trustProxy === 0 ? undefined : trusted(listOf(request.headers[name]), trustProxy);

/** Returns the client's IP address: that of the connection, or the one from the outermost trusted proxy. */
export const clientAddress = (request: IncomingMessage, trustProxy: number): string => {
  const own = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return own;
  const address = trusted([...listOf(request.headers['x-forwarded-for']), own], trustProxy + 1) ?? own;
  // Some proxies add the port, which differs for each connection.
  const [, six, four] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  return six ?? four ?? address;
};

/** Removes the zone from a client's IP address. An IPv4 address that is written as IPv6 becomes one of IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');

/** Returns the eight groups of a valid IPv6 address, in lower case and without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [first = [], last = []] = new URL(`http://[${address}]/`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
};

/** Returns the address by which a client is counted. For IPv6 it is the network of 64 bits, which a client usually owns. */
export const countedAddress = (address: string): string => {
  const own = plainAddress(address);
  if (!isIPv6(own)) return own;
  const groups = groupsOf(own);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  // An IPv4 address within IPv6, in two groups of hexadecimal digits.
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/** The logged part of a client's IP address: all, its network (24 bits of IPv4, 48 of IPv6), or nothing. */
export type AddressDetail = 'full' | 'short' | 'none';

/** Returns the part of a client's IP address that is logged. Undefined for a text that is no IP address. */
export const loggedAddress = (address: string, detail: AddressDetail): string | undefined => {
  const own = plainAddress(address);
  if (detail === 'none' || isIP(own) === 0) return undefined;
  if (detail === 'full') return own;
  return isIPv4(own) ? own.replace(/\d+$/, '0') : `${groupsOf(own).slice(0, 3).join(':')}::`;
};

/** Returns the host of a request, from `Host` or from the outermost trusted proxy. */
export const calledHost = (request: IncomingMessage, trustProxy: number): string => {
  const { headers, httpVersion, socket } = request;
  const called = forwarded(request, trustProxy, 'x-forwarded-host') ?? headers.host;
  if (called !== undefined || httpVersion !== '1.0') return called ?? '';
  // Only HTTP/1.0 allows requests without `Host`. Their host is the local address of the connection.
  const { localAddress = '', localPort } = socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
};

/** Makes the predicate for allowed hosts. A host with a port allows only this port; clients leave out 80 and 443. */
export const createHostFilter = (hosts: readonly string[]): ((host: string) => boolean) => {
  const named = hosts.map((host) => host.toLowerCase());
  const allowed = new Set(named);
  const unnamed = new Set(named.map((host) => host.replace(/:(?:80|443)$/, '')));
  return (host) => {
    const called = host.toLowerCase();
    return allowed.has(called) || allowed.has(called.replace(/:\d+$/, '')) || unnamed.has(called);
  };
};

/** Throws `rest_invalid_host` for several `Host` headers, since a proxy may have read another one (RFC 9112, 3.2). */
export const assertOneHost = ({ rawHeaders }: IncomingMessage): void => {
  // Node.js lists names and values by turns.
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  if (count > 1) throw errors.invalidHost();
};

/** The number of trusted proxies, and the public address of the service, if configured. */
interface AddressOptions {
  readonly trustProxy: number;
  readonly publicUrl?: string | undefined;
}

const HOST = /^(?:[a-z0-9_](?:(?:[a-z0-9_-]|\.(?!\.)){0,252}[a-z0-9_])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Returns `publicUrl`, else scheme and host of the request, without a final slash. Throws `rest_invalid_host`. */
export const serviceAddress = (request: IncomingMessage, { trustProxy, publicUrl }: AddressOptions): string => {
  const host = calledHost(request, trustProxy);
  // For such a host, all ASCII, `canParse` is right in every version of Node.js.
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) throw errors.invalidHost();
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const isSecure = forwarded(request, trustProxy, 'x-forwarded-proto')?.toLowerCase() === 'https' || 'encrypted' in request.socket;
  return `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`;
};

/** Returns the address above the language roots: that of the service, and the path `mount` of a mounting Koa application. */
export const mountAddress = (request: IncomingMessage, mount: string, options: AddressOptions): string =>
  `${serviceAddress(request, options)}${options.publicUrl === undefined ? mount : ''}`;

/** True if a request comes from this machine, without a proxy. */
export const isLoopback = (request: IncomingMessage, trustProxy: number): boolean => {
  const { headers, socket } = request;
  if (trustProxy === 0 && (headers['x-forwarded-for'] ?? headers['forwarded']) !== undefined) return false;
  const addresses = [clientAddress(request, trustProxy), socket.remoteAddress ?? ''];
  return addresses.every((address) => /^(?:::ffff:)?127\.|^::1$/.test(address));
};
