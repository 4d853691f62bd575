import { inEach, type Text } from '../language';

/** Words and numbers with single blanks between them, without punctuation that HTML, Markdown or a shell could interpret. */
const PLAIN = /^(?!\p{M})[\p{L}\p{M}\p{N}_’-]+(?: [\p{L}\p{N}_’-][\p{L}\p{M}\p{N}_’-]*)*$/u;

/** Invisible characters and controls of text direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const LONGEST = 60;

/** A sent text if sentences may repeat it: a few plain words or numbers. Undefined for any other text. */
export const repeatable = (sent: string): string | undefined =>
  sent.length <= LONGEST && PLAIN.test(sent) && !UNSEEN.test(sent) ? sent : undefined;

/** The position of a sent member in sentences: `venue[0][city]`. A key that may not be repeated becomes `…`. */
export const placeOf = (name: string, key: string): string => `${name}[${repeatable(key) ?? '…'}]`;

/** Brand of every ApiError, also of another copy of this package that a plugin may bring. */
const BRAND = Symbol.for('calendar-events.ApiError');

/** Completes a text in every language, since plugins without types may omit some. Another language fills the gap, else `otherwise`. */
const completed = (given: unknown, otherwise: string): Text => {
  const texts: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {};
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  const any = [given, ...Object.values(texts), otherwise].find(isText) ?? otherwise;
  return inEach((language) => (isText(texts[language]) ? texts[language] : any));
};

/** True if a status is an error status (400 to 599). */
export const isErrorStatus = (status: unknown): boolean => Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/**
 * A refusal with a meaning for the client. Throw it anywhere; `lib/http/answers/errors.ts` turns it into an answer.
 * `code` is the contract. `text` is a whole sentence in every language that says what to do; a missing language is filled from another
 * one.
 * `status` is the HTTP status: a RangeError unless it is from 400 to 599. `instanceof` recognises errors of every copy of this package.
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
    /** More members of the answer's `data`, beside `status`. */
    readonly data: Readonly<Record<string, unknown>> = {},
    /** For `rest_invalid_param`: each refused parameter and why. */
    readonly reasons: Readonly<Record<string, ApiError>> = {},
    /** Headers of the answer, e.g. `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    const whole = completed(text, code);
    super(whole.en);
    if (!isErrorStatus(status)) throw new RangeError(`The status of an ApiError is an integer from 400 to 599, not ${String(status)}.`);
    this.text = whole;
  }
}

/** Recognises an ApiError of any copy of this package by its brand. Classes that extend it are told apart as usual. */
function isInstance(this: unknown, value: unknown): boolean {
  if (this !== ApiError) return Function.prototype[Symbol.hasInstance].call(this, value);
  return typeof value === 'object' && value !== null && BRAND in value;
}
Object.defineProperty(ApiError, Symbol.hasInstance, { value: isInstance });
// Outside the class, whose type would otherwise differ between copies.
Object.defineProperty(ApiError.prototype, BRAND, { value: true });

/** A content type in errors. Codes derive from `kind`, sentences from `name` (singular, without article). */
export interface ContentType {
  readonly kind: string;
  readonly name: Text;
}

/** The explanation of a code: its HTTP statuses, a short title, its meaning, and a remedy. */
export interface Explanation {
  readonly status: readonly [number, ...number[]];
  readonly title: Text;
  readonly meaning: Text;
  readonly remedy: Text;
  /** Set if only post-like types have the code. */
  readonly only?: 'post-like';
}

/** Types a table of explained codes. The result type keeps the statuses of each code, so that refusals must match them. */
export const explained = <const C extends Readonly<Record<string, Pick<Explanation, 'status'>>>>(
  codes: C & { readonly [K in keyof C]: Explanation },
): { readonly [K in keyof C]: Explanation & { readonly status: C[K]['status'] } } => codes;

type Codes = Readonly<Record<string, Explanation>>;
type StatusOf<C extends Codes, K extends keyof C> = C[K]['status'][number];
type More = ConstructorParameters<typeof ApiError> extends [string, number, ...infer Rest] ? Rest : never;

/** Makes a function that refuses with these codes. An unexplained code or status does not compile. */
export const refusing =
  <C extends Codes>(_codes: C) =>
  <K extends keyof C & string>(code: K, status: StatusOf<C, K>, ...more: More): ApiError =>
    new ApiError(code, status, ...more);

/** Adds a position to the sentences of a refusal: to its reasons, or to its own text if it has none. */
export function refusedAt(where: Text, { code, status, text, data, reasons, headers }: ApiError): ApiError {
  const placed = Object.entries(reasons).map(([name, reason]) => [name, refusedAt(where, reason)] as const);
  const whole = placed.length > 0 ? text : inEach((language) => `${where[language]} ${text[language]}`);
  return new ApiError(code, status, whole, data, Object.fromEntries(placed), headers);
}

/** The data, reasons and headers of a refusal that may be tried again in some seconds. */
export const later = (seconds: number) => [{}, {}, { 'Retry-After': String(seconds) }] as const;

/** Writes the name of a content type into a code, e.g. `venue` into `{kind}-not-accessible`. */
export const codeOf = (code: string, kind: string): string => code.replace('{kind}', () => kind);
