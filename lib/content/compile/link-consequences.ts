import { nothingCounted } from '../../database';
import type { TypeBuilder } from '../fields';
import type { PostLike } from '../types';

type Linking = Pick<TypeBuilder, 'kind' | 'plural' | 'made'>;

const uncreatable = ({ kind }: Linking) => `could-not-create-${kind}` as const;

/** Answers what follows for a kind, one of `all`, from what links to its records, and from what it links to itself. */
export function linkConsequences(kind: Linking, all: readonly Linking[]): Pick<PostLike, 'initial' | 'refusals'> {
  const counted = all.flatMap(({ made }) => made.flatMap(({ extension }) => extension.counted ?? []));
  /** The kinds of which it makes records, of data that stand in the place of their IDs. */
  const madeBy = ({ made }: Linking) => all.filter(({ plural }) => made.some(({ field, link }) => field.makes && link === plural));
  const others = madeBy(kind).map(uncreatable);
  return {
    initial: nothingCounted(counted.filter(({ collection }) => collection === kind.plural)),
    refusals: { creating: [...(all.some((one) => madeBy(one).includes(kind)) ? [uncreatable(kind)] : []), ...others], updating: others },
  };
}
