import type { Capability } from '../../access';
import { index, NEWEST, type Term } from '../../database';
import type { Arg, DefaultInEnum, OnlyKeywords, Value } from '../../registry';
import { excerpt, htmlText, imageAlt, slug, title } from '../fields';
import { includeFilter, searchFilter } from '../list';
import type {
  FieldKeywords,
  Fields,
  LinkField,
  NamedType,
  PostLikeDeclaration,
  PostRecord,
  Services,
  TermDeclaration,
  TermField,
  TermFields,
} from '../types';

interface TitledRecord extends PostRecord {
  readonly title: string;
}

/** Null for a field that may be missing and has no default except null; otherwise no type. */
type OrNull<A> = A extends { readonly required: true }
  ? never
  : A extends { readonly default: infer D }
    ? D extends null
      ? null
      : never
    : null;

type StoredField<A> = A extends { readonly link: string }
  ? A extends { readonly many: true }
    ? readonly number[]
    : number | null
  : A extends { write: (...given: never[]) => infer W }
    ? Awaited<W> | OrNull<A>
    : Value<A> | OrNull<A>;

type StoredFields<F> = { readonly [N in keyof F as F[N] extends { readonly stored: false } ? never : N]: StoredField<F[N]> };

/** A record of a plugin's type with the declared fields. */
export type DeclaredRecord<F> = Omit<TitledRecord, 'fields'> & { readonly fields: StoredFields<F> };

/** A term of a plugin's type with the declared fields. */
export type DeclaredTerm<F> = [keyof F] extends [never] ? Term : Omit<Term, 'fields'> & { readonly fields: StoredFields<F> };

type FieldKeyword = keyof Arg | keyof FieldKeywords;

/** A compile-time check that refuses unknown keywords, and defaults outside their `enum`. */
type CheckedField<A> = OnlyKeywords<A, A extends { readonly link: string } ? keyof LinkField : FieldKeyword> & DefaultInEnum<A>;

/** A compile-time check that refuses keywords invalid for terms, and defaults outside their `enum`. */
type CheckedTermField<A> = OnlyKeywords<A, Exclude<FieldKeyword, 'facet' | 'hidden'>> & DefaultInEnum<A>;

/** A post-like type in the form that plugins declare. */
export interface PluginPostLike<F extends Fields> extends NamedType {
  readonly fields: F & { readonly [N in keyof F]: CheckedField<F[N]> };
  /** Checks the values of the fields before storage, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: StoredFields<F>): void | Promise<void>;
}

/** A plugin's declaration of a term-like type without its fields. */
interface TermDescription extends NamedType {
  readonly hierarchical?: boolean;
  /** The capability to create, change and delete terms; by default `manage_categories`. */
  readonly capability?: Capability;
  /**
   * The name of the taxonomy in answers; by default the singular. At most 32 characters `a-z`, `0-9`, `-`, `_`, as in WordPress; unique.
   */
  readonly taxonomy?: string;
}

/** A term-like type in the form that plugins declare. */
export interface PluginTermLike<F extends TermFields> extends TermDescription {
  readonly fields?: F & { readonly [N in keyof F]: CheckedTermField<F[N]> };
  /** Checks the values of the fields before storage, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: StoredFields<F>): void | Promise<void>;
}

/** The plurals of the calendar's term-like types. */
type CalendarTerms = 'categories' | 'tags';

/** The fields that plugins can add to a type. The plural `P` decides if the type is term-like. */
export type AddedTo<P extends string> = P extends CalendarTerms ? TermField : Fields[string];

/** A compile-time check that refuses invalid keywords of an added field. */
export type CheckedAddition<P extends string, A> = P extends CalendarTerms ? CheckedTermField<A> : CheckedField<A>;

/** The MongoDB index of titles. Contains the fields that decide about visibility, so that counting reads no records. */
const BY_TITLE = index('by_title', { language: 1, 'keys.name': 1, _id: 1, status: 1, author: 1, password: 1 });

/** Completes a plugin's post-like declaration with common texts, filters and orders. */
export const completePostLike = (
  services: Services,
  description: NamedType & Pick<PostLikeDeclaration, 'check'>,
): PostLikeDeclaration<TitledRecord> => {
  const { plural, names } = description;
  return {
    ...description,
    titled: 'title',
    fields: { title, slug: slug(), excerpt, description: htmlText(), image_alt: imageAlt },
    filters: [
      searchFilter({
        en: `Limit to ${names.en} whose title, description or excerpt contain the words`,
        fr: `Limiter aux éléments dont le titre, la description ou l’extrait contiennent les mots (${names.fr})`,
      }),
      includeFilter(services, plural, {
        en: `Limit to ${names.en} with these IDs, or whose translations have them`,
        fr: `Limiter à ces identifiants ou à ceux de leurs traductions (${names.fr})`,
      }),
    ],
    indexes: [BY_TITLE],
    orders: {
      date: { field: 'date', hint: NEWEST.name, down: true },
      title: { field: 'keys.name', hint: BY_TITLE.name },
    },
  };
};

/** Completes a plugin's term-like declaration with its defaults. */
export const completeTermLike = ({
  kind,
  taxonomy = kind,
  segment = kind,
  hierarchical = false,
  capability = 'manage_categories',
  ...description
}: TermDescription & Pick<TermDeclaration, 'check'>): TermDeclaration => ({
  ...description,
  kind,
  taxonomy,
  segment,
  hierarchical,
  capability,
});
