import type { KnownKind } from '../kinds';
import { WORDED_FIELDS } from '../link-keys';
import type { Aspect } from './aspect';
import type { Checking, Fault, Looked } from './checking';

/** The words of a kind's texts: all of them are noted. */
export function wordsAspect({ nameOf }: Pick<Checking, 'nameOf'>, { plural, unnoted, noteWords }: KnownKind): Aspect {
  const faultOf = (record: Looked): Fault => ({
    what: `The ${nameOf(plural)} ${record._id} has words that are not noted, so that searches for parts of them do not find it`,
    async mend() {
      await noteWords([record]);
      return 'they are noted now';
    },
  });
  return {
    reads: WORDED_FIELDS,
    async faultsOf(records) {
      const found = new Set(await unnoted(records));
      return new Map(records.flatMap((record) => (found.has(record) ? [[record._id, [faultOf(record)]] as const] : [])));
    },
  };
}
