import type { Text } from '../language';
import { ACCESS_CODES, accessErrors } from './access';
import { PARAMETER_CODES, parameterErrors } from './parameters';
import { RECORD_CODES, recordErrors } from './records';
import { type ApiError, type ContentType, codeOf, type Explanation } from './refusal';
import { REQUEST_CODES, requestErrors } from './requests';
import { SERVICE_CODES, serviceErrors } from './service';
import { VALUE_CODES, valueErrors } from './values';

/** All error codes of the service. In codes about content types, `{kind}` is the placeholder for the singular name of the type. */
export const CODES = { ...ACCESS_CODES, ...RECORD_CODES, ...PARAMETER_CODES, ...VALUE_CODES, ...REQUEST_CODES, ...SERVICE_CODES } as const;

/** An error code of the service. Codes about content types contain the placeholder `{kind}`. */
type Code = keyof typeof CODES;
type TypeCode = Extract<Code, `${string}{kind}${string}`>;

type PlainCode = Exclude<Code, TypeCode>;

/** An error code as clients receive it, with the type in place of `{kind}`, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<TypeCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;

export const errors = {
  ...accessErrors,
  ...recordErrors,
  ...parameterErrors,
  ...valueErrors,
  ...requestErrors,
  ...serviceErrors,
};

/**
 * Makes the 400 `rest_invalid_param` for one parameter, e.g. if two depend on each other. `why` says which values are allowed.
 *
 * @example
 * if (params.to < params.from) throw invalidParam('to', { en: 'Send a date after “from”.', fr: 'Envoyez une date postérieure à « from ».' });
 */
export const invalidParam = (name: string, why: Text): ApiError => errors.invalidParams({ [name]: errors.invalidValue(why) });

export interface Explained extends Explanation {
  readonly code: string;
  /** The singular name of the code's content type; undefined for a general code. */
  readonly kind?: Text;
}

/** The explanations of all error codes of a service, by code. */
export type Catalogue = ReadonlyMap<string, Explained>;

/** The content types of a service, by plural. Each type has its own error codes, e.g. `venue-not-accessible`. */
export interface CataloguedTypes {
  readonly postLikes: ReadonlyMap<string, ContentType>;
  readonly termLikes: ReadonlyMap<string, ContentType>;
}

/** Makes the catalogue of a service's error codes: the general ones, and those of its content types. */
export const createCatalogue = ({ postLikes, termLikes }: CataloguedTypes): Catalogue => {
  const all = Object.entries<Explanation>(CODES).flatMap(([code, explanation]): Explained[] => {
    if (!code.includes('{kind}')) return [{ code, ...explanation }];
    const types = [...postLikes.values(), ...(explanation.only === 'post-like' ? [] : termLikes.values())];
    return types.map(({ kind, name }) => ({ code: codeOf(code, kind), kind: name, ...explanation }));
  });
  return new Map(all.map((explained) => [explained.code, explained]));
};

/** Returns the explanation of an error code, also for an unknown content type. Undefined for a code that the service never sends. */
export const explanationOf = (code: string): Explanation | undefined => {
  const found = (Object.keys(CODES) as Code[]).find((pattern) => {
    const [before = '', after] = pattern.split('{kind}');
    if (after === undefined) return pattern === code;
    return code.length > before.length + after.length && code.startsWith(before) && code.endsWith(after);
  });
  return found && CODES[found];
};

type Refuse = (...args: never[]) => ApiError;
type Errors = typeof errors;
type Calls<R extends Refuse> = readonly [Parameters<R>, ...Parameters<R>[]];

/** The names of the functions in `errors` that accept `DEFAULT_ARGUMENTS`, a string and a number. */
type TakesDefaults = {
  readonly [Name in keyof Errors]: Errors[Name] extends (...args: [string, number]) => ApiError ? Name : never;
}[keyof Errors];

/** The arguments of example errors, by the name of the function in `errors`. Only functions in `TakesDefaults` may lack an entry. */
type Samples = { readonly [Name in Exclude<keyof Errors, TakesDefaults>]: Calls<Errors[Name]> } & {
  readonly [Name in TakesDefaults]?: Calls<Errors[Name]>;
};

