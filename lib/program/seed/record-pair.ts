import { isLanguage, LANGUAGES, type Language } from '../../language';

/** A record in a line: its ID, or its slug and language. */
export type RecordName = number | { readonly language: Language; readonly slug: string };

/** Two records of a type. The second becomes a translation of the first. */
export interface RecordPair {
  readonly kind: string;
  readonly records: readonly [RecordName, RecordName];
}

const FORM =
  'A line is like {"kind":"events","records":[12,87]}, with {"language":"fr","slug":"mairie"} in the place of an ID where slugs are known.';

/** Reads a pair from a line of JSON. If the line is wrong, it answers a sentence that says why. */
export function readPair(line: string): RecordPair | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return `It is not JSON. ${FORM}`;
  }
  return faultOf(value) ?? (value as RecordPair);
}

function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return `It is not an object. ${FORM}`;
  const { kind, records, ...others } = value;
  if (hasMembers(others)) return unknownMember(others);
  if (typeof kind !== 'string' || kind === '') return `"kind" is not the plural of a kind. ${FORM}`;
  if (!Array.isArray(records) || records.length !== 2) return `"records" is not a list of two records. ${FORM}`;
  for (const record of records) {
    const fault = nameFaultOf(record);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameFaultOf(record: unknown): string | undefined {
  if (typeof record === 'number') return Number.isSafeInteger(record) && record > 0 ? undefined : 'An ID is not a positive whole number.';
  if (!isObject(record)) return `A record is neither an ID nor an object. ${FORM}`;
  const { language, slug, ...others } = record;
  if (hasMembers(others)) return unknownMember(others);
  if (!isLanguage(language)) return `The "language" of a record is none of ${LANGUAGES.join(', ')}. ${FORM}`;
  return typeof slug === 'string' && slug !== '' ? undefined : `A record has no slug. ${FORM}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasMembers = (value: object): boolean => Object.keys(value).length > 0;

const unknownMember = (others: object): string => `It has an unknown member, ${Object.keys(others).map(shownText).join(', ')}. ${FORM}`;

/** The maximum number of characters of a file's text in a message. */
const MOST_SHOWN = 300;

/** A text for one line on a terminal: shortened, and without control characters. */
export function shownText(text: string): string {
  const plain = text
    .slice(0, MOST_SHOWN)
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return text.length > MOST_SHOWN ? `${plain}…` : plain;
}
