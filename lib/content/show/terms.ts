import type { Link, Term } from '../../database';
import type { Language, Served } from '../../language';
import { type Answers, exactly, placeholder } from '../../registry';
import { collectionUrl, type LinkBase, languageParameter, postUrl, restUrl, siteUrl, toQuery, translationsOf } from '../records';
import {
  idAnswers,
  languageAnswers,
  languageAnswersIn,
  type Services,
  type Site,
  sharedText,
  type Taxonomy,
  type TermLike,
  type TitledAnswer,
  urlAnswer,
  type View,
} from '../types';
import { isEmpty } from '../values';
import { type ShownAnswer, showPluginFields, viewForPlugins } from './plugin-values';
import { withFields } from './schemas';

const url = { type: 'string', format: 'uri' } as const;

const termUrlsAnswer = {
  type: 'object',
  title: 'TermUrls',
  properties: {
    self: { ...url, required: true, description: { en: 'The term', fr: 'Le terme' } },
    collection: { ...url, required: true, description: { en: 'All terms of its taxonomy', fr: 'Tous les termes de sa taxonomie' } },
    up: { ...url, description: { en: 'Its parent, if it has one', fr: 'Son parent, s’il en a un' } },
  },
  required: true,
} as const satisfies Answers;

const textAnswers = {
  description: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
  name: { type: 'string', required: true },
  slug: { type: 'string', required: true },
  taxonomy: { type: 'string', required: true, description: { en: 'The taxonomy', fr: 'La taxonomie' } },
  count: {
    type: 'integer',
    minimum: 0,
    required: true,
    description: {
      en: 'The number of published records with this term, in the requested language. Those with a term below it do not count',
      fr: 'Le nombre de contenus publiés avec ce terme, dans la langue demandée. Ceux d’un terme inférieur ne comptent pas',
    },
  },
} as const satisfies Answers['properties'];

const parent = {
  type: 'integer',
  minimum: 0,
  description: sharedText({ en: 'The ID of the parent, or 0 without one', fr: 'L’identifiant du parent, ou 0 s’il n’y en a pas' }),
} as const satisfies Answers;

const assignedAnswer = {
  type: 'object',
  title: 'Term',
  properties: {
    ...textAnswers,
    term_group: { type: 'integer', enum: [0], required: true },
    term_taxonomy_id: { type: 'integer', required: true, description: { en: 'The ID again', fr: 'L’identifiant, répété' } },
    parent: { ...parent, required: true },
    filter: { type: 'string', enum: ['raw'], required: true },
    id: idAnswers.id,
    urls: termUrlsAnswer,
    ...languageAnswers,
  },
  description: {
    en: 'A term inside another record. Its own routes show it in another form.',
    fr: 'Un terme à l’intérieur d’un autre enregistrement. Ses propres routes le montrent sous une autre forme.',
  },
} as const satisfies Answers;

/** Makes the schema of a term embedded in a record, with plugins' fields. */
export const assignedAnswerOf = ({ title, pluginFields }: Pick<TermLike, 'title' | 'pluginFields'>, served: Served): TitledAnswer => {
  const own = { ...assignedAnswer, properties: { ...assignedAnswer.properties, ...languageAnswersIn(served) } };
  const inner = pluginFields.filter(({ outermost, answer }) => answer && !outermost);
  return inner.length === 0 ? own : withFields({ ...own, title: `Assigned${title}` }, inner, UNPROTECTED, nothingWithin);
};

const UNPROTECTED = { protectable: false };

const nothingWithin = (plural: string): never => {
  throw new Error(`Terms show no ${plural}.`);
};

const linkAnswers = { type: 'array', items: { type: 'object', properties: { href: { ...url, required: true } } } } as const;

const termLinksAnswer = {
  type: 'object',
  title: 'TermLinks',
  properties: {
    self: { ...linkAnswers, required: true },
    collection: { ...linkAnswers, required: true },
    up: {
      type: 'array',
      items: {
        type: 'object',
        properties: { embeddable: { type: 'boolean', enum: [true], required: true }, href: { ...url, required: true } },
      },
    },
    'wp:post_type': {
      ...linkAnswers,
      required: true,
      description: { en: 'The lists of records with the term', fr: 'Les listes des contenus avec ce terme' },
    },
  },
} as const satisfies Answers;

