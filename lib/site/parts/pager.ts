import { html, type PageLink, type Part } from '../../html';

/** Links to the previous and next page of a list. Nothing if there are none. */
export const pagerOf = (label: string, previous: PageLink | undefined, next: PageLink | undefined): Part =>
  (previous !== undefined || next !== undefined) &&
  html`<nav class="pager" aria-label="${label}">
${previous === undefined ? html`<span></span>` : html`<a rel="prev" href="${previous.href}">← ${previous.text}</a>`}
${next !== undefined && html`<a rel="next" href="${next.href}">${next.text} →</a>\n`}</nav>
`;
