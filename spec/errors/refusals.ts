import { type ApiError, errors } from '../../lib/errors';

/** A kind as the refusals of these specs speak of it. */
export const VENUE = { kind: 'venue', name: { en: 'venue', fr: 'lieu' } };

const why = { en: 'Send less.', fr: 'Envoyez moins.' };

type Made = typeof errors;
type Calls<Name extends keyof Made> = readonly [Parameters<Made[Name]>, ...Parameters<Made[Name]>[]];

/** What a refusal speaks of unless said otherwise: a name, and a number. */
const NAMED: readonly [string, number] = ['title', 2];

/** The refusals that can be made of a name and a number, of a name, or of nothing. */
type Usual = { readonly [Name in keyof Made]: Made[Name] extends (...named: typeof NAMED) => ApiError ? Name : never }[keyof Made];

/** What refusals speak of that need something else; one of these that is added does not compile until it is here. */
const SPOKEN_OF: { readonly [Name in Exclude<keyof Made, Usual>]: Calls<Name> } & { readonly [Name in Usual]?: Calls<Name> } = {
  forbidden: [[true], [false]],
  sharedForbidden: [[['start_date', 'venue']]],
  unknownLogin: [['ann'], ['ann@example.org']],
  tooManyFailures: [[10]],
  notFound: [[VENUE, 7]],
  notAccessible: [[VENUE]],
  noLongerAvailable: [[VENUE]],
  passwordProtected: [[VENUE]],
  inTrash: [[VENUE]],
  pageNotFound: [[VENUE, 3]],
  couldNotCreate: [[VENUE, why]],
  notHierarchical: [[{ en: 'tags', fr: 'étiquettes' }]],
  preconditionFailed: [['"events.7.2-digest"'], [undefined]],
  tooManyIdempotencyKeys: [[10_000, 32, 60]],
  invalidValue: [[why]],
  missingParams: [[['title']], [['title'], ['translation_of']]],
  invalidParams: [[{ page: errors.invalidType('page', ['integer']) }], [{}]],
  filesNotTaken: [[['poster']]],
  invalidType: [['page', ['integer']]],
  notInEnum: [['order', ['asc', 'desc']]],
  outOfBounds: [['page', why]],
  invalidPattern: [['title', '^a']],
  additionalPropertiesForbidden: [['place', 'x']],
  propertyRequired: [['place', 'city']],
  noMatchingSchema: [['place'], ['place', why, 1]],
  oneOfMultipleMatches: [['place', [0, 1]]],
  invalidJson: [[4, 'Syntax error']],
  contentTooLarge: [[10]],
  recordTooLarge: [[10]],
  tooManyParameters: [[10]],
  tooManyRequests: [[10]],
  overloaded: [[10]],
  malformedRequest: [[400], [408], [431]],
};

/** Every refusal that the service makes, by its name, each with something to speak of. */
export const REFUSALS: Readonly<Record<string, readonly ApiError[]>> = Object.fromEntries(
  Object.entries<(...spokenOf: never[]) => ApiError>(errors).map(([name, refuse]) => {
    const calls: readonly (readonly unknown[])[] = SPOKEN_OF[name as keyof Made] ?? [NAMED];
    return [name, calls.map((spokenOf) => refuse(...(spokenOf as never[])))];
  }),
);