const DEFAULT_ARGUMENTS = ['title', 2] as const;
const SEND_LESS: Text = { en: 'Send less.', fr: 'Envoyez moins.' };
const PAGE: Text = { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' };

const argumentsFor = (type: ContentType): Samples => ({
  forbidden: [[], [{ anonymous: true }]],
  sharedForbidden: [[['start_date', 'venue']]],
  linkForbidden: [['film']],
  wrongPassword: [['admin']],
  unknownLogin: [['ann'], ['ann@example.org']],
  tooManyFailures: [[10]],
  notFound: [[type, 999]],
  notAccessible: [[type]],
  noLongerAvailable: [[type]],
  passwordProtected: [[type], [type, { isWrong: true }]],
  inTrash: [[type]],
  pageNotFound: [
    [type, 1],
    [type, 3],
  ],
  couldNotCreate: [[type, { en: 'Send a name that is not blank.', fr: 'Envoyez un nom qui ne soit pas vide.' }]],
  termExists: [['Concerts', 1]],
  duplicateTermSlug: [['concerts']],
  notHierarchical: [[{ en: 'tags', fr: 'étiquettes' }]],
  preconditionFailed: [['"events.5.7-_e73tnla9C8OfNwzMG3BMeRK6PQ"'], [undefined]],
  tooManyIdempotencyKeys: [[10_000, 32, 3600]],
  invalidParams: [[{ page: errors.invalidValue(PAGE) }], [{}]],
  invalidValue: [[PAGE]],
  missingParams: [[['title', 'start_date', 'end_date']], [['title'], ['translation_of']]],
  searchTooBroad: [[100_000]],
  filesNotTaken: [[['poster']]],
  invalidType: [['page', ['integer']]],
  notInEnum: [['order', ['asc', 'desc']]],
  outOfBounds: [['page', SEND_LESS]],
  invalidPattern: [['title', '^a']],
  invalidFormat: [['day', 'date', '2030-01-31']],
  additionalPropertiesForbidden: [['place', 'x']],
  propertyRequired: [['place', 'city']],
  noMatchingSchema: [['place'], ['place', SEND_LESS, 1]],
  oneOfMultipleMatches: [['place', [0, 1]]],
  invalidJson: [[4, 'Syntax error']],
  contentTooLarge: [[1_048_576]],
  recordTooLarge: [[1_048_576]],
  unsupportedMediaType: [['zip']],
  tooManyParameters: [[1000]],
  tooManyParts: [[20_000]],
  malformedRequest: [[400], [408], [431]],
  tooManyRequests: [[30]],
  overloaded: [[5]],
  readTooLong: [[5]],
  answerTooLarge: [[16_777_216]],
  pluginTimeout: [[{ plugin: 'tickets', hook: 'write', field: 'price' }]],
});

/** Makes example errors with every function in `errors`, by the function's name. `type` is the content type of the errors. */
export const samplesOf = (type: ContentType): Readonly<Record<string, readonly ApiError[]>> => {
  const samples: Readonly<Record<string, readonly (readonly unknown[])[] | undefined>> = argumentsFor(type);
  return Object.fromEntries(
    Object.entries<Refuse>(errors).map(([name, refuse]) => [
      name,
      (samples[name] ?? [DEFAULT_ARGUMENTS]).map((args) => refuse(...(args as readonly never[]))),
    ]),
  );
};

/** Makes one example error for each error code and status of a service with these content types. */
export const sampleRefusals = ({ postLikes, termLikes }: CataloguedTypes): readonly ApiError[] => {
  const found = new Map<string, ApiError>();
  for (const refusal of [...postLikes.values(), ...termLikes.values()].flatMap((type) => Object.values(samplesOf(type)).flat())) {
    const key = `${refusal.code} ${refusal.status}`;
    if (!found.has(key)) found.set(key, refusal);
  }
  return [...found.values()];
};
