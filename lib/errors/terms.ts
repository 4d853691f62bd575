import { capitalized, type Text } from '../language';
import { explained, refusing, repeatable } from './refusal';

/** Error codes about categories, tags and other terms, with explanations. */
export const TERM_CODES = explained({
  term_exists: {
    status: [400],
    title: { en: 'The term exists already', fr: 'Ce terme existe déjà' },
    meaning: {
      en: 'A category or another term of this name exists already with the same parent; “term_id” is its ID.',
      fr: 'Une catégorie ou un autre terme de ce nom existe déjà avec le même parent ; « term_id » est son identifiant.',
    },
    remedy: { en: 'Use that term, or send another name or slug.', fr: 'Utilisez ce terme, ou envoyez un autre nom ou slug.' },
  },
  duplicate_term_slug: {
    status: [400],
    title: { en: 'The slug is taken', fr: 'Slug déjà utilisé' },
    meaning: { en: 'Another term has this slug already.', fr: 'Un autre terme a déjà ce slug.' },
    remedy: {
      en: 'Send another slug, or none, so that one is made of the name.',
      fr: 'Envoyez un autre slug, ou aucun, pour qu’il soit tiré du nom.',
    },
  },
  rest_taxonomy_not_hierarchical: {
    status: [400],
    title: { en: 'Terms of this kind have no parents', fr: 'Les termes de ce type n’ont pas de parent' },
    meaning: {
      en: 'A parent was sent for a term of a kind that has none, such as a tag.',
      fr: 'Un parent a été envoyé pour un terme d’un type qui n’en a pas, comme une étiquette.',
    },
    remedy: { en: 'Leave “parent” out.', fr: 'N’envoyez pas « parent ».' },
  },
});

const refusal = refusing(TERM_CODES);

export const termErrors = {
  termExists: (name: string, id: number) => {
    const shown = repeatable(name);
    const text = {
      en: `A term ${shown ? `named ${shown}` : 'of this name'} exists already with this parent. Use it, or send another name or slug.`,
      fr: `Un terme ${shown ? `nommé ${shown}` : 'de ce nom'} existe déjà avec ce parent. Utilisez-le, ou envoyez un autre nom ou slug.`,
    };
    return refusal('term_exists', 400, text, { term_id: id });
  },
  duplicateTermSlug: (slug: string) => {
    const shown = repeatable(slug);
    return refusal('duplicate_term_slug', 400, {
      en: `${shown ? `The slug ${shown}` : 'This slug'} is already used by another term. Send another one.`,
      fr: `${shown ? `Le slug ${shown}` : 'Ce slug'} est déjà utilisé par un autre terme. Envoyez-en un autre.`,
    });
  },
  /** Makes the 400 for a parent of a term whose taxonomy has none. `names` is the plural name of the terms, in lower case. */
  notHierarchical: (names: Text) =>
    refusal('rest_taxonomy_not_hierarchical', 400, {
      en: `${capitalized(names.en)} have no parents: do not send “parent”.`,
      fr: `Les ${names.fr} n’ont pas de parent : n’envoyez pas « parent ».`,
    }),
};
