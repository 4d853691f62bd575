import { formOf, inEach, type Noun, type Text } from '../language';

/** Matches words and numbers with single blanks, without punctuation that HTML, Markdown or a shell could interpret. */
const PLAIN = /^(?!\p{M})[\p{L}\p{M}\p{N}_’-]+(?: [\p{L}\p{N}_’-][\p{L}\p{M}\p{N}_’-]*)*$/u;

/** Matches an invisible character or a control of text direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const LONGEST = 60;

/** Returns a client's text if error messages may repeat it: plain words or numbers of at most 60 characters. Else undefined. */
export const repeatable = (sent: string): string | undefined =>
  sent.length <= LONGEST && PLAIN.test(sent) && !UNSEEN.test(sent) ? sent : undefined;

/** Returns the path of a nested member for error messages: `venue[0][city]`. A key that is not `repeatable` becomes `…`. */
export const placeOf = (name: string, key: string): string => `${name}[${repeatable(key) ?? '…'}]`;

/** The symbol that marks every ApiError, also those of another installed copy of this package. */
const BRAND = Symbol.for('calendar-events.ApiError');

/** Returns a text in every language. Another language replaces a missing one, else `otherwise`. */
const completed = (given: unknown, otherwise: string): Text => {
  const texts: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {};
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  const any = [given, ...Object.values(texts), otherwise].find(isText) ?? otherwise;
  return inEach((language) => (isText(texts[language]) ? texts[language] : any));
};

export const isErrorStatus = (status: unknown): boolean => Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/**
 * An error with a message for the client. Any code may throw an ApiError; `lib/http/answers/errors.ts` makes the HTTP response of it.
 * Clients rely on `code`. `text` is a whole sentence that says what to do, in every language; another language replaces a missing one.
 * The constructor throws a RangeError if `status` is not 400 to 599. `instanceof` recognises errors of every copy of this package.
 *
 * @example
 * throw new ApiError('library-closed', 403, { en: 'The library is closed today.', fr: 'La bibliothèque est fermée aujourd’hui.' });
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly text: Text;

  constructor(
    readonly code: string,
    readonly status: number,
    text: Text,
    /** Members that the response body adds to `status` in `data`. */
    readonly data: Readonly<Record<string, unknown>> = {},
    /** The error of each invalid parameter, by name, for `rest_invalid_param`. */
    readonly reasons: Readonly<Record<string, ApiError>> = {},
    /** Headers of the HTTP response, e.g. `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    const whole = completed(text, code);
    super(whole.en);
    if (!isErrorStatus(status)) throw new RangeError(`The status of an ApiError is an integer from 400 to 599, not ${String(status)}.`);
    this.text = whole;
  }
}

/** True for an ApiError of any copy of this package, by its symbol. For subclasses, `instanceof` works as usual. */
function isInstance(this: unknown, value: unknown): boolean {
  if (this !== ApiError) return Function.prototype[Symbol.hasInstance].call(this, value);
  return typeof value === 'object' && value !== null && BRAND in value;
}
Object.defineProperty(ApiError, Symbol.hasInstance, { value: isInstance });
// Outside the class, whose type would otherwise differ between copies.
Object.defineProperty(ApiError.prototype, BRAND, { value: true });

/** A content type as errors name it. Codes contain `kind`; messages contain `name`, a singular without article. */
export interface ContentType {
  readonly kind: string;
  readonly name: Text;
}

export interface Explanation {
  readonly status: readonly [number, ...number[]];
  readonly title: Text;
  readonly meaning: Text;
  readonly remedy: Text;
  /** Set if only post-like types (events, venues, organizers) have the error code. */
  readonly only?: 'post-like';
}

type Row = Omit<Explanation, 'status'> & Partial<Pick<Explanation, 'status'>>;
type StatusOf<R extends Row> = R extends { readonly status: infer S extends Explanation['status'] } ? S : readonly [400];

/** Completes a table of explained error codes: the default status is 400. The compiler knows the statuses of each code. */
export const explained = <const C extends Readonly<Record<string, Row>>>(codes: C) =>
  Object.fromEntries(Object.entries<Row>(codes).map(([code, row]) => [code, { status: [400], ...row }])) as {
    readonly [K in keyof C]: Explanation & { readonly status: StatusOf<C[K]> };
  };

/** The optional properties of an error. `status` is needed if the code has several; by default it is the first one. */
interface Details<E extends Explanation> extends Partial<Pick<ApiError, 'data' | 'reasons' | 'headers'>> {
  readonly status?: E['status'][number];
}

/** Makes a function that makes an ApiError with one of these codes. The compiler rejects a code or status without explanation. */
export const refusing =
  <C extends { readonly [K in keyof C]: Explanation }>(codes: C) =>
  <K extends keyof C & string>(code: K, text: Text, details: Details<C[K]> = {}): ApiError => {
    const { status = codes[code].status[0], data, reasons, headers } = details;
    return new ApiError(code, status, text, data, reasons, headers);
  };

/** Copies an error with `where`, a position, before each of its reasons, else before its text. */
export function refusedAt(where: Text, { code, status, text, data, reasons, headers }: ApiError): ApiError {
  const placed = Object.entries(reasons).map(([name, reason]) => [name, refusedAt(where, reason)] as const);
  const whole = placed.length > 0 ? text : inEach((language) => `${where[language]} ${text[language]}`);
  return new ApiError(code, status, whole, data, Object.fromEntries(placed), headers);
}

/** Returns the `Retry-After` header of an error that a retry after `seconds` may avoid. */
export const later = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

/** Replaces `{kind}` in an error code: `{kind}-not-accessible` becomes `venue-not-accessible`. */
export const codeOf = (code: string, kind: string): string => code.replace('{kind}', () => kind);

/** Nouns that error messages count, with singular and plural in each language. */
export const NOUNS = {
  character: { en: ['character', 'characters'], fr: ['caractère', 'caractères'] },
  item: { en: ['item', 'items'], fr: ['élément', 'éléments'] },
  page: { en: ['page', 'pages'], fr: ['page', 'pages'] },
  property: { en: ['property', 'properties'], fr: ['propriété', 'propriétés'] },
  request: { en: ['request', 'requests'], fr: ['requête', 'requêtes'] },
  second: { en: ['second', 'seconds'], fr: ['seconde', 'secondes'] },
} as const satisfies Record<string, Noun>;

/** Returns a number with its noun in every language: “1 second”, « 2 secondes ». */
export const counted = (count: number, noun: keyof typeof NOUNS): Text =>
  inEach((language) => `${count} ${formOf(NOUNS[noun], count, language)}`);

export const tooFew = (name: string, least: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${least} or more ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au moins ${counted(least, noun).fr}.`,
});
export const tooMany = (name: string, most: number, noun: keyof typeof NOUNS): Text => ({
  en: `\`${name}\` must have ${most} or fewer ${NOUNS[noun].en[1]}.`,
  fr: `\`${name}\` doit compter au plus ${counted(most, noun).fr}.`,
});

const TRY_AGAIN: Text = { en: 'Try again in', fr: 'Réessayez dans' };

/** Returns text and `Retry-After` of an error that a retry after `seconds` may avoid. The text begins with `reason`. */
export const tryAgain = (seconds: number, reason: Text) => {
  const wait = counted(seconds, 'second');
  return [inEach((language) => `${reason[language]} ${TRY_AGAIN[language]} ${wait[language]}.`), later(seconds)] as const;
};
