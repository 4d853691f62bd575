import type { ClientSession } from 'mongodb';
import type { RecordType } from '../../database';
import { type Aspect, type CheckContext, type CheckedRecord, type Fault, recordsById, setFields } from './context';

/** True for types whose records have a parent: terms, and posts with a `parent` field. */
const hasParents = ({ plural, sequence, links }: RecordType): boolean =>
  sequence === 'terms' || links.some(({ to, field }) => to === plural && field === 'parent');

/** The check that no record is its own ancestor. Undefined for types without parents. */
export function cyclesAspect(context: CheckContext, type: RecordType): Aspect | undefined {
  const { connection, nameOf } = context;
  const { plural } = type;
  if (!hasParents(type)) return undefined;

  const parentsOf = (ids: readonly number[], session: ClientSession | undefined) =>
    recordsById(connection, plural, ids, ['parent'], session);

  const faultOf = ({ _id }: CheckedRecord, circle: readonly number[]) => ({
    id: _id,
    what: `The ${nameOf(plural)} ${_id} stands below itself (${[...circle, _id].join(' below ')})`,
    async mend(session: ClientSession) {
      // Every change of a parent locks this name.
      await connection.lockName(`parents of ${plural}`, session);
      await setFields(context, plural, _id, { $set: { parent: 0 } }, session);
      return 'it has no parent now';
    },
  });

  return {
    fields: ['parent'],
    faultsOf: async (records, session) => {
      const faults: (Fault & { readonly id: number })[] = [];
      let climbing = records.map((record) => ({ record, line: [record._id], above: record.parent }));
      // A circle is reported for its smallest ID only. Most parents have smaller IDs than their children, so few climbs
      // are needed.
      const goesOn = ({ record, line, above }: (typeof climbing)[number]): boolean => {
        if (above === record._id) faults.push(faultOf(record, line));
        return typeof above === 'number' && above > record._id && !line.includes(above);
      };
      for (climbing = climbing.filter(goesOn); climbing.length > 0; climbing = climbing.filter(goesOn)) {
        const parents = await parentsOf(
          climbing.map(({ above }) => Number(above)),
          session,
        );
        climbing = climbing.map(({ record, line, above }) => ({
          record,
          line: [...line, Number(above)],
          above: parents.get(Number(above))?.parent,
        }));
      }
      return faults;
    },
  };
}
