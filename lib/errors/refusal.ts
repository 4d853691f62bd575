import { inEach, type Text } from '../language';
import { repeatable } from './repeatable';

/** Marks every ApiError, also of another copy of this package: such as a plugin may bring with it. */
const BRAND = Symbol.for('calendar-events.ApiError');

/** A text in every language, of which plugins without types may give some alone, or none: another one, else `otherwise`, stands for what is missing. */
const completed = (given: unknown, otherwise: string): Text => {
  const texts: Readonly<Record<string, unknown>> = typeof given === 'object' && given !== null ? { ...given } : {};
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  const any = [given, ...Object.values(texts), otherwise].find(isText) ?? otherwise;
  return inEach((language) => (isText(texts[language]) ? texts[language] : any));
};

/** Tells whether a status is one of errors. */
export const isErrorStatus = (status: unknown): boolean => Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/**
 * A refusal with a meaning for the client. Throw it anywhere; `lib/http/answers/errors.ts` alone turns it into an answer.
 * `code` is the contract, `text` a whole sentence in every language that says what to do, `status` the HTTP status: a RangeError unless it is from 400 to 599. Where a language is missing,
 * another one is shown. `instanceof` recognises those of every copy of this package.
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

/** Recognises an ApiError of any copy of this package by its brand; classes that extend it are told apart as usual. */
function isInstance(this: unknown, value: unknown): boolean {
  if (this !== ApiError) return Function.prototype[Symbol.hasInstance].call(this, value);
  return typeof value === 'object' && value !== null && BRAND in value;
}
Object.defineProperty(ApiError, Symbol.hasInstance, { value: isInstance });
// Outside of its type, which is the same in every copy then.
Object.defineProperty(ApiError.prototype, BRAND, { value: true });

/** A kind of record, as errors speak of it: codes derive from `kind`, sentences from `name` (without article, in the singular). */
export interface ContentType {
  readonly kind: string;
  readonly name: Text;
}

/** What people are told about a code: which HTTP statuses it comes with, its name in a few words, what it means, and what to do. */
export interface Explanation {
  readonly status: readonly [number, ...number[]];
  readonly title: Text;
  readonly meaning: Text;
  readonly remedy: Text;
  /** For codes of kinds: only post-like ones have it. */
  readonly only?: 'post-like';
}

/** Explains codes; of their types no more is kept than the statuses, which refusals are held to. */
export const explained = <const C extends Readonly<Record<string, Pick<Explanation, 'status'>>>>(
  codes: C & { readonly [K in keyof C]: Explanation },
): { readonly [K in keyof C]: Explanation & { readonly status: C[K]['status'] } } => codes;

type Codes = Readonly<Record<string, Explanation>>;
type StatusOf<C extends Codes, K extends keyof C> = C[K]['status'][number];
type More = ConstructorParameters<typeof ApiError> extends [string, number, ...infer Rest] ? Rest : never;

/** Makes the function that refuses with these codes: one that nothing explains, or with another status than is explained, does not compile. */
export const refusing =
  <C extends Codes>(_codes: C) =>
  <K extends keyof C & string>(code: K, status: StatusOf<C, K>, ...more: More): ApiError =>
    new ApiError(code, status, ...more);

/** The same for what is wrong with one parameter: 400. */
export const refusingParam =
  <C extends Codes>(_codes: C) =>
  (code: keyof C & string, text: Text): ApiError =>
    new ApiError(code, 400, text);

/** The same refusal, whose reasons say where, or its own sentence where it gives none. */
export function refusedAt(where: Text, { code, status, text, data, reasons, headers }: ApiError): ApiError {
  const placed = Object.entries(reasons).map(([name, reason]) => [name, refusedAt(where, reason)] as const);
  const whole = placed.length > 0 ? text : inEach((language) => `${where[language]} ${text[language]}`);
  return new ApiError(code, status, whole, data, Object.fromEntries(placed), headers);
}

/** What a refusal has beside code, status and text where it may be tried again after so many seconds. */
export const later = (seconds: number) => [{}, {}, { 'Retry-After': String(seconds) }] as const;

/** A sentence about something that was sent: the one that repeats it, or the other where that may not be. */
export const aboutSent = (sent: string, named: (sent: string) => Text, unnamed: Text): Text => {
  const shown = repeatable(sent);
  return shown === undefined ? unnamed : named(shown);
};

/** Writes the name of a kind into a code, e.g. `venue` into `{kind}-not-accessible`. */
export const codeOf = (code: string, kind: string): string => code.replace('{kind}', () => kind);
