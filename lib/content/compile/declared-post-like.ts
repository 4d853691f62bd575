import { index, NEWEST } from '../../database';
import { excerpt, htmlText, slug, title, USUAL_TEXTS } from '../fields';
import { includeFilter, wordSearch } from '../list';
import type { NamedType, PostLikeDeclaration, PostRecord, Services, WriteContext } from '../types';

/** A stored record of a kind that a plugin describes. */
export interface TitledRecord extends PostRecord {
  readonly title: string;
}

/** The order of titles, with what decides who sees a record: counting reads none. */
const BY_TITLE = index('by_title', { language: 1, 'keys.name': 1, _id: 1, status: 1, author: 1, password: 1 });

/** What a plugin says of a post-like kind beside its fields. */
export interface Description extends NamedType {
  /** The folder of the records' own pages, or several with / between them, and no other kind's; the singular unless given. */
  readonly segment?: string;
  /** Judges what is about to be stored of the fields, e.g. where two depend on each other; throws `invalidParam`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
}

/** Declares the post-like kind that a plugin describes: texts, publication, image, languages, trash and search come by themselves. */
export const declaredPostLike = (services: Services, description: Description): PostLikeDeclaration<TitledRecord> => {
  const { names } = description;
  return {
    ...description,
    titled: 'title',
    fields: {
      title: title(USUAL_TEXTS.title),
      slug: slug(USUAL_TEXTS.slug),
      excerpt: excerpt(USUAL_TEXTS.excerpt),
      description: htmlText(USUAL_TEXTS.description),
    },
    filters: [
      wordSearch({
        en: `Limit to ${names.en} whose title, description or excerpt contain the words`,
        fr: `Limiter aux éléments dont le titre, la description ou l’extrait contiennent les mots (${names.fr})`,
      }),
      includeFilter(() => services.kinds.posts(description.plural), description.plural, {
        en: `Limit to ${names.en} with these IDs, be it of translations`,
        fr: `Limiter à ces identifiants, fût-ce de traductions (${names.fr})`,
      }),
    ],
    indexes: [BY_TITLE],
    orders: {
      date: { field: 'date', hint: NEWEST.name, down: true },
      title: { field: 'keys.name', hint: BY_TITLE.name },
    },
  };
};
