import { slugify } from '../../../calendar';
import type { Link } from '../../../database';
import { errors } from '../../../errors';
import type { Text } from '../../../language';
import type { Arg, ArgRequest } from '../../../registry';
import { EVERY_MEMBER, groupMembers } from '../../records';
import type { ListFilter, PostLike, Services, TermDeclaration, TermLike, TermTypeField, User, View } from '../../types';
import { anything, idIn, idsIn, isEmpty, judged, requestedList, searchedText, slugList } from '../../values';
import { assignedTermIds, hiddenParents, servedRecords, termsVisibleTo, visiblePost } from '../../visibility';
import { filterBy } from '../filters/filter-by';
import { hideEmpty } from './hide-empty';
import { parentIn } from './term-fields';
import { searchCondition } from './term-search';

/** The arg `context`, which the CMS reads on all routes of terms. It selects the shown members. */
export const CONTEXT: Arg = {
  ...anything,
  announced: false,
  description: { en: 'Which fields to show: view, embed or edit', fr: 'Les champs à montrer : view, embed ou edit' },
};

/** The arg `offset` of flat lists, which skips terms. The CMS reads it without announcing it. */
const OFFSET: Arg = {
  ...anything,
  sanitize: readOffset,
  announced: false,
  description: { en: 'How many to leave out, instead of pages', fr: 'Le nombre d’éléments à sauter, au lieu des pages' },
};

/** Reads an offset like the CMS: the leading whole number of a text, without sign. Undefined for an empty value. */
function readOffset(value: unknown): number | undefined {
  if (isEmpty(value)) return undefined;
  if (value === true || typeof value === 'object') return 1;
  return Math.min(Math.abs(Math.trunc(Number.parseFloat(String(value)))) || 0, Number.MAX_SAFE_INTEGER);
}

const DIRECTION = {
  type: 'string',
  ...judged({
    schema: {
      type: 'string',
      pattern: '^(?:[Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])$',
      patternText: { en: 'asc or desc, in any case', fr: 'asc ou desc, quelle que soit la casse' },
    },
    refuse: () => errors.invalidValue({ en: 'Send asc or desc.', fr: 'Envoyez asc ou desc.' }),
  }),
} as const;

/** The filter of a plugin's field, if it has one. */
const fieldFilter = ({ name, filter }: TermTypeField): readonly ListFilter[] =>
  filter === undefined
    ? []
    : [
        filterBy(name, filter.arg, {
          where: async (value, view) => ({ condition: await filter.where(value, view), index: filter.hint }),
        }),
      ];

/** Declares an arg that filters nothing. `unrepeated` also leaves it out of links. */
const unnarrowed = (name: string, arg: Arg): ListFilter => filterBy(name, arg, { where: () => undefined });
const unrepeated = (name: string, arg: Arg): ListFilter => ({ ...unnarrowed(name, arg), links: () => ({}) });

/** The names of the list args that every term-like type has. */
export const LIST_ARGS: readonly string[] =
  'context search exclude include order orderby parent offset post slug hide_empty page per_page ml_fallback ml_all'.split(' ');

/** The parts of a content type that describe the filters of its lists. */
type Filtered = Pick<TermDeclaration, 'plural' | 'names' | 'hierarchical'> & Pick<TermLike, 'fields'>;

/**
 * Makes the filters of a list of terms, in the order of its links; those of plugins come last. `links` are the fields that assign terms to
 * records. `narrowing` is the post-like type by whose records terms can be filtered.
 */
