import { fold, slugify } from '../../../calendar';
import type { Link } from '../../../database';
import type { Language, Text } from '../../../language';
import type { Arg, ArgRequest } from '../../../registry';
import { ALL_VISIBLE, containing, groupMembers, LONGEST_PATTERN } from '../../records';
import { hasFallback } from '../../translations';
import type { ListFilter, PostLike, Sent, Services, TermLike, User, View } from '../../types';
import { anything, checkedArg, idsIn, isEmpty, requestedList, searchedText, slugList } from '../../values';
import { hiddenParents, servedRecords, termsVisibleTo } from '../../visibility';
import { filterBy, linkedFromFilter } from '../filters';
import { parentValue } from './term-fields';

/** The arg `context`, which WordPress accepts on all routes of terms. It selects the members of the response. */
export const CONTEXT: Arg = {
  ...anything,
  announced: false,
  description: { en: 'The set of fields to show: view, embed or edit', fr: 'Le jeu de champs à montrer : view, embed ou edit' },
};

/** The arg `offset` of lists without a hierarchy: the number of terms to skip. WordPress accepts it undocumented. */
const OFFSET: Arg = {
  ...anything,
  sanitize: readOffset,
  announced: false,
  description: { en: 'The number of records to skip, in place of page', fr: 'Le nombre d’éléments à sauter, à la place de page' },
};

/** Reads an offset like WordPress: the leading whole number of a text, without sign. Undefined for an empty value. */
function readOffset(value: unknown): number | undefined {
  if (isEmpty(value)) return undefined;
  if (value === true || typeof value === 'object') return 1;
  return Math.min(Math.abs(Math.trunc(Number.parseFloat(String(value)))) || 0, Number.MAX_SAFE_INTEGER);
}

/** Names of the list args that every type of terms has. */
export const LIST_ARGS: readonly string[] =
  'context search exclude include order orderby parent offset post slug hide_empty page per_page ml_fallback ml_all'.split(' ');

type FilteredType = Pick<TermLike, 'plural' | 'names' | 'hierarchical' | 'fields'>;

/** Makes the filters of a list of terms, in their order in page links. `posts` is the type whose records can filter the terms. */
export function termFilters(
  services: Services,
  type: FilteredType,
  links: readonly Link[],
  posts: PostLike | undefined,
): readonly ListFilter[] {
  const { plural, names, hierarchical } = type;
  return [
    { args: { context: CONTEXT }, inLinks: () => ({}) },
    searchFilter(type),
    idFilter(services, type),
    orderArgs(type),
    hierarchical ? parentFilter(services, type) : { args: { offset: OFFSET }, inLinks: () => ({}) },
    linkedFromFilter(services, {
      name: 'post',
      plural,
      links,
      replacedBy: posts?.kind,
      description: { en: `Limit to ${names.en} of this post`, fr: `Limiter aux ${names.fr} de cette publication` },
    }),
    ...(posts?.limitsTerms
      ? [
          linkedFromFilter(services, {
            name: posts.kind,
            plural,
            links: links.filter(({ collection }) => collection === posts.plural),
            description: {
              en: `Limit to ${names.en} ${posts.limitsTerms.en}`,
              fr: `Limiter aux ${names.fr} ${posts.limitsTerms.fr}`,
            },
          }),
        ]
      : []),
    slugFilter(names),
    hideEmpty(services, type, posts),
    ...type.fields.flatMap(({ name, filter }) => (filter ? fieldFilter(name, filter) : [])),
  ];
}

/** Makes the list filter of a plugin's field. */
const fieldFilter = (name: string, filter: NonNullable<TermLike['fields'][number]['filter']>): ListFilter =>
  filterBy(name, filter.arg, {
    where: async (value, view) => ({ condition: await filter.where(value, view), index: filter.hint }),
  });

/** Returns the IDs of terms and of their translations. */
const groupIds = (services: Services, { plural }: FilteredType, ids: readonly number[]): Promise<number[]> =>
  groupMembers(services.stores.terms(plural), ids, ALL_VISIBLE);

/** Makes the list filter `search`, for a text within the name or slug of terms, or within texts of plugins. */
function searchFilter({ names, fields }: FilteredType): ListFilter {
  const hasTexts = fields.some(({ searched }) => searched);
  return filterBy<string>(
    'search',
    {
      ...searchedText(),
      description: {
        en: `Limit to ${names.en} whose name${hasTexts ? ', slug or custom fields contain' : ' or slug contains'} the text. Accents do not count`,
        fr: `Limiter aux ${names.fr} dont le nom${hasTexts ? ', le slug ou les autres champs contiennent' : ' ou le slug contient'} le texte. Les accents ne comptent pas`,
      },
    },
    {
      where(sent) {
        const search = sent.slice(0, LONGEST_PATTERN);
        const folded = fold(search) || ' ';
        // Only Latin slugs lack accents.
        const slugs = new Set([search.trim().toLowerCase().normalize('NFC') || ' ', folded]);
        const inSlugs = [...slugs].flatMap((text) => containing(text, 'slug'));
        const inTexts = hasTexts ? containing(folded, 'keys.text') : [];
        return { condition: { $or: [...containing(folded, 'keys.name'), ...inSlugs, ...inTexts] } };
      },
    },
  );
}

