import { createSlugs, type RecordType } from '../../database';
import type { Language } from '../../language';
import type { Aspect } from './aspect';
import type { CheckContext, CheckedRecord, Fault } from './context';
import { renameTo, SIBLING_FIELDS } from './siblings';

const isEmpty = ({ slug }: CheckedRecord): boolean => typeof slug !== 'string' || slug === '';

/** The check that each record which needs a slug has one. */
export function emptySlugsAspect(context: CheckContext, type: RecordType): Aspect {
  const { connection, nameOf } = context;
  const { plural } = type;
  const slugs = createSlugs(connection, plural);

  const faultOf = (record: CheckedRecord): Fault => ({
    what: `The ${nameOf(plural)} ${record._id}${record.status === undefined ? '' : ` (${record.status})`} has no slug`,
    async mend(session) {
      const requested = { slug: type.fallbackSlug(record), language: record.language as Language };
      const [slug = ''] = await slugs.free([requested], session);
      await renameTo(context, plural, record, slug, session);
      return `its slug is "${slug}" now`;
    },
  });

  return {
    fields: SIBLING_FIELDS,
    async faultsOf(records) {
      const empty = records.filter((record) => isEmpty(record) && type.fallbackSlug(record) !== '');
      return new Map(empty.map((record) => [record._id, [faultOf(record)]]));
    },
  };
}
