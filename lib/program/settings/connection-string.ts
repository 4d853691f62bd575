import { decodedPart } from '../../registry';

const PART = '(?:[^\\s/?#@:,%[\\]]|%[0-9a-f]{2})';
const HOST = `(?:${PART}+|\\[[0-9a-f:.]+(?:%\\w+)?\\])(?::\\d{1,5})?`;
const CONNECTION_STRING = new RegExp(
  `^mongodb(\\+srv)?://(?:${PART}+(?::${PART}*)?@)?(${HOST}(?:,${HOST})*)(?:/[^\\s/?#@]*)?(?:\\?[^\\s#@]*)?$`,
  'i',
);

/** Returns the hosts of a MongoDB connection string, e.g. `one:27017,two:27017`. Undefined for an invalid string. */
export function readHosts(uri: string): string | undefined {
  const [, srv, hosts] = CONNECTION_STRING.exec(uri) ?? [];
  if (hosts === undefined) return undefined;
  const ports = hosts.split(',').flatMap((host) => /(?<=:)\d+$/.exec(host.replace(/^\[.*\]/, '')) ?? []);
  if (ports.some((port) => Number(port) < 1 || Number(port) > 65_535)) return undefined;
  if (srv !== undefined && (ports.length > 0 || hosts.includes(','))) return undefined;
  return decodedPart(hosts);
}

/** Matches options of a MongoDB connection string whose values are secret. */
const SECRET_OPTIONS = /[?&](?:proxyPassword|tlsCertificateKeyFilePassword|authMechanismProperties)=([^&#]+)/gi;

/**
 * Makes the function that removes credentials from a text. Removes those of the connection string `uri`, even if malformed, and those in
 * other URLs. A password of less than four characters is removed only in URLs, since words may contain such a password.
 */
export function createRedaction(uri = ''): (text: string) => string {
  const [, login] = /^(?:[^/@]*\/\/)?(.*)@/s.exec(uri) ?? [];
  const options = [...uri.matchAll(SECRET_OPTIONS)].flatMap(([, value = '']) => value);
  // A login without a password (for certificates) is no secret, and may be an ordinary word.
  const secret = login?.includes(':') ? [login, login.slice(login.indexOf(':') + 1)] : [];
  const parts = [...secret, ...options, login === undefined && readHosts(uri) ? undefined : uri];
  const secrets = parts
    .flatMap((part) => (part === undefined ? [] : [part, decodedPart(part)]))
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1)])
    .filter((part) => part.length > 3)
    .sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text).replace(/\/\/[^\s/"'<>]+@/g, '//…@');
}
