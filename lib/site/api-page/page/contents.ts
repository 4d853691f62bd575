import { type Html, html } from '../../../html';
import type { Language } from '../../../language';
import type { Headline } from './markdown';
import { methodBadges, titleOf } from './operations/operation';
import type { Group } from './operations/operations';
import { idOf } from './schemas/node';
import { DOCUMENT_WORDS } from './words';

/** The element ID of a tag. */
export const tagId = (name: string): string => `tag-${idOf(name)}`;

/** The sections after the operations. */
export const REFERENCE = ['codes', 'headers', 'schemas'] as const;

const listing = (headlines: readonly Headline[], groups: readonly Group[], language: Language): Html => html`<ul>
${headlines.map(({ id, text }) => html`<li class="aside-of"><a href="#${id}">${text}</a></li>`)}
${groups.map(
  (group) => html`<li class="group"><a href="#${tagId(group.name)}">${group.name}</a><ul>
${group.operations.map((shown) => html`<li><a href="#${shown.ids[0]}">${methodBadges(shown.methods.slice(0, 1))}<span>${titleOf(shown)}</span></a></li>\n`)}</ul></li>
`,
)}${REFERENCE.map((name) => html`<li class="aside-of"><a href="#${name}">${DOCUMENT_WORDS[name][language]}</a></li>`)}
</ul>`;

/** The table of contents: beside the text on wide screens, folded on narrow ones. */
export const contentsView = (headlines: readonly Headline[], groups: readonly Group[], language: Language): Html => {
  const list = listing(headlines, groups, language);
  return html`<nav class="contents wide" aria-label="${DOCUMENT_WORDS.contents[language]}">${list}</nav>
<details class="contents narrow"><summary>${DOCUMENT_WORDS.contents[language]}</summary><nav aria-label="${DOCUMENT_WORDS.contents[language]}">${list}</nav></details>
`;
};
