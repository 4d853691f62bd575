import { formatAddress } from 'localized-address-format';
import { LANGUAGES, type Language } from '../language';
import { fold } from './text/fold';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Further spellings of countries in each language (folded), besides their names and codes. */
const OTHERS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { usa: 'US', england: 'GB', scotland: 'GB', wales: 'GB' },
  fr: { angleterre: 'GB', ecosse: 'GB' },
};

let codes: ReadonlyMap<string, string> | undefined;

/** Makes the map of ISO 3166-1 country codes by folded code and by folded name in all languages. */
const codesOf = (): ReadonlyMap<string, string> => {
  const all = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`));
  const named = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      return all.flatMap((code): [string, string][] => {
        const name = names.of(code);
        // UK is another code of GB.
        const canonical = new Intl.Locale(`und-${code}`).region ?? code;
        return name === undefined ? [] : [name, code].map((text) => [fold(text), canonical]);
      });
    }),
  );
  return new Map([...named, ...LANGUAGES.flatMap((language) => Object.entries(OTHERS[language]))]);
};

/** Finds the code of a country by its code or its name in any language. Undefined for an unknown country. */
export const countryCode = (country: string): string | undefined => {
  // Takes some ms, which a start need not wait for.
  codes ??= codesOf();
  return codes.get(fold(country.trim()));
};

/** The postal address of a venue. A missing part is ''. */
interface PostalAddress {
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly code: string;
  readonly country: string;
}

/** The placeholders that show which parts a country's address format has. */
const MARKS = { street: '\ue000', city: '\ue001', region: '\ue002', code: '\ue003' } as const;

/**
 * Makes the lines of an address in the order of the country's postal format (libaddressinput). A region that the format omits is the last
 * line. If the country is unknown or its format omits a part, the postal code precedes the city.
 */
export const addressLines = (address: PostalAddress): readonly string[] => {
  const { street, city, region, code, country } = address;
  const known = countryCode(country);
  const given = (['street', 'city', 'region', 'code'] as const).filter((part) => address[part] !== '');
  const mark = (part: keyof typeof MARKS): string => (given.includes(part) ? MARKS[part] : '');
  const marked = {
    addressLines: [mark('street')],
    locality: mark('city'),
    administrativeArea: mark('region'),
    postalCode: mark('code'),
  };
  const lines = known === undefined ? [] : formatAddress({ ...marked, postalCountry: known }, 'latin');
  const omitted = given.filter((part) => !lines.some((line) => line.includes(MARKS[part])));
  const usual = [street, [code, city].filter((part) => part !== '').join(' '), region];
  const written = lines
    .map((line) => line.replace(/^[\s,-]+|[\s,-]+$/g, ''))
    .map((line) => given.reduce((text, part) => text.replaceAll(MARKS[part], () => address[part]), line));
  const isWhole = omitted.every((part) => part === 'region');
  return [...(isWhole ? [...written, ...omitted.map(() => region)] : usual), country].filter((line) => line !== '');
};
