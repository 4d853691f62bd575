import { fold } from '../../calendar/fold';
import { slugify } from '../../calendar/slug';
import { errors } from '../../errors';
import type { Language, Text } from '../../language';
import { linkedIds } from '../../records/links';
import type { Arg } from '../../registry/args';
import { isEmpty } from '../../values/emptiness';
import { idIn, idsIn } from '../../values/ids';
import { listOf, slugList } from '../../values/lists';
import { filledText } from '../../values/texts';
import { anything, judged } from '../../values/value';
import type { Sent, View } from '../context';
import { groupMembers } from '../group-members';
import { filterBy } from '../listing/filters';
import { showsStandIns } from '../listing/languages';
import type { ListFilter, PostLike } from '../post-like';
import type { PostRecord } from '../post-record';
import { meantPost } from '../posts/meant-post';
import { seenPost } from '../posts/seen-post';
import { containing, LONGEST_SEARCH } from '../searching';
import { servedRecords } from '../served-record';
import type { Services } from '../services';
import { EVERY_MEMBER } from '../shown-members';
import type { TermDeclaration } from '../term-like';
import { unseenParents } from './seen-parents';
import { parentIn } from './term-fields';

/** What the CMS reads on every route of terms: which members of a term to show. */
export const CONTEXT: Arg = {
  ...anything,
  announced: false,
  description: { en: 'Which fields to show: view, embed or edit', fr: 'Les champs à montrer : view, embed ou edit' },
};

/** What the CMS reads of a list without hierarchy, though nothing declares it: how many terms to leave out. */
const OFFSET: Arg = {
  ...anything,
  sanitize: readOffset,
  announced: false,
  description: { en: 'How many to leave out, instead of pages', fr: 'Le nombre d’éléments à sauter, au lieu des pages' },
};

/** Reads an offset as the CMS does: the whole number at the beginning of a text, without its sign; nothing where it is empty. */
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

/** What is read and narrows nothing by itself; links of the list do not repeat all of it. */
const unnarrowed = (name: string, arg: Arg): ListFilter => filterBy(name, arg, { where: () => undefined });
const unrepeated = (name: string, arg: Arg): ListFilter => ({ args: { [name]: arg }, where: () => undefined, links: () => ({}) });

/** The filters of a list of terms, in the order in which links repeat them. */
export function termFilters(services: Services, kind: TermDeclaration): readonly ListFilter[] {
  const { plural, names, hierarchical } = kind;
  const terms = () => services.kinds.terms(plural);
  const links = services.kinds.linksTo(plural);
  const narrowing = links.map(({ collection }) => services.postLikes.get(collection)).find((one) => one?.narrowsTerms);
  const exist = async (ids: readonly number[]) => (await servedRecords(terms(), ids, services.site)).size === new Set(ids).size;
  const members = (ids: readonly number[]) => groupMembers(terms(), ids, EVERY_MEMBER);
  const atRoot = async ({ language, languages = [language] }: View) => {
    const unseen = await unseenParents(terms(), languages, services.site);
    return unseen.length === 0 ? 0 : { $in: [0, ...unseen] };
  };
  /** Where both are asked for, the one that is named counts. */
  const assignedBy = (name: string, collections: Parameters<typeof seenPost>[1], description: Text): ListFilter => ({
    args: { [name]: { ...idIn(seenPost(services, collections)), description } },
    async where(sent, view) {
      const id = name === 'post' && narrowing && sent[narrowing.kind] !== undefined ? undefined : sent[name];
      if (id === undefined) return undefined;
      return { condition: { _id: { $in: await members(await assignedTo(services, plural, Number(id), view)) } }, index: null };
    },
    links: (sent) => ({ first: { [name]: sent[name] } }),
  });
  return [
    unrepeated('context', CONTEXT),
    filterBy<string>(
      'search',
      {
        ...filledText(),
        description: {
          en: `Limit to ${names.en} whose name or slug contains the text, accents aside`,
          fr: `Limiter aux ${names.fr} dont le nom ou le slug contient le texte, accents mis à part`,
        },
      },
      { where: (search) => ({ condition: searchCondition(search) }) },
    ),
    {
      args: {
        exclude: {
          ...idsIn(exist),
          description: { en: 'Exclude these IDs, be it of translations', fr: 'Exclure ces identifiants, fût-ce de traductions' },
        },
      },
      // What is included stays.
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
      ...filledText(),
      description: {
        en: 'What to sort by: name unless given, slug, id, count, description, parent, or include for the order of the IDs in include; the CMS’ other names of orders mean id, and anything else is name',
        fr: 'Ce selon quoi trier : name à défaut, slug, id, count, description, parent, ou include pour l’ordre des identifiants d’include ; les autres noms d’ordres du CMS valent id, et toute autre valeur vaut name',
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
        // What leaves no slug is none that a term has, and links repeat it.
        sanitize: (value: unknown): string[] => listOf(value).map((slug) => slugify(String(slug)) || '-'),
        description: { en: `Limit to ${names.en} with this slug`, fr: `Limiter aux ${names.fr} portant ce slug` },
      },
      { where: (slugs) => ({ condition: { slug: { $in: slugs } }, index: null }) },
    ),
    hideEmpty(services, kind, narrowing),
  ];
}

