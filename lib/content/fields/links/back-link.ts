import type { Filter } from 'mongodb';
import { linkedIds } from '../../../database';
import type { Language } from '../../../language';
import { groupOf } from '../../records';
import { listedLanguages, listLanguages } from '../../translations';
import type { PostLike, PostRecord, Services, TypeDraft, TypeField, View } from '../../types';
import { translatedFor, unprotectedFor } from '../../visibility';
import { filterIndex } from '../declared/field-filter';

/** The most linking records that one record shows: the newest. */
const MOST_SHOWN = 50;

/**
 * Makes the other end of a link, the member `back`.
 * It shows the newest published records that link to any translation of the record. Records that are not translated into its language are
 * shown in another one.
 */
export function backLink(services: Services, type: TypeDraft, target: TypeDraft, name: string, back: string): TypeField {
  const path = `fields.${name}`;
  const { name: hint } = filterIndex(type, name, path);
  const linking = async (ids: readonly number[], language: Language, most: number, { user }: View): Promise<PostRecord[]> => {
    const { served } = services.site;
    const languages = listedLanguages(STAND_INS, language, served);
    // Unpublished translations are left out, even if the user may read them.
    const { whole } = listLanguages(languages, STAND_INS, (other) => translatedFor(other, undefined, type.plural));
    // That a protected record links here is hidden as its other parts are.
    const open = type.protectable ? unprotectedFor(user, type.plural) : {};
    const filter = { $and: [{ [path]: { $in: [...ids] }, status: 'publish' }, ...whole, open] } as Filter<PostRecord>;
    const found = services.kinds.posts<PostRecord>(type.plural).collection().find(filter, { hint });
    return (await found.sort({ date: -1, _id: -1 }).limit(most).toArray()) as PostRecord[];
  };
  /** Counts the records that link to a record or its translations. One query reads the missing translations. */
  const countsOf = async (records: readonly PostRecord[]): Promise<(record: PostRecord) => number> => {
    const known = new Map(records.map((record) => [record._id, record]));
    const missing = records.flatMap(groupOf).filter((id) => !known.has(id));
    const others = missing.length > 0 ? await services.kinds.posts<PostRecord>(target.plural).many(missing) : known;
    return (record) => groupOf(record).reduce((sum, id) => sum + ((known.get(id) ?? others.get(id))?.counts?.[back] ?? 0), 0);
  };
  return {
    name: back,
    empty: [],
    always: true,
    shows: type.plural,
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
      const countOf = await countsOf(records);
      const isMany = (record: PostRecord) => countOf(record) > MOST_SHOWN;
      const together = services.site.served.languages.map((language) =>
        records.filter((record) => record.language === language && !isMany(record)),
      );
      const parts = [...together.filter((some) => some.length > 0), ...records.filter(isMany).map((record) => [record])];
      const found = await Promise.all(
        parts.map(async (some) => {
          const [{ language }] = some as [PostRecord];
          return linking(some.flatMap(groupOf), language, some.length * MOST_SHOWN, view);
        }),
      );
      const linked = [...new Map(found.flat().map((record) => [record._id, record])).values()];
      const linkingType = services.postLikes.get(type.plural) as PostLike;
      const ids = linked.map(({ _id }) => _id);
      const answers = await linkingType.present(linked, { ...view, single: false, embedded: true });
      const shown = new Map(ids.map((id, index) => [id, answers[index] as object]));
      return records.map((record) => {
        const group = groupOf(record);
        const own = found[parts.findIndex((some) => some.includes(record))] ?? [];
        const naming = own.filter((one) => linkedIds(one, path).some((id) => group.includes(id)));
        return naming.slice(0, MOST_SHOWN).flatMap(({ _id }) => shown.get(_id) ?? []);
      });
    },
  };
}

/** Params of a list that shows other languages where a translation is missing. */
const STAND_INS = { ml_fallback: true };
