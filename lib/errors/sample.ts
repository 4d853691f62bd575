import type { ApiError, ContentType } from './refusal';

type Refuse = (...spokenOf: never[]) => ApiError;
type Calls<R extends Refuse> = readonly [Parameters<R>, ...Parameters<R>[]];

/** Default arguments of example refusals: a name and a number. */
const NAMED = ['title', 2] as const;

/** Names of the refusals that the default arguments fit. */
type Usual<E> = { readonly [Name in keyof E]: E[Name] extends (...named: [string, number]) => ApiError ? Name : never }[keyof E];

/** Arguments of the example refusals in documents, by name. A refusal that the defaults do not fit must have an entry to compile. */
export type Samples<E extends Readonly<Record<keyof E, Refuse>>> = {
  readonly [Name in Exclude<keyof E, Usual<E>>]: Calls<E[Name]>;
} & { readonly [Name in Usual<E>]?: Calls<E[Name]> };

/** Arguments of example refusals about a content type. */
export type TypeSamples<E extends Readonly<Record<keyof E, Refuse>>> = (type: ContentType) => Samples<E>;

/** Makes the example refusals from their arguments, by name. */
export const sampled = (
  errors: Readonly<Record<string, Refuse>>,
  samples: Readonly<Record<string, readonly (readonly unknown[])[] | undefined>>,
): Readonly<Record<string, readonly ApiError[]>> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, refuse]) => [
      name,
      (samples[name] ?? [NAMED]).map((spokenOf) => refuse(...(spokenOf as readonly never[]))),
    ]),
  );
