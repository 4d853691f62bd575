import type { Query } from '../../../lib/content';
import { html, iframeMarkup, type Part } from '../../../lib/html';
import { isEmbeddable, type PageRequest } from '../../../lib/site';
import { EMBED_WORDS } from './embed-words';
import { embedAddress, LIST_HEIGHT } from './embeddable-views';

/** The code that embeds a list in another site, folded. Nothing if embedding is off. */
export const embedSnippet = (request: PageRequest, title: string, query: Query): Part => {
  if (!isEmbeddable(request)) return undefined;
  const { language, services } = request;
  const { embedders, name } = services.site;
  const isAny = embedders.includes('*');
  const code = iframeMarkup({ address: embedAddress(request, query), title: `${title} – ${name[language]}`, height: LIST_HEIGHT });
  const where = isAny ? EMBED_WORDS.anywhere : EMBED_WORDS.onSites(embedders.join(', '));
  return html`<details class="snippet"><summary>${EMBED_WORDS.put[language]}</summary>
<p>${where[language]}</p>
<p><textarea readonly rows="4" aria-label="${EMBED_WORDS.code[language]}">${code}</textarea></p>
</details>
`;
};
