import { canRead } from '../../access';
import { isAbsolute, type RequestedMoment, searchTerms, toWall } from '../../calendar';
import type { Link } from '../../database';
import type { Text } from '../../language';
import type { Arg } from '../../registry';
import { ALL_VISIBLE, groupMembers, groupOf, inOneLine, matching, recordsOfType } from '../records';
import {
  type Clause,
  type ListFilter,
  ownedBy,
  type PassedValues,
  type PostLike,
  type PostRecord,
  type Sent,
  type Services,
  type View,
} from '../types';
import { idIn, idsIn, requestedMoment, searchedText } from '../values';
import { hidesNothing, idsLinkedBy, partialReads, visiblePost } from '../visibility';

/** The behaviour of a list filter with one arg, for values `V` of the arg. */
interface FilterByArg<V> extends Pick<ListFilter, 'last'> {
  /** Returns the clause of a sent value. Undefined limits nothing. */
  where(value: V, view: View, sent: Sent): Clause | undefined | Promise<Clause | undefined>;
  /** Returns the arg's value for page links. By default the sent value. */
  inLinks?(value: V, view: View): unknown;
}

/** Makes a list filter with one arg. Page links repeat the arg, and nothing applies if the client did not send it. */
export const filterBy = <V>(name: string, arg: Arg, { where, inLinks, ...filter }: FilterByArg<V>): ListFilter => ({
  ...filter,
  args: { [name]: arg },
  where: (sent, view) => (sent[name] === undefined ? undefined : where(sent[name] as V, view, sent)),
  ...(inLinks && {
    inLinks: async (sent: Sent, view: View) => ({ [name]: sent[name] === undefined ? undefined : await inLinks(sent[name] as V, view) }),
  }),
});

const searchArg = (description: Text) =>
  ({ ...searchedText({ en: 'Send the words to search for.', fr: 'Envoyez les mots à chercher.' }), description }) as const;

/** Makes the list filter `search` for words and phrases in all texts. If a password hides a record's texts, only `titleKey` is searched. */
export const searchFilter = (description: Text, titleKey?: string): ListFilter =>
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

/** Makes the list filter `search` for words in any order within one text. */
export const lineSearchFilter = (description: Text): ListFilter =>
  filterBy<string>('search', searchArg(description), {
    where: (search) => ({ condition: inOneLine(search, 'keys.text'), readsTexts: true }),
  });

/** Makes the list filter `include`, for records by ID and their translations. IDs that the user may not read match nothing. */
export const includeFilter = (services: Services, plural: string, description: Text): ListFilter =>
  filterBy<number[]>(
    'include',
    { ...idsIn(), description },
    {
      async where(ids, { user }) {
        const named = await partialReads<PostRecord>(services, plural).many(ids);
        const readable = [...named.values()].filter((record) => canRead(user, plural, ownedBy(record)));
        return { condition: { _id: { $in: [...new Set([...ids, ...readable.flatMap(groupOf)])] } }, index: null };
      },
      last: true,
    },
  );

/** A filter of records by a post that links to them. */
interface LinkedFrom {
  readonly name: string;
  /** The plural of the type whose records the filter limits. */
  readonly plural: string;
  /** The types of posts that the arg accepts, with the fields that link to the records. */
  readonly links: readonly Pick<Link, 'collection' | 'field'>[];
  /** The name of an arg that replaces this one if both are sent. */
  readonly replacedBy?: string | undefined;
  readonly description: Text;
}

/** Makes the list filter of the records that one post links to, and of their translations. */
export const linkedFromFilter = (services: Services, { name, plural, links, replacedBy, description }: LinkedFrom): ListFilter =>
  filterBy<number>(
    name,
    { ...idIn(visiblePost(services, links)), description },
    {
      async where(id, view, sent) {
        if (replacedBy !== undefined && sent[replacedBy] !== undefined) return undefined;
        const linked = await idsLinkedBy(services, links, id, view);
        return { condition: { _id: { $in: await groupMembers(recordsOfType(services, plural), linked, ALL_VISIBLE) } }, index: null };
      },
    },
  );

/** Makes the list filters `modified_after` and `created_after`, for clients that poll for changes. */
export const changedFilters = (services: Services): readonly ListFilter[] => {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.peek() });
  const after = (name: string, field: string, description: Text): ListFilter =>
    filterBy<RequestedMoment>(
      name,
      { ...requestedMoment(context), description },
      {
        where(moment) {
          if (!isAbsolute(moment)) services.clock.limitValidity('second');
          return { condition: { [field]: { $gte: moment.instant } }, index: null };
        },
        // A relative time must mean the same moment on every page.
        inLinks: (moment) => (isAbsolute(moment) ? moment.text : `${toWall(moment.instant, 'UTC').replace(' ', 'T')}Z`),
        last: true,
      },
    );
  return [
    after('modified_after', 'modified', {
      en: 'Records that were changed at this moment or later. A moment without a time zone is in that of the site',
      fr: 'Enregistrements modifiés à ce moment ou plus tard. Un moment sans fuseau est dans celui du site',
    }),
    after('created_after', 'created', {
      en: 'Records that were created at this moment or later, whatever their publication date',
      fr: 'Enregistrements créés à ce moment ou plus tard, quelle que soit leur date de publication',
    }),
  ];
};

/** Returns the values that filters pass to the fields of found records. Undefined if there are none. */
export const passedToFields = ({ filters }: Pick<PostLike, 'filters'>, sent: Sent): PassedValues | undefined => {
  const passed = filters.flatMap((filter) => filter.passes?.(sent) ?? []);
  return passed.length === 0 ? undefined : Object.assign({}, ...passed);
};
