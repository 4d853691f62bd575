import type { ClientSession } from 'mongodb';
import { fieldAt, lockCounted, type NamingLink, type Post, recount, withValue } from '../../database';
import { type Aspect, type CheckedRecord, recordsById, setFields, type TypeCheck } from './context';

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Converts a stored link to its declared shape: a list of IDs, or one ID. A missing value of an older declaration stays missing. */
const shaped = (value: unknown, none: NamingLink['none']): unknown => {
  if (value === undefined || value === null || value === none) return value;
  const ids = [...new Set([value].flat().filter(isId))];
  return Array.isArray(none) ? ids : (ids[0] ?? none);
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const idsIn = (value: unknown): readonly number[] => [value].flat().filter(isId);

/** Makes the check that links have their declared shape and existing targets. */
export function linksAspect(check: TypeCheck): Aspect {
  const { connection, types, plural, counted } = check;
  const links: readonly NamingLink[] = [
    ...check.links,
    check.sequence === 'posts' ? { to: 'media', field: 'image', none: null } : { to: plural, field: 'parent', none: 0 },
  ];
  const fields = ['language', 'status', 'password', ...links, ...counted, ...counted.flatMap(({ latest }) => latest ?? [])].map((one) =>
    typeof one === 'string' ? one : one.field,
  );

  /** Describes where an ID is that the link's collection lacks, for the message. */
  const whereabouts = async (id: number, to: string, session: ClientSession | undefined): Promise<string> => {
    const sequenceOf = (one: string) => types.find((other) => other.plural === one)?.sequence ?? 'posts';
    for (const other of ['media', ...types.map((one) => one.plural)].filter((one) => sequenceOf(one) === sequenceOf(to))) {
      if ((await recordsById({ connection, plural: other }, [id], [], session)).size > 0) return `is one of the ${other}`;
    }
    return 'is gone';
  };

  const faultOf = async (record: CheckedRecord, { to, field, none }: NamingLink, gone: readonly number[], session?: ClientSession) => {
    const stored = fieldAt(record, field);
    const shape = shaped(stored, none);
    const remaining = idsIn(shape).filter((id) => !gone.includes(id));
    const correct = gone.length === 0 ? shape : Array.isArray(none) ? remaining : none;
    if (isSame(stored, correct)) return undefined;
    const name = field.replace('fields.', '');
    const missing: string[] = [];
    for (const id of session ? gone : []) missing.push(`names in "${name}" ${id}, which ${await whereabouts(id, to, session)}`);
    const isShapeless = !isSame(stored, shape);
    const declared = Array.isArray(none) ? `a list of different IDs of ${to}` : `the ID of one of the ${to}`;
    const what = [...(isShapeless ? [`holds in "${name}" what is not ${declared}`] : []), ...missing].join(', and ');
    const mend = async (within: ClientSession): Promise<string> => {
      // Targets that do not exist have no counts.
      const named = idsIn(stored).filter((id) => !gone.includes(id));
      const before = withValue(record, field, named) as Post;
      const after = withValue(record, field, correct) as Post;
      const work = { ...check, session: within };
      lockCounted(work, [before, after]);
      await setFields(check, record._id, { $set: { [field]: correct } }, within);
      await recount(work, { before, after });
      return isShapeless ? `it holds ${JSON.stringify(correct)} now` : 'it names it no more';
    };
    return { id: record._id, what: `The ${check.name} ${record._id} ${what}`, mend };
  };

  return {
    fields,
    async faultsOf(records, session) {
      const faults = [];
      for (const link of links) {
        const idsOf = (record: CheckedRecord) => idsIn(shaped(fieldAt(record, link.field), link.none));
        const found = await recordsById({ connection, plural: link.to }, records.flatMap(idsOf), [], session);
        for (const record of records) {
          const gone = idsOf(record).filter((id) => !found.has(id));
          const fault = await faultOf(record, link, gone, session);
          if (fault) faults.push(fault);
        }
      }
      return faults;
    },
  };
}
