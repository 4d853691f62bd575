import { linkedIds } from '../../../database';
import { invalidParam } from '../../../errors';
import { matchingTerms, repeatedTerms, termsFilter } from '../../list';
import type { CompiledField, LinkField, Services, TermDeclaration, TypeDraft } from '../../types';
import { filterIndex } from '../declared/field-filter';
import { termField } from './assigned-terms';

/** The properties of a term-like type that links to it need. */
type LinkedTerms = Pick<TermDeclaration, 'plural' | 'names' | 'hierarchical'>;

/** Makes a plugin's field that assigns terms and filters lists by them. */
export function termLink(services: Services, type: TypeDraft, name: string, link: LinkField, of: LinkedTerms): CompiledField {
  const { required, description, shared } = link;
  const path = `fields.${name}`;
  const index = filterIndex(type, name, path);
  const field = termField(services, { name, path, plural: of.plural, description }, { ...(required && { required }) });
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
