import type { ClientSession } from 'mongodb';
import { fieldAt, type Link, lockCounted, type Post, recount, withValue } from '../../database';
import { type Aspect, type CheckedRecord, type RecordFault, recordsById, setFields, setting, type TypeCheck } from './context';

/** A link of the records of a type, or their image. */
type OutgoingLink = Pick<Link, 'to' | 'field' | 'none'>;

const IMAGE: OutgoingLink = { to: 'media', field: 'image', none: null };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Converts a stored link to its declared shape: a list of IDs, or one ID. A missing value of an older declaration stays missing. */
const shaped = (value: unknown, none: Link['none']): unknown => {
  if (value === undefined || value === null || value === none) return value;
  const ids = [...new Set([value].flat().filter(isId))];
  return Array.isArray(none) ? ids : (ids[0] ?? none);
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const idsIn = (value: unknown): readonly number[] => [value].flat().filter(isId);

/** Makes the check that links have their declared shape and existing targets. */
export function linksAspect(check: TypeCheck): Aspect {
  const { connection, counted, sequence } = check;
  const links: readonly OutgoingLink[] = sequence === 'posts' ? [...check.links, IMAGE] : check.links;
  const fields = ['language', 'status', 'password', ...links, ...counted, ...counted.flatMap(({ latest }) => latest ?? [])].map((one) =>
    typeof one === 'string' ? one : one.field,
  );

  const faultOf = (record: CheckedRecord, { to, field, none }: OutgoingLink, gone: readonly number[]): RecordFault | undefined => {
    const stored = fieldAt(record, field);
    const shape = shaped(stored, none);
    const remaining = idsIn(shape).filter((id) => !gone.includes(id));
    const correct = gone.length === 0 ? shape : Array.isArray(none) ? remaining : none;
    if (isSame(stored, correct)) return undefined;
    const name = field.replace('fields.', '');
    const missing = gone.map((id) => `names in "${name}" ${id}, which is not one of the ${to}`);
    const isShapeless = !isSame(stored, shape);
    const declared = Array.isArray(none) ? `a list of different IDs of ${to}` : `the ID of one of the ${to}`;
    const what = [...(isShapeless ? [`has in "${name}" a value that is not ${declared}`] : []), ...missing].join(', and ');
    const mend = async (within: ClientSession): Promise<string> => {
      // Targets that do not exist have no counts.
      const named = idsIn(stored).filter((id) => !gone.includes(id));
      const before = withValue(record, field, named) as Post;
      const after = withValue(record, field, correct) as Post;
      const work = { ...check, session: within };
      lockCounted(work, [before, after]);
      await setFields(check, record._id, { $set: { [field]: correct } }, within);
      await recount(work, [{ before, after }]);
      return isShapeless ? `it is ${JSON.stringify(correct)} now` : 'it no longer has this link';
    };
    return { id: record._id, what: `The ${check.name} ${record._id} ${what}`, mend };
  };

  return {
    fields,
    async faultsOf(records, session) {
      const faults: RecordFault[] = [];
      for (const link of links) {
        const idsOf = (record: CheckedRecord) => idsIn(shaped(fieldAt(record, link.field), link.none));
        const found = await recordsById({ connection, plural: link.to }, records.flatMap(idsOf), [], session);
        for (const record of records) {
          const gone = idsOf(record).filter((id) => !found.has(id));
          const fault = faultOf(record, link, gone);
          if (fault) faults.push(fault);
        }
      }
      return faults;
    },
  };
}

/** Makes the check that no record is its own ancestor. Undefined for types without parents; terms and posts with a `parent` have them. */
export function cyclesAspect(check: TypeCheck): Aspect | undefined {
  const { connection, plural, name, links } = check;
  if (!links.some(({ to, field }) => to === plural && field === 'parent')) return undefined;

  const faultOf = ({ _id }: CheckedRecord, circle: readonly number[]) => ({
    id: _id,
    what: `The ${name} ${_id} is its own ancestor (${[...circle, _id].join(' below ')})`,
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
      while (climbing.length > 0) {
        for (const { record, line, above } of climbing) if (above === record._id) faults.push(faultOf(record, line));
        climbing = climbing.filter(({ record, line, above }) => typeof above === 'number' && above > record._id && !line.includes(above));
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

/** The statuses of posts that wait for publication, or can return to such a status. */
const WAITING: readonly unknown[] = ['draft', 'pending', 'trash'];

const isPublic = ({ count = 0, abroad = {} }: CheckedRecord): boolean => [count, ...Object.values(abroad)].some((many) => many > 0);

/** Makes the check of marks: only drafts wait for another record, and no public record links to a proposed term. */
export function marksAspect(check: TypeCheck): Aspect {
  const faultsIn = (record: CheckedRecord) => {
    const { _id, status, publishesWith, proposedBy } = record;
    const fault = (mark: string, what: string) => ({
      id: _id,
      what: `The ${check.name} ${_id} ${what}`,
      mend: setting(check, _id, { $unset: { [mark]: '' } }, 'it is no longer marked'),
    });
    if (publishesWith !== undefined && !WAITING.includes(status))
      return [fault('publishesWith', `(${status}) is marked to be published with another record`)];
    if (proposedBy !== undefined && isPublic(record)) return [fault('proposedBy', 'is marked as hidden, but public records name it')];
    return [];
  };
  return {
    fields: ['status', 'publishesWith', 'proposedBy', 'count', 'abroad'],
    faultsOf: async (records) => records.flatMap(faultsIn),
  };
}
