import { createHostFilter } from '../../http';
import { allowedHosts, type Settings } from '../settings/settings';

/** The addresses of a running service, as `serve` prints them. */
export interface OpenAddresses {
  /** The beginning of addresses for a browser, without a trailing slash. */
  readonly root: string;
  /** A curl command for a path that works on this machine. */
  curl(path: string): string;
}

/** The local names of a host at which the service listens. */
const loopbacks = (host: string): readonly string[] => {
  if (/^(?:127\.|localhost$)/i.test(host)) return [host, 'localhost', '127.0.0.1'];
  if (host === '0.0.0.0') return [host, '127.0.0.1', 'localhost'];
  return host === '[::]' || host === '[::1]' ? [host, '[::1]', 'localhost', ...(host === '[::]' ? ['127.0.0.1'] : [])] : [host];
};

/** Finds addresses that `ALLOWED_HOSTS` permits, for a service that listens at `address`, e.g. `http://127.0.0.1:3000`. */
export const openAddresses = (address: string, settings: Pick<Settings, 'ALLOWED_HOSTS' | 'PUBLIC_URL'>): OpenAddresses => {
  const hosts = allowedHosts(settings);
  const { hostname, port } = new URL(address);
  const end = port === '' ? '' : `:${port}`;
  const isAllowed = hosts === undefined ? () => true : createHostFilter(hosts);
  const own = loopbacks(hostname).find((host) => isAllowed(`${host}${end}`));
  if (own !== undefined) {
    const root = `http://${own}${end}`;
    return { root, curl: (path) => `curl ${root}${path}` };
  }
  const { PUBLIC_URL } = settings;
  const [first = hostname] = hosts ?? [];
  const called = PUBLIC_URL === undefined ? first : new URL(PUBLIC_URL).host;
  const named = /:\d+$/.test(first) ? first : `${first}${end}`;
  return { root: PUBLIC_URL ?? `http://${named}`, curl: (path) => `curl -H 'Host: ${called}' ${address}${path}` };
};