const listedTermAnswer = {
  type: 'object',
  properties: {
    id: idAnswers.id,
    ...textAnswers,
    parent,
    meta: { type: 'array', maxItems: 0, required: true },
    url: urlAnswer,
    urls: termUrlsAnswer,
    ...languageAnswers,
  },
} as const satisfies Answers;

const termAnswer = {
  ...listedTermAnswer,
  properties: { ...listedTermAnswer.properties, _links: termLinksAnswer },
} as const satisfies Answers;

/** Makes the schema of a term in the routes of its type. Only hierarchical types have a parent. */
export function termAnswerOf({ title, name, taxonomy, hierarchical, pluginFields }: TermLike, served: Served): TitledAnswer {
  const { parent, ...flat } = termAnswer.properties;
  const own = {
    ...termAnswer,
    title,
    properties: {
      ...flat,
      taxonomy: { ...flat.taxonomy, enum: [taxonomy] },
      ...languageAnswersIn(served),
      ...(hierarchical && { parent: { ...parent, required: true } }),
    },
    description: {
      en: `A term: ${name.en}. Lists and deletion leave _links out.`,
      fr: `Un terme : ${name.fr}. Listes et suppression omettent _links.`,
    },
  };
  return withFields(own, pluginFields, UNPROTECTED, nothingWithin);
}

export const TERM_MEMBERS: readonly string[] = Object.keys({ ...termAnswer.properties, ...assignedAnswer.properties });

const termUrls = (of: Taxonomy, term: Term, baseUrl: string) =>
  exactly<typeof termUrlsAnswer>()({
    self: restUrl(baseUrl, of, term._id),
    collection: collectionUrl(baseUrl, of),
    ...(term.parent > 0 && { up: restUrl(baseUrl, of, term.parent) }),
  });

const termLanguage = (of: Taxonomy, term: Term, baseUrl: string, site: Site) => ({
  language: term.language,
  translations: translationsOf(term, of, { baseUrl, origin: siteUrl(baseUrl, site), served: site.served }, () => true),
});

/**
 * Returns the language of the records that a shown term counts: by default the requested language. If the term has a translation into it,
 * that translation counts those records. The term then counts records of its own language.
 */
const countedLanguage = (shown: Language, { language, translations }: Term): Language => (translations[shown] ? language : shown);

/** Returns the number of public records in a language that have a term. */
export const countIn = (language: Language, { language: own, count, abroad }: Pick<Term, 'language' | 'count' | 'abroad'>): number =>
  language === own ? count : (abroad?.[language] ?? 0);

/** Makes the name of the placeholder for a term's number of records in a language: `PLURAL ID LANGUAGE`. */
export const countName = (plural: string, id: number, language: string): string => `${plural} ${id} ${language}`;

/** Reads a name that `countName` made. */
export const readCountName = (name: string): readonly [plural: string, id: number, language: Language] => {
  const [plural = '', id, language] = name.split(' ');
  return [plural, Number(id), language as Language];
};

/** Presents a term inside a record. The routes of terms have other members. */
const presentAssigned = (of: Taxonomy, term: Term, language: Language, { baseUrl, hasPlaceholders }: View, site: Site) => {
  const counted = countedLanguage(language, term);
  return exactly<typeof assignedAnswer>()({
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term._id,
    taxonomy: of.taxonomy,
    description: term.description,
    parent: term.parent,
    // Cached JSON has placeholders, since counts change far more often than the rest.
    count: hasPlaceholders ? placeholder(countName(of.plural, term._id, counted)) : countIn(counted, term),
    filter: 'raw',
    id: term._id,
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, baseUrl, site),
  });
};

interface AssignedTo {
  readonly language: Language;
  readonly terms: readonly Term[];
}

