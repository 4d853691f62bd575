import type { ApiError, ContentType } from './refusal';

type Refuse = (...spokenOf: never[]) => ApiError;
type Calls<R extends Refuse> = readonly [Parameters<R>, ...Parameters<R>[]];

/** What a refusal speaks of unless said otherwise: a name, and a number. */
const NAMED = ['title', 2] as const;

/** The refusals that can be made of a name and a number, of a name, or of nothing. */
type Usual<E> = { readonly [Name in keyof E]: E[Name] extends (...named: [string, number]) => ApiError ? Name : never }[keyof E];

/** What refusals speak of where documents show them, by their names; one that needs something else than a name and a number does not compile until it is here. */
export type Samples<E extends Readonly<Record<keyof E, Refuse>>> = {
  readonly [Name in Exclude<keyof E, Usual<E>>]: Calls<E[Name]>;
} & { readonly [Name in Usual<E>]?: Calls<E[Name]> };

/** The same of refusals that speak of a kind. */
export type KindSamples<E extends Readonly<Record<keyof E, Refuse>>> = (kind: ContentType) => Samples<E>;

/** Makes each refusal of what it speaks of, by their names. */
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
