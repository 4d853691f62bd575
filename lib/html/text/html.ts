const MARKUP = Symbol('markup');

/** A piece of HTML that `html` has made: all that came from elsewhere is escaped in it. */
export interface Html {
  readonly [MARKUP]: string;
}

/** What a template may hold: text, which is escaped, pieces of HTML, lists of them, and nothing: undefined, or a condition that is not met. */
export type Part = string | number | undefined | false | Html | readonly Part[];

const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, (one) => CHARACTERS[one] ?? one);
  return MARKUP in part ? part[MARKUP] : part.map(written).join('');
};

/** A template of HTML: what stands in it is markup, what is filled in is escaped, in text and in attributes between quotation marks. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [MARKUP]: texts.map((text, index) => (index === 0 ? text : written(parts[index - 1]) + text)).join(''),
});

/** Markup of our own that is none of a template, e.g. a style sheet, which escaping would spoil. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup });

/** The markup of a piece of HTML. */
export const markupOf = (piece: Html): string => piece[MARKUP];
