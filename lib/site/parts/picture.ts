import { html, type Part } from '../../html';
import { descriptionHtml } from './description-html';
import { type ShownImage, type ShownRecord, textIn } from './shown-record';

/**
 * A record's image, loaded lazily from another server without a referrer. Its size is unknown, so the place on the page has a fixed one.
 */
export const picture = (image: ShownImage | undefined): Part =>
  image !== undefined &&
  html`<p class="picture"><img src="${image.address}" alt="${image.alt}" loading="lazy" referrerpolicy="no-referrer"></p>\n`;

/** A record's description, else its excerpt. */
export const told = (shown: ShownRecord): Part => {
  const text = textIn(shown, 'description') || textIn(shown, 'excerpt');
  return text !== '' && html`<div>${descriptionHtml(text)}</div>\n`;
};
