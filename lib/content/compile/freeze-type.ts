import type { Args } from '../../registry';
import type { PostLike, TermLike } from '../types';

const withArgs = (args: Args): readonly object[] => [args, ...Object.values(args)];

/**
 * Freezes a compiled type with its args, fields, filters and answers. Deeper objects belong to whoever declared them, and stay as they are.
 */
export function freezeType<K extends PostLike | TermLike>(kind: K): K {
  const { args, filters } = kind;
  const own = [kind, args, filters, ...Object.values<Args>(args).flatMap(withArgs)];
  const ofPosts = 'answers' in kind ? [kind.answers, ...Object.values(kind.answers)] : [];
  for (const one of [...own, kind.fields, ...kind.fields, ...ofPosts]) Object.freeze(one);
  return kind;
}
