const MARKUP = Symbol('markup');

/** A fragment of HTML, made by the template tag `html`. All inserted text is escaped. */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value inserted in a template: text or HTML, a list of them, or nothing (undefined or false). Text is escaped. */
export type Part = string | number | undefined | false | Html | readonly Part[];

const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, (one) => CHARACTERS[one] ?? one);
  return MARKUP in part ? part[MARKUP] : part.map(written).join('');
};

/** Makes HTML as a template tag. Text inserted in elements and in quoted attributes is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  [MARKUP]: texts.map((text, index) => (index === 0 ? text : written(parts[index - 1]) + text)).join(''),
});

export const joined = (parts: readonly Part[], separator = ', '): readonly Part[] =>
  parts.map((part, index) => [index > 0 && separator, part]);

/** Marks a text as markup of this program, e.g. a style sheet, so that templates do not escape the text. */
export const trusted = (markup: string): Html => ({ [MARKUP]: markup });

export const markupOf = (piece: Html): string => piece[MARKUP];

const SIGNS = /[<>&\u2028\u2029]/g;

/** Makes a script element with JSON-LD. The JSON is escaped, so that it cannot end the element. */
export const jsonLdScript = (description: object): Html => {
  const text = JSON.stringify(description).replace(SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return html`<script type="application/ld+json">${trusted(text)}</script>\n`;
};

/** Matches the characters that XML documents may not contain, not even escaped (XML 1.0, section 2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const clean = (part: Part): Part => {
  if (typeof part === 'string') return part.replace(FORBIDDEN, '');
  return Array.isArray(part) ? part.map(clean) : part;
};

/** Makes XML as a template tag. Inserted text is escaped as in `html`, without the characters that XML forbids. */
export const xml = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => html(texts, ...parts.map(clean));

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
