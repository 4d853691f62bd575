import { countableAddress, readUrl, readWebsite, WEBSITE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs, type Schema } from '../../registry';
import { ID, readId } from './ids';
import { isLonger, LONGEST } from './texts';
import { either, isEmptyOtherwise, isEmptyScalar, NOTHING } from './value';

const FORM: Text = {
  en: 'An address with a scheme. Blanks and letters beyond ASCII are encoded.',
  fr: 'Une adresse avec son protocole. Les espaces et les lettres hors de l’ASCII sont encodés.',
};

const WEBSITE: Schema = {
  title: 'WebAddress',
  type: 'string',
  maxLength: LONGEST.address,
  pattern: WEBSITE_PATTERN,
  patternText: FORM,
  description: FORM,
};

const NO_WEBSITE: Text = {
  en: `Send an address with a scheme, e.g. https://example.org, of at most ${LONGEST.address} characters.`,
  fr: `Envoyez une adresse avec son protocole, par exemple https://example.org, d’au plus ${LONGEST.address} caractères.`,
};

const websiteIn = (value: unknown): ReadValue<string> => {
  const address = typeof value === 'string' && !isLonger(countableAddress(value), LONGEST.address) ? readWebsite(value) : undefined;
  if (address === undefined) throw errors.invalidValue(NO_WEBSITE);
  return readAs(address);
};

/** The address of a website. Like the CMS, it accepts `0` for empty. */
export const website = {
  type: 'string',
  validate(value: unknown, _request: ArgRequest, name: string): ReadValue<string> {
    if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
    return value === '0' ? readAs('') : websiteIn(value);
  },
  accepts: either(WEBSITE, { type: 'string', enum: ['', '0'] }),
} as const;

/** A website without a declared type. All empty values of the CMS mean none. */
export const undeclaredWebsite = {
  validate: (value: unknown): ReadValue<string> => (isEmptyScalar(value) || isEmptyOtherwise(value) ? readAs('') : websiteIn(value)),
  sanitize: (): string => '',
  accepts: either(WEBSITE, NOTHING),
} as const;

// An index contains the address of an image.
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
