import type { Text } from '../language';
import type { CataloguedTypes } from './catalogue';
import { errors } from './errors';
import type { ApiError, ContentType } from './refusal';

type Refuse = (...args: never[]) => ApiError;
type Errors = typeof errors;
type Calls<R extends Refuse> = readonly [Parameters<R>, ...Parameters<R>[]];

/** The names of the functions in `errors` that accept the default arguments, a string and a number. */
type Usual = { readonly [Name in keyof Errors]: Errors[Name] extends (...args: [string, number]) => ApiError ? Name : never }[keyof Errors];

/** The arguments of example errors, by the name of the function in `errors`. Only functions in `Usual` may lack an entry. */
type Samples = { readonly [Name in Exclude<keyof Errors, Usual>]: Calls<Errors[Name]> } & {
  readonly [Name in Usual]?: Calls<Errors[Name]>;
};

const DEFAULT_ARGUMENTS = ['title', 2] as const;
const SEND_LESS: Text = { en: 'Send less.', fr: 'Envoyez moins.' };
const PAGE: Text = { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' };

const argumentsFor = (type: ContentType): Samples => ({
  forbidden: [[], [{ anonymous: true }]],
  sharedForbidden: [[['start_date', 'venue']]],
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
export const sampleRefusals = ({ postLike, termLike }: CataloguedTypes): readonly ApiError[] => {
  const found = new Map<string, ApiError>();
  for (const refusal of [...postLike, ...termLike].flatMap((type) => Object.values(samplesOf(type)).flat())) {
    const key = `${refusal.code} ${refusal.status}`;
    if (!found.has(key)) found.set(key, refusal);
  }
  return [...found.values()];
};
