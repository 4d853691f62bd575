import { canRead } from '../../../access';
import { searchTerms } from '../../../calendar';
import type { Posts } from '../../../database';
import type { Text } from '../../../language';
import { groupOf, inOneLine, matching } from '../../records';
import { type ListFilter, ownedBy, type PostRecord } from '../../types';
import { idsIn } from '../../values';
import { hidesNothing } from '../../visibility';
import { searchArg } from '../reading-args';
import { filterBy } from './filter-by';

/**
 * The filter `search`, for words and phrases in all texts. For readers without access to a protected record it searches only `titleKey`,
 * the title.
 */
export const wordSearch = (description: Text, titleKey?: string): ListFilter =>
  filterBy<string>('search', searchArg(description), {
    where(search, { language }) {
      const terms = searchTerms(search, language);
      const texts = matching(terms, 'keys.text');
      if (texts.length === 0) return undefined;
      if (titleKey === undefined) return { condition: { $and: texts }, readsTexts: true };
      const titles = matching(terms, titleKey);
      return {
        condition: (unprotected) =>
          hidesNothing(unprotected)
            ? { $and: texts }
            : { $or: [{ $and: [unprotected, ...texts] }, { $and: [{ $nor: [unprotected] }, ...titles] }] },
        readsTexts: true,
      };
    },
  });

/** The filter `search`, for words in any order within one text. */
export const lineSearch = (description: Text): ListFilter =>
  filterBy<string>('search', searchArg(description), {
    where: (search) => ({ condition: inOneLine(search, 'keys.text'), readsTexts: true }),
  });

/** The fields that tell the translations of a record and who may read them. */
const GROUP = { translations: 1, status: 1, author: 1, trashed: 1 } as const;

/** The filter `include`, for records by ID and their translations. IDs that the user may not read find nothing. */
export const includeFilter = (postsOf: () => Pick<Posts<PostRecord>, 'collection'>, plural: string, description: Text): ListFilter =>
  filterBy<number[]>(
    'include',
    { ...idsIn(), description },
    {
      async where(ids, { user }) {
        const named = postsOf()
          .collection()
          .find({ _id: { $in: ids } }, { projection: GROUP });
        const readable = (await named.toArray()).filter((record) => canRead(user, plural, ownedBy(record)));
        return { condition: { _id: { $in: [...new Set([...ids, ...readable.flatMap(groupOf)])] } }, index: null };
      },
      last: true,
    },
  );
