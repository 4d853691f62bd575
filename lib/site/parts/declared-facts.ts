import type { PostLike, PostRecord } from '../../content';
import type { Part } from '../../html';
import { capitalized, inEach, type Text } from '../../language';
import type { PageRequest } from '../requests/page-request';
import { objectsIn, type ShownRecord } from '../values/shown-record';
import { valuePart } from '../values/shown-value';
import { termLinks } from './links';

/**
 * The values of plugins' fields in a record's answer, each with the description of its declaration. Terms stand under the name of their
 * type. A field that replaces one of the type's own is shown there, and linked records have their own sections.
 */
export const declaredFacts = (
  request: PageRequest,
  { added, fields }: Pick<PostLike<PostRecord>, 'added' | 'fields'>,
  shown: ShownRecord,
): readonly (readonly [Text, Part])[] => {
  const own = new Set(ownNames(fields));
  return added.flatMap(({ name, answer, shows, terms }): (readonly [Text, Part])[] => {
    if (answer === undefined || shows !== undefined || own.has(name) || !Object.hasOwn(shown, name)) return [];
    const type = terms === undefined ? undefined : request.services.termLikes.get(terms);
    if (type !== undefined)
      return [[inEach((language) => capitalized(type.names[language])), termLinks(request, type.plural, objectsIn(shown, name))]];
    const schema = answer(() => ({}));
    return schema.description === undefined ? [] : [[schema.description, valuePart(request, shown[name], schema)]];
  });
};

/** The answer without plugins' fields, unless they replace one of the type's own. */
export const withoutPluginFields = ({ added, fields }: Pick<PostLike<PostRecord>, 'added' | 'fields'>, shown: ShownRecord): ShownRecord => {
  const own = new Set(ownNames(fields));
  const pluginNames = new Set(added.map(({ name }) => name).filter((name) => !own.has(name)));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !pluginNames.has(name)));
};

const ownNames = (fields: PostLike<PostRecord>['fields']): string[] =>
  fields.flatMap(({ name, plugin }) => (plugin === undefined ? [name] : []));
