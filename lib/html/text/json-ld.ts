import { type Html, html, trusted } from './html';

const SIGNS = /[<>&\u2028\u2029]/g;

/** A description in the words of schema.org as it stands in a page: nothing in it can end the element or begin another one. */
export const jsonLdScript = (description: object): Html => {
  const text = JSON.stringify(description).replace(SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return html`<script type="application/ld+json">${trusted(text)}</script>\n`;
};
