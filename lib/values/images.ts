import { readUrl } from '../calendar/url';
import type { Schema } from '../registry/args';
import { ID } from './ids';
import { readId } from './read-id';

/** Characters of the longest address of an image: it is the key of an index. */
export const LONGEST_IMAGE = 1900;

const EXTENSIONS = new Set(['jpg', 'jpeg', 'jpe', 'png', 'gif', 'webp', 'avif', 'svg', 'bmp', 'ico', 'tif', 'tiff', 'heic']);

const ADDRESS: Schema = {
  type: 'string',
  maxLength: LONGEST_IMAGE,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[!-~]+$',
  patternText: {
    en: 'an address that begins with http:// or https://, in ASCII and without blanks',
    fr: 'une adresse qui commence par http:// ou https://, en ASCII et sans espaces',
  },
};
/** An image: its ID, its address, or an object with its ID, as answers show it. */
export const IMAGE: Schema = { anyOf: [ID, ADDRESS, { type: 'object', properties: { id: ID }, required: ['id'] }] };

/** Reads an image: an ID, an address, or null for what means none; undefined for anything else. */
export function readImage(value: unknown): number | string | null | undefined {
  if (value === false || value === '' || value === '0') return null;
  const id = readId(value);
  if (id !== undefined) return id;
  if (typeof value === 'object' && value !== null && 'id' in value) return readId(value.id);
  // Pages write addresses into attributes.
  return typeof value === 'string' && isAddress(value)
    ? value.replace(/["'<>`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    : undefined;
}

function isAddress(text: string): boolean {
  if (text.length > LONGEST_IMAGE || !/^https?:\/\/[\x21-\x7e]+$/i.test(text)) return false;
  const url = readUrl(text);
  if (url === undefined) return false;
  const extension = extensionOf(url);
  return extension === undefined || EXTENSIONS.has(extension);
}

/** What the path of an address ends with, such as `jpg`; undefined where that is no file's. */
export const extensionOf = ({ pathname }: URL): string | undefined => /\.([a-z0-9]{2,5})$/i.exec(pathname)?.[1]?.toLowerCase();
