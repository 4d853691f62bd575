import type { ClientSession } from 'mongodb';
import { type Aspect, type CheckedRecord, type RecordFault, recordsById, setFields, type TypeCheck } from './context';

/** Makes the check that no record is its own ancestor. Undefined for types without parents; terms and posts with a `parent` have them. */
export function cyclesAspect(check: TypeCheck): Aspect | undefined {
  const { connection, plural, name, sequence, links } = check;
  if (sequence !== 'terms' && !links.some(({ to, field }) => to === plural && field === 'parent')) return undefined;

  const faultOf = ({ _id }: CheckedRecord, circle: readonly number[]) => ({
    id: _id,
    what: `The ${name} ${_id} stands below itself (${[...circle, _id].join(' below ')})`,
    async mend(session: ClientSession) {
      // Every change of a parent locks this name.
      await connection.lockName(`parents of ${plural}`, session);
      await setFields(check, _id, { $set: { parent: 0 } }, session);
      return 'it has no parent now';
    },
  });

  return {
    fields: ['parent'],
    faultsOf: async (records, session) => {
      const faults: RecordFault[] = [];
      let climbing = records.map((record) => ({ record, line: [record._id], above: record.parent }));
      // A cycle is reported for its smallest ID only. Most parents have smaller IDs than their children, so few reads are needed.
      const goesOn = ({ record, line, above }: (typeof climbing)[number]): boolean => {
        if (above === record._id) faults.push(faultOf(record, line));
        return typeof above === 'number' && above > record._id && !line.includes(above);
      };
      for (climbing = climbing.filter(goesOn); climbing.length > 0; climbing = climbing.filter(goesOn)) {
        const ids = climbing.map(({ above }) => Number(above));
        const parents = await recordsById(check, ids, ['parent'], session);
        climbing = climbing.map(({ record, line }, index) => {
          const id = ids[index] ?? 0;
          return { record, line: [...line, id], above: parents.get(id)?.parent };
        });
      }
      return faults;
    },
  };
}
