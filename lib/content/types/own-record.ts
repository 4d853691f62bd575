import type { Enumerated, Unknown, Value } from '../../registry';
import type { PostRecord } from './context';
import type { FieldFactory, OwnField } from './field';

type StoredName<N, A> = A extends { readonly as: infer S extends string } ? S : N;

type Empty<A> = A extends { readonly empty: infer E } ? E : never;

type StoredValue<A> = A extends { readonly make: unknown }
  ? Made<A>
  : (A extends { write: (...given: never[]) => infer W } ? Awaited<W> : Value<A>) | Empty<A>;

/** True for stored fields. A field with `make` is stored if the field names a stored type. */
type IsStored<A> = A extends { readonly stored: false }
  ? false
  : A extends { readonly make: unknown }
    ? [Made<A>] extends [never]
      ? false
      : true
    : true;

type Made<A> = A extends { readonly stores?: readonly [infer V] } ? V : never;

/** A compile-time check that refuses unknown keywords, and defaults outside their `enum`. */
type Checked<F> = { readonly [N in keyof F]: Unknown<F[N], keyof OwnField | keyof FieldFactory> & Enumerated<F[N]> };

/** The stored record of a type, with members derived from the declared fields. */
export type OwnRecord<F extends Checked<F>> = PostRecord & {
  readonly [N in keyof F as IsStored<F[N]> extends true ? StoredName<N, F[N]> : never]: StoredValue<F[N]>;
};
