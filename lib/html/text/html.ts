const MARKUP = Symbol('markup');

/** A piece of HTML, made by the template `html`. All inserted text is escaped. */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value inserted in a template: text, which is escaped, HTML, a list, or nothing (undefined or false). */
export type Part = string | number | undefined | false | Html | readonly Part[];

const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, (one) => CHARACTERS[one] ?? one);
  return MARKUP in part ? part[MARKUP] : part.map(written).join('');
};

/** A template tag for HTML. Inserted text is escaped, in elements and in quoted attributes. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [MARKUP]: texts.map((text, index) => (index === 0 ? text : written(parts[index - 1]) + text)).join(''),
});

/** Marks a text as markup of this program, e.g. a style sheet, so that it is not escaped. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup });

/** The markup of a piece of HTML. */
export const markupOf = (piece: Html): string => piece[MARKUP];
