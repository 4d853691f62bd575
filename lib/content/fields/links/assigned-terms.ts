import { linkedIds } from '../../../database';
import type { Text } from '../../../language';
import { countedReads, linkedMembers, shownReads } from '../../records';
import { presentAssignedTerms } from '../../show';
import type { FieldFactory, Services, Shared, TermLike, TypeField } from '../../types';
import { TERMS } from '../../values';
import { termsVisibleTo, withVisibleParents } from '../../visibility';
import { createTermAssignment } from '../../write';
import { ID_LIST, linksAnew } from './id-list';

/** A field that assigns terms by ID, name or slug. Its name is the plural of the term type. */
export interface AssignedTerms {
  /** The description in answers. */
  readonly shown: Text;
  readonly shared?: Shared;
  readonly description: Text;
}

/** Makes a field of assigned terms. Answers show whole terms, ordered by name. */
export const assignedTerms = (services: Services, { shown, shared, description }: AssignedTerms): FieldFactory<readonly number[]> => ({
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

/** Makes the common part of fields that assign terms. Unknown names create terms. */
export function termField(
  services: Services,
  {
    name,
    path,
    plural,
    description,
  }: { readonly name: string; readonly path: string; readonly plural: string; readonly description: Text },
  more: { readonly required?: true } = {},
) {
  const termsOf = () => services.kinds.terms(plural);
  const assigning = createTermAssignment(services, plural, { name, path });
  const { default: none, ...arg } = ID_LIST;
  return {
    name,
    path,
    empty: [],
    arg: { ...arg, ...(more.required ? {} : { default: none }), validate: assigning.validate, accepts: TERMS, ...more, description },
    newLinks: linksAnew(plural, path, assigning.ids, assigning.names),
    translates: true,
    write: (value, context) => assigning.resolve(value, context),
    async show(records, view) {
      const of = services.termLikes.get(plural) as TermLike;
      // Placeholders stand for counts, or else the counts are read.
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