/** Presents the terms of each record, sorted by name, with plugins' fields. */
export async function presentAssignedTerms(
  { site, reportFieldFailure }: Pick<Services, 'site' | 'reportFieldFailure'>,
  of: TermLike,
  assigned: readonly AssignedTo[],
  requested: View,
): Promise<readonly (readonly object[])[]> {
  const view = viewForPlugins(of.pluginFields, requested);
  const each = assigned.map(({ language, terms }) =>
    terms
      .toSorted((one, other) => (String(one.keys['name']) < String(other.keys['name']) ? -1 : 1))
      .map((term) => ({ term, shown: presentAssigned(of, term, language, view, site) as ShownAnswer })),
  );
  const all = each.flat();
  const [terms, answers] = [all.map(({ term }) => term), all.map(({ shown }) => shown)];
  await showPluginFields(of.pluginFields, terms, { ...view, embedded: true }, answers, reportFieldFailure);
  return each.map((own) => own.map(({ shown }) => shown));
}

/** Presents a term for the routes of terms, without plugins' fields. */
export function presentTerm(of: Taxonomy, term: Term, { baseUrl, language }: LinkBase, site: Site) {
  return exactly<typeof listedTermAnswer>()({
    id: term._id,
    count: countIn(countedLanguage(language, term), term),
    description: term.description,
    name: term.name,
    slug: term.slug,
    taxonomy: of.taxonomy,
    ...(of.hierarchical && { parent: term.parent }),
    meta: [],
    url: postUrl({ id: term._id, language: term.language, slug: term.slug }, of.segment, siteUrl(baseUrl, site)),
    urls: termUrls(of, term, baseUrl),
    ...termLanguage(of, term, baseUrl, site),
  });
}

export const createTermPresenter =
  (
    { site, reportFieldFailure }: Pick<Services, 'site' | 'reportFieldFailure'>,
    type: Taxonomy & Pick<TermLike, 'pluginFields'>,
  ): TermLike['present'] =>
  async (terms, requested, { isSideBySide } = { isSideBySide: false }) => {
    const view = viewForPlugins(type.pluginFields, requested);
    const shown: ShownAnswer[] = terms.map((term) =>
      presentTerm(type, term, isSideBySide ? { ...view, language: term.language } : view, site),
    );
    await showPluginFields(type.pluginFields, terms, view, shown, reportFieldFailure);
    return shown;
  };

/** The members of a term in the context `embed`. */
const EMBEDDED = ['id', 'name', 'slug', 'taxonomy', 'url', 'urls', 'language', 'translations', '_links'];

/** Reduces a presented term to the context view, edit or embed. Undefined for other contexts. */
export function inContext(context: unknown, term: ShownAnswer): ShownAnswer | undefined {
  if (isEmpty(context) || context === 'view' || context === 'edit') return term;
  if (context !== 'embed') return undefined;
  const { up: _, ...urls } = term['urls'] as { readonly up?: string };
  return Object.fromEntries(Object.entries({ ...term, urls }).filter(([name]) => EMBEDDED.includes(name)));
}

/** The fields that link to terms of a type. Each is also a filter of its list, in which `value` names the term. */
interface AssigningLinks {
  readonly links: readonly Pick<Link, 'collection' | 'field'>[];
  readonly value: number | string;
}

/** Makes the `_links` of a term in the format of WordPress. */
export const linksOfTerm = (of: Taxonomy, term: Term, baseUrl: string, { links, value }: AssigningLinks) =>
  exactly<typeof termLinksAnswer>()({
    self: [{ href: restUrl(baseUrl, of, term._id) }],
    collection: [{ href: collectionUrl(baseUrl, of) }],
    ...(term.parent > 0 && { up: [{ embeddable: true as const, href: restUrl(baseUrl, of, term.parent) }] }),
    // A list has one language, and its address may name another one than the term's.
    'wp:post_type': links.map(({ collection, field }) => {
      const list = collectionUrl(baseUrl, { namespace: of.namespace, plural: collection });
      return { href: `${list}${toQuery({ [field.replace('fields.', '')]: value, ...languageParameter(baseUrl, term.language) })}` };
    }),
  });
