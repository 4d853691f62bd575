import { readUrl } from '../../calendar';
import type { Schema } from '../../registry';
import { ID } from './ids';
import { readId } from './read-id';

/** The longest address of an image, in characters. An index contains it. */
const LONGEST_IMAGE = 1900;

const ADDRESS: Schema = {
  type: 'string',
  maxLength: LONGEST_IMAGE,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]',
  patternText: {
    en: 'an address that begins with http:// or https:// and names a host',
    fr: 'une adresse qui commence par http:// ou https:// et nomme un hôte',
  },
};
/** The schema of an image: its ID, its address, or an object with its ID as in answers. */
export const IMAGE: Schema = { anyOf: [ID, ADDRESS, { type: 'object', properties: { id: ID }, required: ['id'] }] };

/** Reads an image: an ID, an address, or null for none. Returns undefined for anything else. */
export function readImage(value: unknown): number | string | null | undefined {
  if (value === false || value === '' || value === '0') return null;
  const id = readId(value);
  if (id !== undefined) return id;
  if (typeof value === 'object' && value !== null && 'id' in value) return readId(value.id);
  return typeof value === 'string' ? readAddress(value) : undefined;
}

/** Reads an absolute address of http or https. Encodes characters that addresses cannot contain, as browsers do. */
function readAddress(value: string): string | undefined {
  const text = value.trim();
  const url = /^https?:\/\/[^/?#]/i.test(text) ? readUrl(text) : undefined;
  if (url === undefined) return undefined;
  const encoded = /^[\x21-\x7e]*$/.test(text) ? text : url.href;
  // Pages write addresses into attributes of HTML.
  const address = encoded.replace(/["'<>`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return address.length <= LONGEST_IMAGE ? address : undefined;
}

/** Returns the extension of a path, such as `jpg`; undefined if there is none. */
export const extensionOf = ({ pathname }: URL): string | undefined => /\.([a-z0-9]{2,5})$/i.exec(pathname)?.[1]?.toLowerCase();
