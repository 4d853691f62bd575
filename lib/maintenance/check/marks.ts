import { type Aspect, type CheckedRecord, setting, type TypeCheck } from './context';

/** The statuses of posts that wait for publication, or can return to such a status. */
const WAITING: readonly unknown[] = ['draft', 'pending', 'trash'];

const isPublic = ({ count = 0, abroad = {} }: CheckedRecord): boolean => [count, ...Object.values(abroad)].some((many) => many > 0);

/**
 * Makes the check of marks. Only drafts are published with another record (`publishesWith`), and no public record links to a proposed term
 * (`proposedBy`).
 */
export function marksAspect(check: TypeCheck): Aspect {
  const faultsIn = (record: CheckedRecord) => {
    const { _id, status, publishesWith, proposedBy } = record;
    const fault = (mark: string, what: string) => ({
      id: _id,
      what: `The ${check.name} ${_id} ${what}`,
      mend: setting(check, _id, { $unset: { [mark]: '' } }, 'it has no such mark now'),
    });
    if (publishesWith !== undefined && !WAITING.includes(status))
      return [fault('publishesWith', `(${status}) is marked to be published with another record`)];
    if (proposedBy !== undefined && isPublic(record)) return [fault('proposedBy', 'is marked as hidden, though public records name it')];
    return [];
  };
  return {
    fields: ['status', 'publishesWith', 'proposedBy', 'count', 'abroad'],
    faultsOf: async (records) => records.flatMap(faultsIn),
  };
}
