import type { Filter } from 'mongodb';
import { canRead, mayName } from '../../access/posts';
import { slugify } from '../../calendar/slug';
import { excerptHtml, paragraphs, plainText } from '../../calendar/text';
import { invalidParam } from '../../errors';
import type { Text } from '../../language';
import { index, NEWEST, POST_INDEXES } from '../../records/indexes';
import { type AnswerValue, exactly } from '../../registry/answers';
import type { Args } from '../../registry/args';
import { EXCERPT, FILLED, IDS, visible } from '../../values/accepted';
import { clearable, filled, idsFilter, LONGEST, shortExcerpt } from '../../values/common';
import { globalId, postUrl, restUrl, siteUrl, translationsOf } from '../addresses';
import { extensible } from '../fields/added';
import { foldedLines, matching, nameKey } from '../searching';
import type { Services } from '../services';
import { titleOf } from '../title';
import type { Sent, View, WriteContext } from './context';
import { describedAnswer } from './described-answer';
import { presentImage } from './images';
import type { PostLike } from './kind';
import type { PostRecord } from './post-record';
import { presentPublication } from './publication';
import { changed } from './texts';

/** A stored record of a kind that a plugin describes. */
export interface TitledRecord extends PostRecord {
  readonly title: string;
}

/** The order of titles, with what decides who sees a record: counting reads none. */
const BY_TITLE = index('by_title', { language: 1, 'keys.name': 1, _id: 1, status: 1, author: 1, password: 1 });

/** What a plugin says of a post-like kind beside its fields. */
export interface Description {
  /** The singular, as error codes and addresses have it: `ticket`. */
  readonly kind: string;
  /** The plural, as routes, lists and the collection are named: `tickets`. */
  readonly plural: string;
  /** Singular and plural in sentences, without article. */
  readonly name: Text;
  readonly names: Text;
  /** The singular with its indefinite article, for summaries of operations: `{ en: 'a ticket', fr: 'un billet' }`. */
  readonly one?: Text;
  /** The folder of the records' own pages; the singular unless given. */
  readonly segment?: string;
  /** Judges what is about to be stored of the fields, e.g. where two depend on each other; throws `invalidParam`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
}

/** A record of such a kind as it is shown, without the plugin's fields. */
export type Described = AnswerValue<typeof describedAnswer>;

const described = exactly<typeof describedAnswer>();

/** Makes the post-like kind that a plugin describes: title, description, excerpt, slug, image, publication, languages, trash and search come by themselves. */
export function describedKind(services: Services, description: Description): PostLike<TitledRecord, Described> {
  const { kind, plural, name, names, one, segment = kind } = description;
  const { namespace } = services;
  const place = { namespace, plural, segment };
  const posts = services.kinds.registerPosts<TitledRecord>({
    plural,
    indexes: [...POST_INDEXES, BY_TITLE],
    counted: [],
    keys: (record) => ({
      name: nameKey(record.title),
      text: foldedLines([record.title, record.excerpt, plainText(record.description)]),
    }),
  });

  const present = (record: TitledRecord, view: View, image: Parameters<typeof presentImage>[0]) => {
    const origin = siteUrl(view.baseUrl, services.site);
    const { _id: id, language, slug, status } = record;
    return described({
      id,
      global_id: globalId(origin, id),
      global_id_lineage: [globalId(origin, id)],
      ...presentPublication(record, services.site.timezone),
      url: postUrl({ id, language, slug, status }, segment, origin),
      rest_url: restUrl(view.baseUrl, place, id),
      title: record.title,
      description: paragraphs(record.description),
      excerpt: excerptHtml(record.excerpt),
      slug,
      image: presentImage(image),
      language,
      translations: translationsOf(record, place, { baseUrl: view.baseUrl, origin }, (sibling) => canRead(view.user, plural, sibling)),
    });
  };

  return extensible<TitledRecord, Described>(services, {
    namespace,
    kind,
    plural,
    name,
    names,
    ...(one && { one }),
    segment,
    posts,
    fields: textArgs(name),
    search: {
      en: `Limit to ${names.en} whose title, description or excerpt contain the words`,
      fr: `Limiter aux éléments dont le titre, la description ou l’extrait contiennent les mots (${names.fr})`,
    },
    filters: {
      include: {
        type: 'array',
        items: { type: 'integer' },
        ...idsFilter(),
        accepts: IDS,
        description: { en: `Limit to ${names.en} with these IDs`, fr: `Limiter à ces identifiants (${names.fr})` },
      },
    },
    nullable: [],
    emptied: { description: '', excerpt: '', image: null },
    left: [],
    listed: NEWEST.key,
    orders: {
      date: { field: 'date', hint: String(NEWEST.name), down: true },
      title: { field: 'keys.name', hint: String(BY_TITLE.name) },
    },
    protectable: false,
    ...(description.check && { check: (fields, context) => description.check?.(fields, context) }),

    async write(sent, { current, status, user }) {
      const title = typeof sent['title'] === 'string' ? plainText(sent['title']) : current?.title;
      if (!title) throw invalidParam('title', { en: 'Send a title that is not blank.', fr: 'Envoyez un titre qui ne soit pas vide.' });
      const named = typeof sent['slug'] === 'string' && sent['slug'] !== current?.slug && mayName(user, plural, status);
      const slug = named ? slugify(String(sent['slug'])) || slugify(title) : current ? undefined : slugify(title);
      return {
        title,
        description: changed(sent['description'], current?.description, paragraphs) ?? current?.description ?? '',
        excerpt: changed(sent['excerpt'], current?.excerpt, excerptHtml) ?? current?.excerpt ?? '',
        ...(slug !== undefined && { slug: slug || String(current?._id ?? '') }),
      };
    },

    async list(filters: Sent, { language }) {
      const { include, search } = filters as { include?: number[]; search?: string };
      const conditions = [
        ...(include ? [{ _id: { $in: include } }] : []),
        ...(search === undefined ? [] : matching(search, 'keys.text', language)),
      ];
      return {
        filter: (conditions.length > 0 ? { $and: conditions } : {}) as Filter<TitledRecord>,
        sort: { date: -1, _id: -1 },
        hint: include ? undefined : NEWEST.name,
        first: { search },
        last: { include },
      };
    },

    answer: () => ({ ...describedAnswer, title: titleOf(kind) }),

    async present(records, view) {
      const media = await services.media.many(records.flatMap(({ image }) => image ?? []));
      return records.map((record) => present(record, view, record.image === null ? undefined : media.get(record.image)));
    },
  });
}

const textArgs = (name: Text): Args => ({
  title: {
    type: 'string',
    required: true,
    validate: filled(LONGEST.title),
    accepts: visible(LONGEST.title),
    description: { en: `The ${name.en} title`, fr: `Le titre (${name.fr})` },
  },
  description: {
    type: 'string',
    validate: clearable(filled()),
    accepts: FILLED,
    description: { en: `The ${name.en} description`, fr: `La description (${name.fr})` },
  },
  slug: { type: 'string', validate: filled(), accepts: FILLED, description: { en: `The ${name.en} slug`, fr: `Le slug (${name.fr})` } },
  excerpt: {
    type: 'string',
    validate: clearable(shortExcerpt),
    accepts: EXCERPT,
    description: { en: `The ${name.en} excerpt`, fr: `L’extrait (${name.fr})` },
  },
});
