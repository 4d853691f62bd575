import type { PostLike, PostRecord } from '../../content';
import type { Part } from '../../html';
import { capitalized, inEach, type Text } from '../../language';
import { termLinks } from './links';
import type { PageRequest } from './page-request';
import { objectsIn, type ShownRecord } from './shown-record';
import { valuePart } from './shown-value';

/**
 * What plugins' fields tell of a record, as its answer shows it to who visits the page: each under what its declaration says of it, terms under the
 * name of their kind. What stands in the place of the kind's own fields is shown there, and records that are linked have sections of their own.
 */
export const declaredFacts = (
  visit: PageRequest,
  { added, fields }: Pick<PostLike<PostRecord>, 'added' | 'fields'>,
  shown: ShownRecord,
): readonly (readonly [Text, Part])[] => {
  const own = new Set(ownNames(fields));
  return added.flatMap(({ name, answer, shows, terms }): (readonly [Text, Part])[] => {
    if (answer === undefined || shows !== undefined || own.has(name) || !Object.hasOwn(shown, name)) return [];
    const kind = terms === undefined ? undefined : visit.services.termLikes.get(terms);
    if (kind !== undefined)
      return [[inEach((language) => capitalized(kind.names[language])), termLinks(visit, kind.plural, objectsIn(shown, name))]];
    const schema = answer(() => ({}));
    return schema.description === undefined ? [] : [[schema.description, valuePart(visit, shown[name], schema)]];
  });
};

/** What an answer shows without the fields that only plugins know: the words of the calendar's own fields are not for those. */
export const ownOf = ({ added, fields }: Pick<PostLike<PostRecord>, 'added' | 'fields'>, shown: ShownRecord): ShownRecord => {
  const own = new Set(ownNames(fields));
  const foreign = new Set(added.map(({ name }) => name).filter((name) => !own.has(name)));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !foreign.has(name)));
};

const ownNames = (fields: PostLike<PostRecord>['fields']): string[] =>
  fields.flatMap(({ name, plugin }) => (plugin === undefined ? [name] : []));
