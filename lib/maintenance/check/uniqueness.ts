import type { ClientSession } from 'mongodb';
import { createSlugs, type RecordType } from '../../database';
import type { Language } from '../../language';
import { recordsById } from './batches';
import type { CheckContext } from './context';
import type { Uniqueness } from './duplicates';
import { leaveGroup, renameTo, SIBLING_FIELDS } from './siblings';
import { translationsAspect } from './translations';

/** The uniqueness of slugs per type and language. The younger record gets the next free suffix. */
export function slugUniqueness(context: CheckContext, { plural }: RecordType): Uniqueness {
  const slugs = createSlugs(context.connection, plural);
  const name = context.nameOf(plural);
  return {
    fields: SIBLING_FIELDS,
    uniqueOf: ({ language, slug }) => (typeof slug === 'string' && slug !== '' ? `${language} ${slug}` : undefined),
    faultOf: (record, keeper) => ({
      what: `The ${name} ${record._id} has the slug "${record.slug}" (${record.language}), which ${keeper._id} has too`,
      async mend(session) {
        const [slug = ''] = await slugs.free([{ slug: record.slug ?? '', language: record.language as Language }], session);
        await renameTo(context, plural, record, slug, session);
        return `its slug is "${slug}" now`;
      },
    }),
  };
}

/** The uniqueness of languages in a translation group. The younger record leaves the group. */
export function groupUniqueness(context: CheckContext, type: RecordType): Uniqueness {
  const { connection, nameOf } = context;
  const { plural } = type;
  const translations = translationsAspect(context, type);
  /** Makes the other members link to the record that stays. */
  const heal = async (id: number, session: ClientSession): Promise<void> => {
    const keeper = await recordsById(connection, plural, [id], SIBLING_FIELDS, session);
    const faults = (await translations.faultsOf([...keeper.values()], session)).get(id) ?? [];
    for (const { mend } of faults) if (typeof mend !== 'string') await mend(session);
  };
  return {
    fields: SIBLING_FIELDS,
    uniqueOf: ({ _id, language, group = _id }) => `${language} ${group}`,
    keeps: ({ _id, group }) => _id === group,
    faultOf: (record, keeper) => ({
      what: `The ${nameOf(plural)} ${record._id} is in the translation group ${record.group}, where ${keeper._id} has its language (${record.language}) too`,
      async mend(session) {
        await leaveGroup(context, plural, record, session);
        await heal(keeper._id, session);
        return 'it has left the group';
      },
    }),
  };
}
