import type { Filter } from 'mongodb';
import { index, linkedIds } from '../../database';
import type { Language, Text } from '../../language';
import type { Schema } from '../../registry';
import { groupOf, linkedMembers, shownReads } from '../records';
import { languageClauses, listedLanguages } from '../translations';
import type { CompiledField, PostLike, PostRecord, Services, StoringField, TypeBasics, View } from '../types';
import { readableTo, translatedFor, unprotectedFor } from '../visibility';
import { type CheckedLink, hasData, type Inline, linkedIdsIn, resolveLink, validateLink } from '../write';
import { filterIndex } from './field-lists';

/** A link field that accepts IDs, or data that create the linked record. Records store the linked IDs under the plural of the type. */
interface InlineLink<S extends string> extends Inline {
  readonly to: S;
  readonly accepts: Schema;
  /** The stored date from which linked records keep the latest value of all linking records. */
  readonly latest: string;
  readonly shown: Text;
  readonly description: Text;
}

/** The link that is written for a null, which removes all linked records. */
const NO_LINKS: CheckedLink = { items: [] };

/** Makes an inline link field, which translations share. Answers embed whole linked records; a link to one record shows an object. */
export const inlineLink = <const S extends string>(
  services: Services,
  { accepts, shown, latest, description, ...inline }: InlineLink<S>,
): StoringField<S, readonly number[]> => {
  const { name, to } = inline;
  const field = { ...inline, services };
  const isOne = inline.takes === 'one';
  const idsOf = (record: PostRecord | undefined) => linkedIds(record, to);
  const latestIndex = index(`${to}Until`, { [to]: 1, language: 1, status: 1, password: 1, [latest]: 1 });
  return {
    name,
    path: to,
    link: to,
    empty: [],
    shared: { path: to, by: true },
    onNull: isOne ? 'keep' : { store: NO_LINKS },
    hidden: { value: [] },
    arg: {
      type: 'array',
      items: { type: 'integer' },
      default: null,
      validate: (value, request) => validateLink(field, value, request),
      sanitize: (value) => value,
      accepts,
      description,
    },
    linksIn: (link: CheckedLink) => ({ to, ids: linkedIdsIn(link) }),
    makes: hasData,
    translates: true,
    write: (link: CheckedLink, context) => resolveLink(field, link, idsOf(context.current), context),
    async show(records, view) {
      const linked = await embeddedLinks(services, to, records, idsOf, view);
      return linked.map((some) => (isOne && some.length === 1 ? some[0] : some));
    },
    answer(embeddedOf) {
      const one = embeddedOf(to);
      const several = { type: 'array', items: one } as const;
      return { ...(isOne ? { anyOf: [one, several] } : several), required: true, description: shown };
    },
    indexes: [latestIndex],
    counted: [{ field: to, collection: to, latest: { field: latest, index: latestIndex.name } }],
  };
};

/** Returns each record's linked records in embedded form, preferring the record's language. Omits records that the user may not read. */
async function embeddedLinks(
  services: Services,
  plural: string,
  records: readonly PostRecord[],
  idsOf: (record: PostRecord) => readonly number[],
  view: View,
): Promise<object[][]> {
  const type = services.postLikes.get(plural);
  if (type === undefined) return records.map(() => []);
  const linked = await linkedMembers(records, {
    records: shownReads(services.cache, type, type.posts),
    visibility: readableTo(view.user, plural),
    served: services.site.served,
    idsOf,
  });
  const embedded = await embeddedById(type, linked.flat(), view);
  return linked.map((some) => some.flatMap(({ _id }) => embedded.get(_id) ?? []));
}

/** Returns records by ID, each in the form that answers of other records embed. */
async function embeddedById(type: PostLike, records: readonly PostRecord[], view: View): Promise<ReadonlyMap<number, object>> {
  const found = new Map(records.map((record) => [record._id, record]));
  const answers = await type.present([...found.values()], { ...view, embedded: true });
  return new Map([...found.keys()].flatMap((id, index) => (answers[index] ? [[id, answers[index]]] : [])));
}

/** The most linking records that one record shows, newest first. */
const MOST_SHOWN = 50;

/** Params of a list that shows other languages where a translation is missing. */
const WITH_FALLBACK = { ml_fallback: true };

/**
 * Makes the field `back` of a linked type, the reverse of a link. It shows the newest published records that link to any translation of the
 * record. Linking records without a translation in that language appear in another language.
 */
export function backLink(services: Services, type: TypeBasics, target: TypeBasics, name: string, back: string): CompiledField {
  const path = `fields.${name}`;
  const { name: hint } = filterIndex(type, name, path);
  const linking = async (ids: readonly number[], language: Language, most: number, { user }: View): Promise<PostRecord[]> => {
    const { served } = services.site;
    const languages = listedLanguages(WITH_FALLBACK, language, served);
    // Unpublished translations are left out, even if the user may read them.
    const { whole } = languageClauses(languages, WITH_FALLBACK, (other) => translatedFor(other, undefined, type.plural));
    // A protected record hides its links too.
    const unprotected = type.protectable ? unprotectedFor(user, type.plural) : {};
    const inLists = services.postLikes.get(type.plural)?.inLists ?? {};
    const filter = { $and: [{ [path]: { $in: [...ids] }, status: 'publish' }, ...whole, unprotected, inLists] } as Filter<PostRecord>;
    const found = services.stores.posts<PostRecord>(type.plural).collection().find(filter, { hint });
    return (await found.sort({ date: -1, _id: -1 }).limit(most).toArray()) as PostRecord[];
  };
  /** Returns the function that finds records with more links to their group than one record shows. Missing translations cost one query. */
  const manyLinked = async (records: readonly PostRecord[]): Promise<(record: PostRecord) => boolean> => {
    const own = new Map(records.map((record) => [record._id, record]));
    const others = await services.stores.posts<PostRecord>(target.plural).many(records.flatMap(groupOf).filter((id) => !own.has(id)));
    const countOf = (id: number) => (own.get(id) ?? others.get(id))?.counts?.[back] ?? 0;
    return (record) => groupOf(record).reduce((sum, id) => sum + countOf(id), 0) > MOST_SHOWN;
  };
  return {
    name: back,
    empty: [],
    always: true,
    link: type.plural,
    answer: (embeddedOf) => ({
      type: 'array',
      items: embeddedOf(type.plural),
      maxItems: MOST_SHOWN,
      description: {
        en: `The published ${type.names.en} that link to it, the newest first`,
        fr: `Les contenus publiés qui y renvoient (${type.names.fr}), du plus récent au plus ancien`,
      },
    }),
    outermost: true,
    async show(records, view) {
      const isMany = await manyLinked(records);
      const together = services.site.served.languages.map((language) =>
        records.filter((record) => record.language === language && !isMany(record)),
      );
      const batches = [...together.filter((some) => some.length > 0), ...records.filter(isMany).map((record) => [record])];
      const found = await Promise.all(
        batches.map(async (some) => {
          const [{ language }] = some as [PostRecord];
          return linking(some.flatMap(groupOf), language, some.length * MOST_SHOWN, view);
        }),
      );
      const embedded = await embeddedById(services.postLikes.get(type.plural) as PostLike, found.flat(), { ...view, single: false });
      return records.map((record) => {
        const group = groupOf(record);
        const own = found[batches.findIndex((some) => some.includes(record))] ?? [];
        const naming = own.filter((one) => linkedIds(one, path).some((id) => group.includes(id)));
        return naming.slice(0, MOST_SHOWN).flatMap(({ _id }) => embedded.get(_id) ?? []);
      });
    },
  };
}
