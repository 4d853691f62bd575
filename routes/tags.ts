import { noParent, type TermDeclaration, termName, termSlug, termText, USUAL_TEXTS } from '../lib/content';

/** The event tags. */
export const tags: TermDeclaration = {
  kind: 'tag',
  plural: 'tags',
  taxonomy: 'post_tag',
  segment: 'tag',
  hierarchical: false,
  name: { en: 'tag', fr: 'étiquette' },
  names: { en: 'tags', fr: 'étiquettes' },
  one: { en: 'a tag', fr: 'une étiquette' },
  capability: 'manage_tags',
  fields: {
    name: termName(USUAL_TEXTS.termName),
    description: termText(USUAL_TEXTS.termText),
    slug: termSlug(USUAL_TEXTS.termSlug),
    parent: noParent({ en: 'tag', fr: 'étiquette' }),
  },
};
