import { USUAL_TEXTS } from '../lib/kinds/fields/usual-texts';
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
    name: termName(USUAL_TEXTS.termName),
    description: termText(USUAL_TEXTS.termText),
    slug: termSlug(USUAL_TEXTS.termSlug),
    parent: noParent({ en: 'tag', fr: 'étiquette' }),
  },
};
