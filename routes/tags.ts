import type { TermDeclaration } from '../lib/content';

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
};
