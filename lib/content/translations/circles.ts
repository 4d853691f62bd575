import type { ClientSession } from 'mongodb';
import { fieldAt, type Store, type Stored } from '../../database';
import { invalidParam } from '../../errors';
import type { Text } from '../../language';
import { groupOf, lockTree } from '../records';
import type { Services } from '../types';
import { TRANSLATION_OF } from './original';

interface Tree {
  readonly plural: string;
  readonly records: Pick<Store<Stored>, 'many'>;
  /** The stored field with the ID of the parent; 0 means no parent. */
  readonly path: string;
}

/** The invalid arg and the reason; without a name the arg is `translation_of`. */
interface Refusal {
  readonly name: string | undefined;
  readonly why: Text;
}

const ABOVE: Text = {
  en: 'Send the ID of a record that is neither above nor below it, since translations have the same place.',
  fr: 'Envoyez l’identifiant d’un enregistrement qui n’est ni au-dessus ni au-dessous : des traductions ont une même place.',
};

/** Throws 400 `rest_invalid_param` if a parent is a descendant of the record's translation group. Reads within the transaction. */
export async function refuseCircle(
  services: Services,
  { plural, records, path }: Tree,
  { group, parent }: { readonly group: number; readonly parent: number },
  { name, why }: Refusal,
  session: ClientSession,
): Promise<void> {
  if (parent === 0) return;
  await lockTree(services, plural, session);
  const above = new Set<number>();
  for (let level = [parent]; level.length > 0; ) {
    const found = [...(await records.many(level, session)).values()];
    if (found.some((record) => record.group === group))
      throw name === undefined ? invalidParam(TRANSLATION_OF, ABOVE) : invalidParam(name, why);
    for (const id of level) above.add(id);
    const next = found.flatMap((record) => [Number(fieldAt(record, path)), ...groupOf(record)]);
    level = [...new Set(next)].filter((id) => id > 0 && !above.has(id));
  }
}