/** What a record has is not empty, though it may be hidden; a branch of a tree is not where a leaf of it is not. */
function hideEmpty(services: Services, { plural, names, hierarchical }: TermDeclaration, narrowing: PostLike | undefined): ListFilter {
  return {
    args: {
      hide_empty: {
        type: 'boolean',
        default: true,
        description: narrowing
          ? { en: `Hide ${names.en} assigned to no ${narrowing.names.en}`, fr: `Masquer les ${names.fr} sans ${narrowing.name.fr}` }
          : { en: `Hide ${names.en} assigned to nothing`, fr: `Masquer les éléments sans attribution (${names.fr})` },
      },
    },
    async where(sent: Sent, { language, languages = [language] }) {
      const isNarrowed = sent['post'] !== undefined || (narrowing && sent[narrowing.kind] !== undefined);
      if (sent['hide_empty'] === false || isNarrowed) return undefined;
      const used = { count: { $gt: 0 } };
      const above = (one: Language) => (hierarchical ? services.kinds.terms(plural).emptyAboveUsed(one) : []);
      // Each term is used by what is assigned to itself, whatever its translations are.
      const branches = (await Promise.all(languages.map(above))).flat();
      // What stands in for a translation is used by records of the language of the list too.
      const abroad = `abroad.${language}`;
      const standsIn = showsStandIns(sent);
      const parts = [
        used,
        ...(standsIn ? [{ count: 0, [abroad]: { $gt: 0 } }] : []),
        ...(branches.length > 0 ? [{ count: 0, ...(standsIn && { [abroad]: { $not: { $gt: 0 } } }), _id: { $in: branches } }] : []),
      ];
      return parts.length === 1 ? { condition: used } : { condition: { $or: parts }, parts };
    },
    links: ({ hide_empty: isHidden }) => ({ first: { hide_empty: isHidden === false ? false : undefined } }),
  };
}

/** The IDs of the terms of the record that an ID means, of whatever kind it is that links to them: post-like kinds share their IDs. */
async function assignedTo({ kinds }: Services, plural: string, id: number, view: View): Promise<readonly number[]> {
  for (const { collection, field } of kinds.linksTo(plural)) {
    const record = await meantPost(kinds.posts<PostRecord>(collection), collection, id, view);
    if (record) return linkedIds(record, field);
  }
  return [];
}

/** Names and slugs that contain a text: Latin slugs hold no accents, those of other scripts do. */
function searchCondition(sent: string): object {
  const search = sent.slice(0, LONGEST_SEARCH);
  const folded = fold(search) || ' ';
  const slugs = [...new Set([slugText(search), folded])].flatMap((text) => containing(text, 'slug'));
  return { $or: [...containing(folded, 'keys.name'), ...slugs] };
}

/** A search as slugs spell it; nothing where a slug cannot hold it. */
const slugText = (search: string): string => search.trim().toLowerCase().normalize('NFC') || ' ';
