import { type Html, html, type Part } from './html';

/** Characters that no XML document may have, not even escaped (XML 1.0, section 2.2). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const clean = (part: Part): Part => {
  if (typeof part === 'string') return part.replace(FORBIDDEN, '');
  return Array.isArray(part) ? part.map(clean) : part;
};

/** A template of XML: what is filled in is escaped, as in HTML, and without what XML cannot hold. */
export const xml = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => html(texts, ...parts.map(clean));

/** What every XML document begins with. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
