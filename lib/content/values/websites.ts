import { countableAddress, readWebsite, WEBSITE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs, type Schema } from '../../registry';
import { isLonger, LONGEST } from './texts';
import { either, isEmptyOtherwise, isNothing } from './value';

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

/** The schema of values that the CMS takes for empty if it declares no type. */
export const NOTHING: Schema = {
  anyOf: [
    { type: ['string', 'integer', 'boolean', 'null'], enum: ['', '0', 0, false, null] },
    { type: 'array', maxItems: 0 },
  ],
};

/** Reads an address; `isNone` stands for no address. Throws if it has no valid form. */
const websiteIn = (value: unknown, isNone: boolean): ReadValue<string> => {
  const address = isNone
    ? ''
    : typeof value === 'string' && !isLonger(countableAddress(value), LONGEST.address)
      ? readWebsite(value)
      : undefined;
  if (address === undefined) throw errors.invalidValue(NO_WEBSITE);
  return readAs(address);
};

/** The address of a website. Like the CMS, it accepts `0` for empty. */
export const website = {
  type: 'string',
  validate(value: unknown, _request: ArgRequest, name: string): ReadValue<string> {
    if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
    return websiteIn(value, value === '0');
  },
  accepts: either(WEBSITE, { type: 'string', enum: ['', '0'] }),
} as const;

/** A website without a declared type. All empty values of the CMS mean none. */
export const undeclaredWebsite = {
  validate: (value: unknown): ReadValue<string> => websiteIn(value, isNothing(value)),
  sanitize: (): string => '',
  accepts: either(WEBSITE, NOTHING),
} as const;
