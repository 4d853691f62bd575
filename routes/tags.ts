import type { TermDeclaration } from '../lib/kinds/term-like';
import { noParent, termName, termSlug, termText } from '../lib/kinds/terms/term-fields';

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
    name: termName({ en: 'The tag name', fr: 'Le nom de l’étiquette' }),
    description: termText({ en: 'The tag description', fr: 'La description de l’étiquette' }),
    slug: termSlug({ en: 'The tag slug', fr: 'Le slug de l’étiquette' }),
    parent: noParent({ en: 'tag', fr: 'étiquette' }),
  },
};
