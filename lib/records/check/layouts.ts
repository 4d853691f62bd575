import type { KnownKind } from '../kinds';
import { LAYOUT_FIELDS, layoutLack } from '../layout';
import { type Aspect, setFields } from './aspect';
import type { Checking, Fault, Looked } from './checking';

/** The layout of a kind's records: none is older than what is noted of the kind; where nothing is, a start brings them to the present one. */
export function layoutAspect(checking: Checking, { plural }: KnownKind, version: number): Aspect {
  const faultOf = (record: Looked, $set: object): Fault => ({
    what: `The ${checking.nameOf(plural)} ${record._id} lacks ${Object.keys($set).join(', ')}, though version ${version} of the layout is noted`,
    async mend(session) {
      await setFields(checking, plural, record._id, { $set }, session);
      return 'it has that version now';
    },
  });
  return {
    reads: LAYOUT_FIELDS,
    async faultsOf(records) {
      const lacking = records.map((record) => [record, layoutLack(record, version)] as const);
      return new Map(
        lacking.flatMap(([record, lack]) => (Object.keys(lack).length === 0 ? [] : [[record._id, [faultOf(record, lack)]] as const])),
      );
    },
  };
}
