import { nothingCounted } from '../../database';
import type { TypeBuilder } from '../fields';
import type { PostLike } from '../types';

type Linking = Pick<TypeBuilder, 'kind' | 'plural' | 'compiled'>;

const uncreatable = ({ kind }: Linking) => `could-not-create-${kind}` as const;

/** Returns the initial counts and the refusals of a type that follow from links between types. */
export function linkConsequences(type: Linking, all: readonly Linking[]): Pick<PostLike, 'initial' | 'refusals'> {
  const counted = all.flatMap(({ compiled }) => compiled.flatMap(({ extension }) => extension.counted ?? []));
  /** Returns the types whose records a type can create through inline links. */
  const madeBy = ({ compiled }: Linking) => all.filter(({ plural }) => compiled.some(({ field, link }) => field.makes && link === plural));
  const others = madeBy(type).map(uncreatable);
  return {
    initial: nothingCounted(counted.filter(({ collection }) => collection === type.plural)),
    refusals: { creating: [...(all.some((one) => madeBy(one).includes(type)) ? [uncreatable(type)] : []), ...others], updating: others },
  };
}
