import type { Language } from '../../lib/language';
import type { Posts } from '../../lib/records/posts';
import type { Post } from '../../lib/records/record';
import { siblingOf } from '../../lib/records/sibling';
import type { Draft } from '../../lib/records/store';
import type { Running } from './service';

type Said = Readonly<Record<string, unknown>>;

/** What of a record its translation does not have. */
const OWN = ['_id', 'group', 'translations', 'revision', 'edition', 'keys', 'source', 'counts', 'trashed'];

/** Stores the first translation of a record, as it is but for what is said otherwise, and answers its ID; nothing links to it yet. */
export async function translate({ service }: Running, plural: string, id: number, language: Language, said: Said): Promise<number> {
  const { kinds, connection, termLikes } = service.services;
  // What both sorts of kinds are asked for here is the same.
  const store = (termLikes.has(plural) ? kinds.terms(plural) : kinds.posts(plural)) as Posts<Post>;
  const model = await store.byId(id);
  if (model === undefined) throw new Error(`There is none of the ${plural} to translate.`);
  const draft = {
    ...Object.fromEntries(Object.entries(model).filter(([name]) => !OWN.includes(name))),
    ...('count' in model && { count: 0 }),
    ...('until' in model && { until: null }),
    ...said,
    language,
    group: model.group,
    translations: { [model.language]: siblingOf(model) },
  };
  const [made] = await connection.transact((session) => store.createGroups([[draft as unknown as Draft<Post>]], session));
  if (made === undefined) throw new Error('The translation was not stored.');
  return made._id;
}
