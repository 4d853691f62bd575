/** Login and password of an HTTP Basic header. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** Reads an `Authorization` header. Undefined (anonymous) for another scheme and for a malformed or empty header. */
export function readCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}
