import { type Html, html, type Part } from './html';

/** Characters that XML documents may not contain, not even escaped (XML 1.0, section 2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const clean = (part: Part): Part => {
  if (typeof part === 'string') return part.replace(FORBIDDEN, '');
  return Array.isArray(part) ? part.map(clean) : part;
};

/** A template tag for XML. Inserted text is escaped as in `html`, without the characters that XML forbids. */
export const xml = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => html(texts, ...parts.map(clean));

/** The declaration at the beginning of every XML document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
