import type { Args } from '../../registry';
import type { PostLike, TermLike } from '../types';

const withArgs = (args: Args): readonly object[] => [args, ...Object.values(args)];

/**
 * Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to whoever declared them, and stay as they are.
 */
export function freezeType<K extends PostLike | TermLike>(type: K): K {
  const { args, filters } = type;
  const own = [type, args, filters, ...Object.values<Args>(args).flatMap(withArgs)];
  const ofPosts = 'answers' in type ? [type.answers, ...Object.values(type.answers)] : [];
  for (const one of [...own, type.fields, ...type.fields, ...ofPosts]) Object.freeze(one);
  return type;
}
