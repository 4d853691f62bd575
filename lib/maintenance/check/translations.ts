import { isDeepStrictEqual } from 'node:util';
import type { RecordType } from '../../database';
import { type Aspect, setFields } from './aspect';
import { recordsById } from './batches';
import type { CheckContext, CheckedRecord, Fault } from './context';
import { namedAs, SIBLING_FIELDS, translationOf, translationsIn } from './siblings';

/**
 * The check of translations. Each must exist, have its language and group, link back, and be stored with its current
 * slug, status and author.
 */
export function translationsAspect(context: CheckContext, { plural }: RecordType): Aspect {
  const { connection, nameOf } = context;
  const name = nameOf(plural);

  const faultsIn = (record: CheckedRecord, found: ReadonlyMap<number, CheckedRecord>): Fault[] => {
    const { _id, language, group = _id } = record;
    const faults: Fault[] = [];
    const forget = (entry: string, why: string) =>
      faults.push({
        what: `The ${name} ${_id} names as its translation (${entry}) ${why}`,
        async mend(session) {
          await setFields(context, plural, _id, { $unset: { [`translations.${entry}`]: '' } }, session);
          return 'it names it no more';
        },
      });
    let eldest = group;
    for (const [entry, stored] of translationsIn(record)) {
      const other = stored.id === undefined ? undefined : found.get(stored.id);
      if (other === undefined) {
        forget(entry, `${stored.id}, which is no ${name} that there is`);
        continue;
      }
      const back = translationOf(other, language);
      if (other.language !== entry || entry === language) forget(entry, `${other._id}, whose language is another one (${other.language})`);
      else if (other.group !== group && back !== _id) forget(entry, `${other._id}, which is of another translation group`);
      else if (back !== _id) {
        const twin = back === undefined ? undefined : found.get(back);
        // Two records of one language in a group are reported by another check.
        if (twin?.language === language && twin?.group === group) continue;
        faults.push({
          what: `The ${name} ${_id} is a translation (${language}) of ${other._id}, which does not name it`,
          async mend(session) {
            await setFields(context, plural, other._id, { $set: { [`translations.${language}`]: namedAs(record) } }, session);
            return `${other._id} names it now`;
          },
        });
      } else {
        eldest = Math.min(eldest, other.group ?? group);
        if (isDeepStrictEqual({ ...stored }, namedAs(other))) continue;
        faults.push({
          what: `The ${name} ${_id} knows its translation (${entry}) ${other._id} with another slug, status or author than it has`,
          async mend(session) {
            await setFields(context, plural, _id, { $set: { [`translations.${entry}`]: namedAs(other) } }, session);
            return 'it knows it as it is now';
          },
        });
      }
    }
    if (eldest !== record.group) {
      faults.push({
        what: `The ${name} ${_id} is of another translation group than its translations (${record.group}, and they are of ${eldest})`,
        async mend(session) {
          await setFields(context, plural, _id, { $set: { group: eldest } }, session);
          return `it is of ${eldest} now`;
        },
      });
    }
    return faults;
  };

  return {
    fields: SIBLING_FIELDS,
    async faultsOf(records, session) {
      const named = (some: Iterable<CheckedRecord>) =>
        [...some].flatMap((record) => translationsIn(record).flatMap(([, { id }]) => (typeof id === 'number' ? [id] : [])));
      const siblings = await recordsById(connection, plural, named(records), SIBLING_FIELDS, session);
      const near = new Map([...records.map((record) => [record._id, record] as const), ...siblings]);
      // The other records that the translations link to instead.
      const odd = named(siblings.values()).filter((id) => !near.has(id));
      const found = new Map([...near, ...(await recordsById(connection, plural, odd, SIBLING_FIELDS, session))]);
      return new Map(
        records.flatMap((record) => {
          const faults = faultsIn(record, found);
          return faults.length === 0 ? [] : [[record._id, faults] as const];
        }),
      );
    },
  };
}
