import type { KnownKind } from '../kinds';
import { type Aspect, setFields } from './aspect';
import type { Checking, Fault, Looked } from './checking';

/** Statuses of records that still wait to be published with another one, or can be brought back to that. */
const WAITING: readonly unknown[] = ['draft', 'pending', 'trash'];

/** The mark `publishesWith`: only what waits to be published bears it. */
export function marksAspect(checking: Checking, { plural }: KnownKind): Aspect {
  const faultOf = ({ _id, status }: Looked): Fault => ({
    what: `The ${checking.nameOf(plural)} ${_id} (${status}) is marked to be published with another record`,
    async mend(session) {
      await setFields(checking, plural, _id, { $unset: { publishesWith: '' } }, session);
      return 'it has no such mark now';
    },
  });
  return {
    reads: ['status', 'publishesWith'],
    async faultsOf(records) {
      const marked = records.filter(({ status, publishesWith }) => publishesWith !== undefined && !WAITING.includes(status));
      return new Map(marked.map((record) => [record._id, [faultOf(record)]]));
    },
  };
}
