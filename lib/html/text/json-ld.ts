import { type Html, html, trusted } from './html';

const SIGNS = /[<>&\u2028\u2029]/g;

/** A script element with JSON-LD. Its content is escaped, so that it cannot end the element. */
export const jsonLdScript = (description: object): Html => {
  const text = JSON.stringify(description).replace(SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return html`<script type="application/ld+json">${trusted(text)}</script>\n`;
};