/** Makes the list filters `exclude` and `include`, for terms by ID and their translations. */
function idFilter(services: Services, type: FilteredType): ListFilter {
  const exist = async (ids: readonly number[], { user }: ArgRequest) => {
    const { recordVisible } = termsVisibleTo(services, type.plural, user as User | undefined);
    const found = await servedRecords(services.stores.terms(type.plural), ids, services.site);
    return [...found.values()].filter(recordVisible).length === new Set(ids).size;
  };
  return {
    args: {
      exclude: {
        ...idsIn(exist),
        description: {
          en: 'Exclude these IDs, and those whose translations have them',
          fr: 'Exclure ces identifiants et ceux de leurs traductions',
        },
      },
      include: {
        ...idsIn(exist),
        description: {
          en: 'Limit to these IDs, or those whose translations have them',
          fr: 'Limiter à ces identifiants ou à ceux de leurs traductions',
        },
      },
    },
    // `include` wins over `exclude`.
    async where({ exclude, include }) {
      if (include) return { condition: { _id: { $in: await groupIds(services, type, include as number[]) } }, index: null };
      return exclude ? { condition: { _id: { $nin: await groupIds(services, type, exclude as number[]) } } } : undefined;
    },
  };
}

/** Declares the args `order` and `orderby`, which add no condition. */
function orderArgs({ fields }: FilteredType): ListFilter {
  const more = fields.flatMap(({ name, sort }) => (sort ? `${name}, ` : [])).join('');
  return {
    args: {
      order: {
        type: 'string',
        ...checkedArg({
          schema: {
            type: 'string',
            pattern: '^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$',
            patternText: { en: 'asc or desc, in upper or lower case', fr: 'asc ou desc, en majuscules ou minuscules' },
          },
          refuse: { en: 'Send asc or desc.', fr: 'Envoyez asc ou desc.' },
        }),
        description: { en: 'The sort direction: asc (the default) or desc', fr: 'Le sens du tri : asc (par défaut) ou desc' },
      },
      orderby: {
        ...searchedText(),
        description: {
          en: `The order: name (the default), slug, id, count, description, parent, ${more}or include, which keeps the order of the IDs in include. Other orders of the CMS mean id, and anything else means name`,
          fr: `L’ordre : name (par défaut), slug, id, count, description, parent, ${more}ou include, qui suit l’ordre des identifiants d’include. Les autres ordres du CMS valent id, et toute autre valeur vaut name`,
        },
      },
    },
  };
}

/** Makes the list filter `parent`. The children of invisible parents count as being at the root. */
function parentFilter(services: Services, type: FilteredType): ListFilter {
  const { plural, names } = type;
  const atRoot = async ({ language, languages = [language] }: View) => {
    const hidden = await hiddenParents(services.stores.terms(plural), languages, services.site);
    return hidden.length === 0 ? 0 : { $in: [0, ...hidden] };
  };
  return filterBy<number>(
    'parent',
    {
      ...parentValue(services, plural),
      accepts: { type: 'integer', minimum: 0 },
      description: {
        en: `The ${names.en} with this parent. 0 means the top level`,
        fr: `Limiter aux ${names.fr} de ce parent. 0 désigne le premier niveau`,
      },
    },
    {
      where: async (parent, view) => ({
        condition: { parent: parent === 0 ? await atRoot(view) : { $in: await groupIds(services, type, [parent]) } },
      }),
    },
  );
}

const slugFilter = (names: Text): ListFilter =>
  filterBy<string[]>(
    'slug',
    {
      ...slugList,
      // An unusable slug matches nothing, but links still repeat it.
      sanitize: (value: unknown): string[] => requestedList(value).map((slug) => slugify(String(slug)) || '-'),
      description: { en: `Limit to ${names.en} with this slug`, fr: `Limiter aux ${names.fr} portant ce slug` },
    },
    { where: (slugs) => ({ condition: { slug: { $in: slugs } }, index: null }) },
  );

/** Makes the list filter `hide_empty`, which hides terms without records. Invisible records and those of descendant terms count. */
function hideEmpty(services: Services, { plural, names, hierarchical }: FilteredType, posts: PostLike | undefined): ListFilter {
  return {
    args: {
      hide_empty: {
        type: 'boolean',
        default: true,
        description: posts
          ? { en: `Hide ${names.en} assigned to no ${posts.names.en}`, fr: `Masquer les ${names.fr} sans ${posts.name.fr}` }
          : { en: `Hide ${names.en} assigned to nothing`, fr: `Masquer les éléments sans attribution (${names.fr})` },
      },
    },
    async where(sent: Sent, { language, languages = [language] }) {
      const isOfRecord = sent['post'] !== undefined || (posts && sent[posts.kind] !== undefined);
      if (sent['hide_empty'] === false || isOfRecord) return undefined;
      const used = { used: true };
      const unused = { used: false };
      const emptyAncestors = (one: Language) => (hierarchical ? services.stores.terms(plural).emptyAboveUsed(one, used) : []);
      // A link names one translation of a term, and only this translation counts as used.
      const ancestors = (await Promise.all(languages.map(emptyAncestors))).flat();
      // A term shown in place of a missing translation also counts records of the list's language.
      const abroad = `abroad.${language}`;
      const standsIn = hasFallback(sent);
      const branches = [
        used,
        ...(standsIn ? [{ ...unused, [abroad]: { $gt: 0 } }] : []),
        ...(ancestors.length > 0 ? [{ ...unused, ...(standsIn && { [abroad]: { $not: { $gt: 0 } } }), _id: { $in: ancestors } }] : []),
      ];
      return branches.length === 1 ? { condition: used } : { condition: { $or: branches }, branches };
    },
    inLinks: ({ hide_empty: isHidden }) => ({ hide_empty: isHidden === false ? false : undefined }),
  };
}
