import { createHash } from 'node:crypto';

/** The variant and version bits of a UUID of version 5. */
const VARIANT = 0x80;
const VERSION = 0x50;

/**
 * Makes the URN of a name within a UUID: a UUID of version 5 (RFC 9562). The same name always gives the same URN.
 *
 * @example nameUrn('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com') // 'urn:uuid:2ed6657d-e927-568b-95e1-2665a8aea6a2'
 */
export const nameUrn = (uuid: string, name: string): string => {
  const hash = createHash('sha1')
    .update(Buffer.from(uuid.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | VERSION, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | VARIANT, 8);
  const hex = hash.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`;
};
