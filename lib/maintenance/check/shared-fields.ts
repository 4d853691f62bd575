import { type FieldValues, fieldAt, type RecordType, translatedLink } from '../../database';
import type { Aspect } from './aspect';
import { recordsById } from './batches';
import type { CheckContext, CheckedRecord, Fault } from './context';
import { SIBLING_FIELDS, translationsIn } from './siblings';

/** True if a record was changed after another one. If both changed at once, the one with the smaller ID counts as later. */
const isLater = (one: CheckedRecord, other: CheckedRecord): boolean => {
  const [a, b] = [Number(one.modified ?? 0), Number(other.modified ?? 0)];
  return a > b || (a === b && one._id < other._id);
};

const idsOf = (record: CheckedRecord): readonly number[] =>
  translationsIn(record).flatMap(([, { id }]) => (typeof id === 'number' ? [id] : []));

/** The check that translations have equal shared fields. The translation that was changed last is right. */
export function sharedAspect({ connection, sharing, nameOf }: CheckContext, { plural, shared, write }: RecordType): Aspect {
  const fields = [...SIBLING_FIELDS, 'modified', ...shared];

  const faultOf = (record: CheckedRecord, latest: CheckedRecord, values: FieldValues): Fault => ({
    what: `The ${nameOf(plural)} ${record._id} (${record.language}) does not share ${Object.keys(values).join(', ')} with its translation ${latest._id} (${latest.language}), which was changed last`,
    async mend(session) {
      await write(record._id, values, session);
      return `it holds what ${latest._id} holds now`;
    },
  });

  return {
    fields,
    async faultsOf(records, session) {
      const grouped = shared.length === 0 ? [] : records.filter((record) => idsOf(record).length > 0);
      const siblings = await recordsById(connection, plural, grouped.flatMap(idsOf), fields, session);
      const pairs = grouped.flatMap((record) => {
        const members = idsOf(record).flatMap((id) => siblings.get(id) ?? []);
        const latest = members.find((one) => isLater(one, record) && members.every((other) => other === one || isLater(one, other)));
        return latest === undefined ? [] : [{ record, latest, differing: {} as Record<string, unknown> }];
      });
      for (const language of new Set(pairs.map(({ record }) => String(record.language)))) {
        const spoken = pairs.filter(({ record }) => record.language === language);
        for (const field of shared) {
          const values = spoken.map(({ latest }) => fieldAt(latest, field));
          const translations = await sharing.translationsOf(plural, field, values, language, session);
          for (const { record, latest, differing } of spoken) {
            const value = translatedLink(fieldAt(latest, field), translations);
            if (!sharing.isSame(plural, field, fieldAt(record, field), value)) differing[field] = value;
          }
        }
      }
      const faults = new Map<number, Fault[]>();
      for (const { record, latest, differing } of pairs)
        if (Object.keys(differing).length > 0) faults.set(record._id, [faultOf(record, latest, differing)]);
      return faults;
    },
  };
}
