import { type Html, html } from '../../../html';

export interface Headline {
  readonly id: string;
  readonly text: string;
}

/** Matches the addresses that links may have. */
const SAFE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]*)\]\(([^()\s]+)\)/g;
const HEADLINE = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

const inline = (text: string): Html => {
  const parts: (string | Html)[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, 3: label, 4: href = '', index } of text.matchAll(INLINE)) {
    parts.push(text.slice(end, index));
    end = index + whole.length;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else parts.push(SAFE.test(href) ? html`<a href="${href}">${label ?? ''}</a>` : whole);
  }
  return html`${parts}${text.slice(end)}`;
};

/** Returns the headlines of a Markdown text. Their IDs are numbers, so that they are the same in every language. */
export const headlinesOf = (source: string, prefix: string): Headline[] =>
  source
    .split('\n')
    .flatMap((line) => HEADLINE.exec(line)?.[2] ?? [])
    .map((text, index) => ({ id: `${prefix}-${index + 1}`, text }));

/**
 * Renders Markdown as HTML: paragraphs, lists, headlines, code and links. Everything else is escaped text. All headlines have one level;
 * without `prefix`, the beginning of their IDs, they become paragraphs.
 */
export const markdown = (source: string, { prefix }: { readonly prefix?: string } = {}): Html => {
  const found: Html[] = [];
  let paragraph: string[] = [];
  let items: Html[] = [];
  let isNumbered = false;
  let headlines = 0;
  const close = () => {
    if (paragraph.length > 0) found.push(html`<p>${inline(paragraph.join('\n'))}</p>\n`);
    if (items.length > 0) found.push(isNumbered ? html`<ol>${items}</ol>\n` : html`<ul>${items}</ul>\n`);
    paragraph = [];
    items = [];
  };
  const read = (line: string) => {
    const [, , headline] = HEADLINE.exec(line) ?? [];
    const [, number, item] = ITEM.exec(line) ?? [];
    if (headline !== undefined) {
      close();
      headlines += 1;
      found.push(
        prefix === undefined ? html`<p>${inline(headline)}</p>\n` : html`<h2 id="${prefix}-${headlines}">${inline(headline)}</h2>\n`,
      );
    } else if (item !== undefined) {
      if (paragraph.length > 0) close();
      isNumbered = number !== undefined;
      items.push(html`<li>${inline(item)}</li>`);
    } else if (line.trim() === '') close();
    else {
      if (items.length > 0) close();
      paragraph.push(line);
    }
  };
  for (const [index, part] of source.split(/^```.*(?:\n|$)/m).entries()) {
    // Every other part is a block of code.
    if (index % 2 === 1) found.push(html`<pre><code>${part.replace(/\n$/, '')}</code></pre>\n`);
    else for (const line of part.split('\n')) read(line);
    close();
  }
  return html`${found}`;
};

/** Renders one line of Markdown as HTML without a paragraph. */
export const markdownLine = inline;
