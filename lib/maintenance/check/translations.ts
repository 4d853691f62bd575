import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongodb';
import { fieldAt, freeSlugs, type Sibling, siblingOf, translatedLink } from '../../database';
import type { Language } from '../../language';
import {
  type Aspect,
  type CheckedRecord,
  type Fault,
  type Mend,
  type RecordFault,
  recordsById,
  SIBLING_FIELDS,
  setFields,
  setting,
  type TypeCheck,
  type Uniqueness,
} from './context';

/** Returns the translations that a record stores, by language. Malformed entries become empty. */
const translationsIn = ({ translations }: CheckedRecord): readonly (readonly [language: string, sibling: Partial<Sibling>])[] =>
  typeof translations === 'object' && translations !== null
    ? Object.entries(translations).map(([language, sibling]) => [language, (sibling ?? {}) as Partial<Sibling>])
    : [];

const translationIds = (record: CheckedRecord): readonly number[] =>
  translationsIn(record).flatMap(([, { id }]) => (typeof id === 'number' ? [id] : []));

/** Returns the ID of the translation into a language that a record stores. */
const translationOf = (record: CheckedRecord, language: unknown): number | undefined =>
  translationsIn(record).find(([own]) => own === language)?.[1].id;

/** Returns what translations of a record must store. */
const namedAs = (record: CheckedRecord) => siblingOf(record as Parameters<typeof siblingOf>[0]);

/** Reads the translations of a record that link back to it. */
async function namingOf(check: TypeCheck, record: CheckedRecord, session: ClientSession): Promise<readonly CheckedRecord[]> {
  const found = await recordsById(check, translationIds(record), SIBLING_FIELDS, session);
  return [...found.values()].filter((other) => translationOf(other, record.language) === record._id);
}

/** Changes the slug of a record, also in the translations that link to it. */
async function renameTo(check: TypeCheck, record: CheckedRecord, slug: string, session: ClientSession): Promise<void> {
  await setFields(check, record._id, { $set: { slug } }, session);
  for (const other of await namingOf(check, record, session))
    await setFields(check, other._id, { $set: { [`translations.${record.language}`]: namedAs({ ...record, slug }) } }, session);
}

/** Makes the repair that gives a record the first free slug after a requested one. */
const renaming =
  (check: TypeCheck, record: CheckedRecord, requested: string): Mend =>
  async (session) => {
    const [slug = ''] = await freeSlugs({ ...check, session }, [{ slug: requested, language: record.language as Language }]);
    await renameTo(check, record, slug, session);
    return `its slug is "${slug}" now`;
  };

/** Makes the check that each record which needs a slug has one. */
export function emptySlugsAspect(check: TypeCheck): Aspect {
  const { name, fallbackSlug } = check;
  const isEmpty = ({ slug }: CheckedRecord): boolean => typeof slug !== 'string' || slug === '';
  return {
    fields: SIBLING_FIELDS,
    faultsOf: async (records) =>
      records
        .filter((record) => isEmpty(record) && fallbackSlug(record) !== '')
        .map((record) => ({
          id: record._id,
          what: `The ${name} ${record._id}${record.status === undefined ? '' : ` (${record.status})`} has no slug`,
          mend: renaming(check, record, fallbackSlug(record)),
        })),
  };
}

/** Returns the rule that slugs are unique per type and language. The younger record gets the next free suffix. */
export const slugUniqueness = (check: TypeCheck): Uniqueness => ({
  uniqueOf: ({ language, slug }) => (typeof slug === 'string' && slug !== '' ? `${language} ${slug}` : undefined),
  faultOf: (record, keeper) => ({
    what: `The ${check.name} ${record._id} has the slug "${record.slug}" (${record.language}), which ${keeper._id} has too`,
    mend: renaming(check, record, record.slug ?? ''),
  }),
});

