import { html, type Part } from '../../pages/html';
import { passage } from '../../pages/passage';
import { isFollowable, type ShownRecord, textIn } from './shown-record';

/** A record's image, which another server has: it learns nothing of the page, and is asked as the image comes into view. */
export const picture = (address: string | undefined, name: string): Part =>
  address !== undefined &&
  isFollowable(address) &&
  html`<p><img src="${address}" alt="${name}" loading="lazy" referrerpolicy="no-referrer"></p>\n`;

/** A record's description; without one its excerpt. */
export const told = (shown: ShownRecord): Part => {
  const text = textIn(shown, 'description') || textIn(shown, 'excerpt');
  return text !== '' && html`<div>${passage(text)}</div>\n`;
};
