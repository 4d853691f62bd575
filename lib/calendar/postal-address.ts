import { type Address, formatAddress } from 'localized-address-format';
import { LANGUAGES } from '../language';
import { fold } from './fold';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What people write of countries beside their names and codes. */
const OTHERS: Readonly<Record<string, string>> = { usa: 'US', england: 'GB', scotland: 'GB', wales: 'GB', angleterre: 'GB', ecosse: 'GB' };

let codes: ReadonlyMap<string, string> | undefined;

/** The codes of countries (ISO 3166-1) by their codes, and their names in all languages, folded. */
const codesOf = (): ReadonlyMap<string, string> => {
  const all = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`));
  const named = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      return all.flatMap((code): [string, string][] => {
        const name = names.of(code);
        // UK is another code of GB.
        const canonical = new Intl.Locale(`und-${code}`).region ?? code;
        return name === undefined
          ? []
          : [
              [fold(name), canonical],
              [fold(code), canonical],
            ];
      });
    }),
  );
  return new Map([...named, ...Object.entries(OTHERS)]);
};

/** The code of a country that is called so in one of the languages; undefined where none is. */
export const countryCode = (country: string): string | undefined => {
  // Takes some ms, which a start need not wait for.
  codes ??= codesOf();
  return codes.get(fold(country.trim()));
};

/** An address as venues have it; '' for what is not said. */
export interface PostalAddress {
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly code: string;
  readonly country: string;
}

/** The lines of an address in the order of its country, as the post has it (libaddressinput); of other countries the code before the city. */
export const addressLines = ({ street, city, region, code, country }: PostalAddress): readonly string[] => {
  const known = countryCode(country);
  const address: Address = { addressLines: street === '' ? [] : [street], locality: city, administrativeArea: region, postalCode: code };
  const ordered =
    known === undefined
      ? []
      : formatAddress({ ...address, postalCountry: known }, 'latin').map((line) => line.replace(/^[\s,-]+|[\s,-]+$/g, ''));
  // Some countries leave out what others say.
  const said = ordered.join('\n');
  const lines =
    [street, city, code].every((part) => said.includes(part)) && known !== undefined ? ordered : [street, `${code} ${city}`.trim(), region];
  return [...lines, country].filter((line) => line !== '');
};
