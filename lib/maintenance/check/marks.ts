import type { RecordType } from '../../database';
import { type Aspect, setFields } from './aspect';
import type { CheckContext, CheckedRecord, Fault } from './context';

/** Statuses of records that wait for publication, or can return to that. */
const WAITING: readonly unknown[] = ['draft', 'pending', 'trash'];

const isPublic = ({ count = 0, abroad = {} }: CheckedRecord): boolean => [count, ...Object.values(abroad)].some((many) => many > 0);

/**
 * The check of marks on waiting records. Only drafts are published with another record (`publishesWith`), and no
 * proposed term (`proposedBy`) is used in public.
 */
export function marksAspect(context: CheckContext, { plural }: RecordType): Aspect {
  const faultOf = (_id: number, mark: string, what: string): Fault => ({
    what: `The ${context.nameOf(plural)} ${_id} ${what}`,
    async mend(session) {
      await setFields(context, plural, _id, { $unset: { [mark]: '' } }, session);
      return 'it has no such mark now';
    },
  });
  const faultsIn = (record: CheckedRecord): readonly Fault[] => {
    const { _id, status, publishesWith, proposedBy } = record;
    if (publishesWith !== undefined && !WAITING.includes(status))
      return [faultOf(_id, 'publishesWith', `(${status}) is marked to be published with another record`)];
    if (proposedBy !== undefined && isPublic(record))
      return [faultOf(_id, 'proposedBy', 'is marked as hidden, though public records name it')];
    return [];
  };
  return {
    fields: ['status', 'publishesWith', 'proposedBy', 'count', 'abroad'],
    async faultsOf(records) {
      const found = records.map((record) => [record._id, faultsIn(record)] as const);
      return new Map(found.filter(([, faults]) => faults.length > 0));
    },
  };
}