/** Makes the check that translations exist, have their language and group, link back, and store slug, status and author. */
export function translationsAspect(check: TypeCheck): Aspect {
  const { name } = check;

  const faultsIn = (record: CheckedRecord, found: ReadonlyMap<number, CheckedRecord>) => {
    const { _id, language, group = _id } = record;
    const faults: RecordFault[] = [];
    const note = (what: string, mend: Fault['mend']) => faults.push({ id: _id, what: `The ${name} ${_id} ${what}`, mend });
    const set = (id: number, $set: object, done: string) => setting(check, id, { $set }, done);
    const forget = (entry: string, why: string) => {
      const update = { $unset: { [`translations.${entry}`]: '' } };
      note(`names as its translation (${entry}) ${why}`, setting(check, _id, update, 'it no longer has this entry'));
    };
    let eldest = group;
    for (const [entry, stored] of translationsIn(record)) {
      const other = stored.id === undefined ? undefined : found.get(stored.id);
      if (other === undefined) {
        forget(entry, `${stored.id}, which is not one of the ${name}`);
        continue;
      }
      const back = translationOf(other, language);
      if (other.language !== entry || entry === language) forget(entry, `${other._id}, which has another language (${other.language})`);
      else if (other.group !== group && back !== _id) forget(entry, `${other._id}, which is in another translation group`);
      else if (back !== _id) {
        const twin = back === undefined ? undefined : found.get(back);
        // Another check reports two records of one language in a group.
        if (twin?.language === language && twin?.group === group) continue;
        const mend = set(other._id, { [`translations.${language}`]: namedAs(record) }, `${other._id} names it now`);
        note(`is a translation (${language}) of ${other._id}, which does not name it`, mend);
      } else {
        eldest = Math.min(eldest, other.group ?? group);
        if (isDeepStrictEqual({ ...stored }, namedAs(other))) continue;
        const mend = set(_id, { [`translations.${entry}`]: namedAs(other) }, 'it has the current values now');
        note(`has an outdated slug, status or author of its translation (${entry}) ${other._id}`, mend);
      }
    }
    if (eldest !== record.group) {
      const what = `is in another translation group (${record.group}) than its translations (${eldest})`;
      note(what, set(_id, { group: eldest }, `it is in ${eldest} now`));
    }
    return faults;
  };

  return {
    fields: SIBLING_FIELDS,
    async faultsOf(records, session) {
      const read = (ids: readonly number[]) => recordsById(check, ids, SIBLING_FIELDS, session);
      const siblings = await read(records.flatMap(translationIds));
      const near = new Map([...records.map((record) => [record._id, record] as const), ...siblings]);
      // The other records to which the translations link instead.
      const odd = [...siblings.values()].flatMap(translationIds).filter((id) => !near.has(id));
      const found = new Map([...near, ...(await read(odd))]);
      return records.flatMap((record) => faultsIn(record, found));
    },
  };
}

/** Returns the rule that languages are unique in a translation group. The younger record leaves the group. */
export function groupUniqueness(check: TypeCheck): Uniqueness {
  const translations = translationsAspect(check);
  const leaveGroup = async (record: CheckedRecord, session: ClientSession): Promise<void> => {
    for (const other of await namingOf(check, record, session))
      await setFields(check, other._id, { $unset: { [`translations.${record.language}`]: '' } }, session);
    await setFields(check, record._id, { $set: { group: record._id, translations: {} } }, session);
  };
  /** Makes the other records of the group link to the record that stays. */
  const heal = async (id: number, session: ClientSession): Promise<void> => {
    const keeper = await recordsById(check, [id], SIBLING_FIELDS, session);
    for (const { mend } of await translations.faultsOf([...keeper.values()], session)) if (typeof mend !== 'string') await mend(session);
  };
  return {
    uniqueOf: ({ _id, language, group = _id }) => `${language} ${group}`,
    keeps: ({ _id, group }) => _id === group,
    faultOf: (record, keeper) => ({
      what: `The ${check.name} ${record._id} is in the translation group ${record.group}, where ${keeper._id} has the same language (${record.language})`,
      async mend(session) {
        await leaveGroup(record, session);
        await heal(keeper._id, session);
        return 'it has left the group';
      },
    }),
  };
}

/** True if a record was changed after another one. If both changed at once, the one with the smaller ID counts as later. */
const isLater = (one: CheckedRecord, other: CheckedRecord): boolean => {
  const [a, b] = [Number(one.modified ?? 0), Number(other.modified ?? 0)];
  return a > b || (a === b && one._id < other._id);
};

/** Makes the check that translations have equal shared fields. The translation that was changed last is right. */
export function sharedAspect(check: TypeCheck): Aspect {
  const { sharing, name, plural, shared, write } = check;
  const fields = [...SIBLING_FIELDS, 'modified', ...shared];
  return {
    fields,
    async faultsOf(records, session) {
      const grouped = shared.length === 0 ? [] : records.filter((record) => translationIds(record).length > 0);
      const siblings = await recordsById(check, grouped.flatMap(translationIds), fields, session);
      const pairs = grouped.flatMap((record) => {
        const members = translationIds(record).flatMap((id) => siblings.get(id) ?? []);
        const latest = members.find((one) => isLater(one, record) && members.every((other) => other === one || isLater(one, other)));
        return latest === undefined ? [] : [{ record, latest, differing: {} as Record<string, unknown> }];
      });
      for (const language of new Set(pairs.map(({ record }) => String(record.language)))) {
        const inLanguage = pairs.filter(({ record }) => record.language === language);
        for (const field of shared) {
          const values = inLanguage.map(({ latest }) => fieldAt(latest, field));
          const translations = await sharing.translationsOf(plural, field, values, language, session);
          for (const { record, latest, differing } of inLanguage) {
            const value = translatedLink(fieldAt(latest, field), translations);
            if (!sharing.isSame(plural, field, fieldAt(record, field), value)) differing[field] = value;
          }
        }
      }
      return pairs
        .filter(({ differing }) => Object.keys(differing).length > 0)
        .map(({ record: { _id, language }, latest, differing }) => ({
          id: _id,
          what: `The ${name} ${_id} (${language}) does not share ${Object.keys(differing).join(', ')} with its translation ${latest._id} (${latest.language}), which was changed last`,
          async mend(within: ClientSession) {
            await write(_id, differing, within);
            return `it has the values of ${latest._id} now`;
          },
        }));
    },
  };
}
