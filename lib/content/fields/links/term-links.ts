import { linkedIds } from '../../../database';
import { invalidParam } from '../../../errors';
import type { Text } from '../../../language';
import { matchingTerms, repeatedTerms, termsFilter } from '../../list';
import { countedReads, linkedMembers, shownReads } from '../../records';
import { presentAssignedTerms } from '../../show';
import type {
  CompiledField,
  FieldFactory,
  LinkField,
  Services,
  Shared,
  TermDeclaration,
  TermLike,
  TypeDraft,
  TypeField,
} from '../../types';
import { TERMS } from '../../values';
import { termsVisibleTo, withVisibleParents } from '../../visibility';
import { resolveTerms, termsIn, validateTerms } from '../../write';
import { filterIndex } from '../declared/field-lists';

/** Makes a field named after a term type, which assigns terms by ID, name or slug. Answers show whole terms, ordered by name. */
export const assignedTerms = (
  services: Services,
  { shown, shared, description }: { readonly shown: Text; readonly shared?: Shared; readonly description: Text },
): FieldFactory<readonly number[]> => ({
  make: (_, plural) => ({
    link: plural,
    field: {
      ...termField(services, { name: plural, path: plural, plural, description }),
      nulled: 'kept',
      ...(shared && { shared: { path: plural, by: shared } }),
      hidden: { value: [] },
      answer: (embeddedOf) => ({ type: 'array', items: embeddedOf(plural), required: true, description: shown }),
    },
    extension: { counted: [{ field: plural, collection: plural, reveals: true }] },
  }),
});

interface AssigningField {
  readonly name: string;
  readonly path: string;
  /** The plural of the term type. */
  readonly plural: string;
  readonly required?: true | undefined;
  readonly description: Text;
}

/** Makes the common part of fields that assign terms. Unknown names create terms. */
function termField(services: Services, { name, path, plural, required, description }: AssigningField) {
  const termsOf = () => services.kinds.terms(plural);
  return {
    name,
    path,
    empty: [],
    arg: {
      type: 'array',
      items: { type: 'integer' },
      ...(required ? { required } : { default: null }),
      validate: validateTerms,
      sanitize: (value: unknown): unknown => value,
      accepts: TERMS,
      description,
    },
    linksIn: (value) => ({ to: plural, ...termsIn(value) }),
    translates: true,
    write: (value, context) => resolveTerms({ services, plural, name, path }, value, context),
    async show(records, view) {
      const of = services.termLikes.get(plural) as TermLike;
      // With placeholders for the counts of terms, the counts need no query.
      const terms = view.hasPlaceholders ? shownReads(services.cache, of, termsOf()) : countedReads(plural, termsOf());
      const assigned = await linkedMembers(records, {
        records: terms,
        visibility: termsVisibleTo(services, plural, view.user),
        served: services.site.served,
        idsOf: (record) => linkedIds(record, path),
      });
      const visible = await withVisibleParents(terms, assigned.flat(), services.site);
      const termById = new Map(visible.map((term) => [term._id, term]));
      const shown = records.map(({ language }, at) => ({
        language,
        terms: assigned[at]?.flatMap(({ _id }) => termById.get(_id) ?? []) ?? [],
      }));
      return presentAssignedTerms(services, of, shown, view);
    },
  } as const satisfies TypeField;
}

/** Makes a plugin's field that assigns terms and filters lists by them. */
export function termLink(
  services: Services,
  type: TypeDraft,
  name: string,
  link: LinkField,
  of: Pick<TermDeclaration, 'plural' | 'names'>,
): CompiledField {
  const { required, description, shared } = link;
  const path = `fields.${name}`;
  const index = filterIndex(type, name, path);
  const field = termField(services, { name, path, plural: of.plural, required, description });
  return {
    field: {
      ...field,
      ...(shared && { shared: { path, by: shared } }),
      cleared: { value: [] },
      async write(value, context) {
        const ids = await field.write(value, context);
        const before = context.current === undefined ? undefined : linkedIds(context.current, path);
        if (ids.length === 0 && required && before?.length !== 0) {
          throw invalidParam(name, {
            en: `Send at least one of the ${of.names.en}.`,
            fr: `Envoyez au moins un identifiant, un nom ou un slug (${of.names.fr}).`,
          });
        }
        return ids;
      },
      always: true,
      terms: of.plural,
      answer: (embeddedOf) => ({ type: 'array', items: embeddedOf(of.plural), description }),
      filter: {
        arg: {
          ...termsFilter(services, of.plural),
          description: {
            en: `Limit to ${type.names.en} with one of these ${of.names.en}, as IDs, names or slugs`,
            fr: `Limiter les ${type.names.fr} selon ces identifiants, noms ou slugs (${of.names.fr})`,
          },
        },
        where: async (ids) => ({ [path]: { $in: await matchingTerms(services, of.plural, ids as number[]) } }),
        inLinks: (ids, view) => repeatedTerms(services, of.plural, ids as number[], view),
        hint: index.name,
      },
      ...(link.facet && { facet: { arg: name, field: path, link: of.plural, description } }),
    },
    link: of.plural,
    extension: {
      indexes: [index],
      counted: [{ field: path, collection: of.plural, reveals: true }],
    },
  };
}
