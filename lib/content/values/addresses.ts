import { countableAddress, readUrl, readWebsite, WEBSITE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, isLonger, type ReadValue, readAs, type Schema } from '../../registry';
import { ID, readId } from './ids';
import { LONGEST } from './texts';
import { either, isEmptyNonText, isEmptyScalar, NOTHING } from './value';

const FORM: Text = {
  en: 'A web address with its scheme. Spaces and letters outside ASCII are encoded.',
  fr: 'Une adresse web avec son protocole. Les espaces et les lettres hors de l’ASCII sont encodés.',
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
  en: `Send an address with its scheme, e.g. https://example.org, of at most ${LONGEST.address} characters.`,
  fr: `Envoyez une adresse avec son protocole, par exemple https://example.org, d’au plus ${LONGEST.address} caractères.`,
};

const websiteIn = (value: unknown): ReadValue<string> => {
  const address = typeof value === 'string' && !isLonger(countableAddress(value), LONGEST.address) ? readWebsite(value) : undefined;
  if (address === undefined) throw errors.invalidValue(NO_WEBSITE);
  return readAs(address);
};

/** The arg of a website URL. As in WordPress, `0` means empty. */
export const website = {
  type: 'string',
  validate(value: unknown, _request: ArgRequest, name: string): ReadValue<string> {
    if (isEmptyNonText(value)) throw errors.invalidType(name, ['string']);
    return value === '0' ? readAs('') : websiteIn(value);
  },
  accepts: either(WEBSITE, { type: 'string', enum: ['', '0'] }),
} as const;

/** The arg of a website URL without a declared type. All values that WordPress treats as empty mean no website. */
export const undeclaredWebsite = {
  validate: (value: unknown): ReadValue<string> => (isEmptyScalar(value) || isEmptyNonText(value) ? readAs('') : websiteIn(value)),
  sanitize: (): string => '',
  accepts: either(WEBSITE, NOTHING),
} as const;

// Indexes contain image URLs, whose length is limited.
const LONGEST_IMAGE = 1900;

const ADDRESS: Schema = {
  type: 'string',
  maxLength: LONGEST_IMAGE,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]',
  patternText: {
    en: 'an address that begins with http:// or https:// and has a host',
    fr: 'une adresse qui commence par http:// ou https:// et contient un hôte',
  },
};

/** The schema of an image: an ID, a URL, or an object with the ID as in answers. */
export const IMAGE: Schema = { anyOf: [ID, ADDRESS, { type: 'object', properties: { id: ID }, required: ['id'] }] };

/** Reads an image: an ID, a URL, or null for no image. Returns undefined for other values. */
export function readImage(value: unknown): number | string | null | undefined {
  if (value === false || value === '' || value === '0') return null;
  const id = readId(value);
  if (id !== undefined) return id;
  if (typeof value === 'object' && value !== null && 'id' in value) return readId(value.id);
  return typeof value === 'string' ? readAddress(value) : undefined;
}

/** Reads an absolute http or https URL. Encodes characters that are invalid in URLs, as browsers do. Returns undefined for other texts. */
function readAddress(value: string): string | undefined {
  const text = value.trim();
  const url = /^https?:\/\/[^/?#]/i.test(text) ? readUrl(text) : undefined;
  if (url === undefined) return undefined;
  const encoded = /^[\x21-\x7e]*$/.test(text) ? text : url.href;
  // HTML pages write URLs into attributes.
  const address = encoded.replace(/["'<>`]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return address.length <= LONGEST_IMAGE ? address : undefined;
}

/** Returns the file extension of a URL, such as `jpg`; undefined if there is none. */
export const extensionOf = ({ pathname }: URL): string | undefined => /\.([a-z0-9]{2,5})$/i.exec(pathname)?.[1]?.toLowerCase();