export function termFilters(
  services: Services,
  kind: Filtered,
  links: readonly Link[],
  narrowing: PostLike | undefined,
): readonly ListFilter[] {
  const { plural, names, hierarchical } = kind;
  const isSearched = kind.fields.some(({ searched }) => searched);
  const orders = kind.fields.flatMap(({ name, sort }) => (sort ? `${name}, ` : [])).join('');
  const terms = () => services.kinds.terms(plural);
  const exist = async (ids: readonly number[], { user }: ArgRequest) => {
    const { seen } = termsVisibleTo(services, plural, user as User | undefined);
    return [...(await servedRecords(terms(), ids, services.site)).values()].filter(seen).length === new Set(ids).size;
  };
  const members = (ids: readonly number[]) => groupMembers(terms(), ids, EVERY_MEMBER);
  const atRoot = async ({ language, languages = [language] }: View) => {
    const unseen = await hiddenParents(terms(), languages, services.site);
    return unseen.length === 0 ? 0 : { $in: [0, ...unseen] };
  };
  /** Filters the terms of one record. Of `post` and the specific name, the specific one wins. */
  const assignedBy = (name: string, collections: Parameters<typeof visiblePost>[1], description: Text): ListFilter => ({
    args: { [name]: { ...idIn(visiblePost(services, collections)), description } },
    async where(sent, view) {
      const id = name === 'post' && narrowing && sent[narrowing.kind] !== undefined ? undefined : sent[name];
      if (id === undefined) return undefined;
      return { condition: { _id: { $in: await members(await assignedTermIds(services, plural, Number(id), view)) } }, index: null };
    },
    links: (sent) => ({ first: { [name]: sent[name] } }),
  });
  return [
    unrepeated('context', CONTEXT),
    filterBy<string>(
      'search',
      {
        ...searchedText(),
        description: {
          en: `Limit to ${names.en} whose name${isSearched ? ', slug or custom fields contain' : ' or slug contains'} the text, accents aside`,
          fr: `Limiter aux ${names.fr} dont le nom${isSearched ? ', le slug ou les autres champs contiennent' : ' ou le slug contient'} le texte, accents mis à part`,
        },
      },
      { where: (search) => ({ condition: searchCondition(search, isSearched) }) },
    ),
    {
      args: {
        exclude: {
          ...idsIn(exist),
          description: { en: 'Exclude these IDs, be it of translations', fr: 'Exclure ces identifiants, fût-ce de traductions' },
        },
      },
      // Included terms stay, even if excluded too.
      async where({ exclude, include }) {
        return exclude && !include ? { condition: { _id: { $nin: await members(exclude as number[]) } } } : undefined;
      },
      links: ({ exclude }) => ({ first: { exclude } }),
    },
    filterBy<number[]>(
      'include',
      {
        ...idsIn(exist),
        description: { en: 'Limit to these IDs, be it of translations', fr: 'Limiter à ces identifiants, fût-ce de traductions' },
      },
      { where: async (ids) => ({ condition: { _id: { $in: await members(ids) } }, index: null }) },
    ),
    unnarrowed('order', {
      ...DIRECTION,
      description: { en: 'Ascending (asc) unless desc is sent', fr: 'En ordre croissant (asc), sauf si desc est envoyé' },
    }),
    unnarrowed('orderby', {
      ...searchedText(),
      description: {
        en: `What to sort by: name unless given, slug, id, count, description, parent, ${orders}or include for the order of the IDs in include; the CMS’ other names of orders mean id, and anything else is name`,
        fr: `Ce selon quoi trier : name à défaut, slug, id, count, description, parent, ${orders}ou include pour l’ordre des identifiants d’include ; les autres noms d’ordres du CMS valent id, et toute autre valeur vaut name`,
      },
    }),
    hierarchical
      ? filterBy<number>(
          'parent',
          {
            ...parentIn(services, plural),
            description: {
              en: `The ${names.en} with this parent; 0 for those at the root`,
              fr: `Limiter aux ${names.fr} de ce parent ; 0 pour celles de la racine`,
            },
          },
          {
            where: async (parent, view) => ({
              condition: { parent: parent === 0 ? await atRoot(view) : { $in: await members([parent]) } },
            }),
          },
        )
      : unrepeated('offset', OFFSET),
    assignedBy('post', links, {
      en: `Limit to ${names.en} of this post`,
      fr: `Limiter aux ${names.fr} de cette publication`,
    }),
    ...(narrowing?.narrowsTerms
      ? [
          assignedBy(narrowing.kind, [{ collection: narrowing.plural }], {
            en: `Limit to ${names.en} ${narrowing.narrowsTerms.en}`,
            fr: `Limiter aux ${names.fr} ${narrowing.narrowsTerms.fr}`,
          }),
        ]
      : []),
    filterBy<string[]>(
      'slug',
      {
        ...slugList,
        // An unusable slug matches nothing, but links still repeat it.
        sanitize: (value: unknown): string[] => requestedList(value).map((slug) => slugify(String(slug)) || '-'),
        description: { en: `Limit to ${names.en} with this slug`, fr: `Limiter aux ${names.fr} portant ce slug` },
      },
      { where: (slugs) => ({ condition: { slug: { $in: slugs } }, index: null }) },
    ),
    hideEmpty(services, kind, narrowing),
    ...kind.fields.flatMap(fieldFilter),
  ];
}
