import { html, type Part } from '../../html';
import { descriptionHtml } from './description-html';
import { type ShownImage, type ShownRecord, textIn } from './shown-record';

/**
 * A record's image, which another server has: it learns nothing of the page, and is asked as the image comes into view. Nobody knows how wide and high
 * it is before; its place is of a size that does not depend on that.
 */
export const picture = (image: ShownImage | undefined): Part =>
  image !== undefined &&
  html`<p class="picture"><img src="${image.address}" alt="${image.alt}" loading="lazy" referrerpolicy="no-referrer"></p>\n`;

/** A record's description; without one its excerpt. */
export const told = (shown: ShownRecord): Part => {
  const text = textIn(shown, 'description') || textIn(shown, 'excerpt');
  return text !== '' && html`<div>${descriptionHtml(text)}</div>\n`;
};
