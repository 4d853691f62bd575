import { index, NEWEST } from '../../database';
import { excerpt, htmlText, slug, title, USUAL_TEXTS } from '../fields';
import { includeFilter, wordSearch } from '../list';
import type { NamedType, PostLikeDeclaration, PostRecord, Services, WriteContext } from '../types';

/** A stored record of a type that a plugin declares. */
export interface TitledRecord extends PostRecord {
  readonly title: string;
}

/** The index of titles. It contains what decides who sees a record, so that counting reads no records. */
const BY_TITLE = index('by_title', { language: 1, 'keys.name': 1, _id: 1, status: 1, author: 1, password: 1 });

/** A plugin's declaration of a post-like type without its fields. */
export interface Description extends NamedType {
  /** The folder of the records' pages; by default the singular. It may contain `/`, and no other type may use it. */
  readonly segment?: string;
  /** Checks the values of the fields before they are stored, for example two that depend on each other. Throws `invalidParam`. */
  check?(fields: Readonly<Record<string, unknown>>, context: WriteContext<PostRecord>): void | Promise<void>;
}

/** Completes a plugin's declaration with texts, filters and orders that every such type has. */
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
