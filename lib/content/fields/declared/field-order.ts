import { fieldAt, index, type Post, type Stored } from '../../../database';
import type { Arg } from '../../../registry';
import { nameKey } from '../../records';
import type { TypeDraft } from '../../types';
import { SCALARS, textsIn } from './field-texts';

/**
 * How a list is sorted by a field. Texts are sorted as people read them: folded, in a key of their own. So is what a password can hide: in the key of a
 * protected record there is nothing, so that its place in a list does not tell its value.
 */
export function orderOf(
  { protectable, compared }: Pick<TypeDraft, 'protectable' | 'compared'>,
  { name, path, arg: { type } }: { readonly name: string; readonly path: string; readonly arg: Arg },
) {
  if (!SCALARS.includes(type)) throw new Error('"sort" needs the type string, integer, number or boolean: name one, or leave it out.');
  const isText = type === 'string';
  const hasKey = isText || protectable;
  const field = hasKey ? `keys.by_${name}` : path;
  const own: Record<string, 1> = { language: 1, [field]: 1, _id: 1, ...Object.fromEntries(compared.map((one) => [one, 1])) };
  const key = (record: Omit<Stored, 'keys'> & Partial<Pick<Post, 'password'>>): unknown => {
    if ((record.password ?? '') !== '') return isText ? '' : null;
    const value = fieldAt(record, path);
    return isText ? nameKey(textsIn(value).join('\n')) : (value ?? null);
  };
  return { field, ...(hasKey && { key }), index: index(`by_${name}`, own) };
}
