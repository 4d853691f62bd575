import { countableAddress, readWebsite, WEBSITE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs, type Schema } from '../../registry';
import { isEmptyOtherwise, isNothing } from './emptiness';
import { either } from './schemas';
import { isLonger, LONGEST } from './texts';

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

/** What the CMS takes for nothing where nothing is declared: null too, which only JSON can say. */
export const NOTHING: Schema = {
  anyOf: [
    { type: ['string', 'integer', 'boolean', 'null'], enum: ['', '0', 0, false, null] },
    { type: 'array', maxItems: 0 },
  ],
};

/** Reads a website of what was sent, where that is not taken for none. */
const websiteIn = (value: unknown, isNone: boolean): ReadValue<string> => {
  const address = isNone
    ? ''
    : typeof value === 'string' && !isLonger(countableAddress(value), LONGEST.address)
      ? readWebsite(value)
      : undefined;
  if (address === undefined) throw errors.invalidValue(NO_WEBSITE);
  return readAs(address);
};

/** The address of a site; the CMS takes the text `0` for empty too. */
export const website = {
  type: 'string',
  validate(value: unknown, _request: ArgRequest, name: string): ReadValue<string> {
    if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
    return websiteIn(value, value === '0');
  },
  accepts: either(WEBSITE, { type: 'string', enum: ['', '0'] }),
} as const;

/** The same where nothing is declared: whatever the CMS takes for nothing is none. */
export const undeclaredWebsite = {
  validate: (value: unknown): ReadValue<string> => websiteIn(value, isNothing(value)),
  sanitize: (): string => '',
  accepts: either(WEBSITE, NOTHING),
} as const;
