import type { TermLike } from '../lib/kinds/term-like';
import { NAMESPACE } from './namespace';

/** The event tags (SPECIFICATION 4.6). */
export const tags: TermLike = {
  namespace: NAMESPACE,
  plural: 'tags',
  taxonomy: 'post_tag',
  segment: 'tag',
  hierarchical: false,
  kind: 'tag',
  name: { en: 'tag', fr: 'étiquette' },
  names: { en: 'tags', fr: 'étiquettes' },
  one: { en: 'a tag', fr: 'une étiquette' },
  capability: 'manage_tags',
  fields: {
    name: { en: 'The tag name', fr: 'Le nom de l’étiquette' },
    description: { en: 'The tag description', fr: 'La description de l’étiquette' },
    slug: { en: 'The tag slug', fr: 'Le slug de l’étiquette' },
  },
};
