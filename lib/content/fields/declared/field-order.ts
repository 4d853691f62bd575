import { fieldAt, index, type Post, type Stored } from '../../../database';
import type { Arg } from '../../../registry';
import { nameKey } from '../../records';
import type { TypeDraft } from '../../types';
import { SCALARS, textsIn } from './field-texts';

/**
 * Makes the order of a list by a field. Texts are sorted by a folded key. A field that a password can hide also has a key, which is empty
 * in protected records, so that their position tells nothing.
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
