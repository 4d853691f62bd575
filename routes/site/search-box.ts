import { LONGEST_SEARCHED } from '../../lib/content';
import { type Html, html } from '../../lib/html';
import type { PageRequest } from '../../lib/site';
import { WORDS } from './words';

/** A form that searches coming events by words. */
export const searchBox = ({ base, language }: PageRequest): Html => html`<form role="search" action="${base}/" method="get">
<p><label for="q">${WORDS.search[language]}</label> <input type="search" id="q" name="q" maxlength="${LONGEST_SEARCHED}"> <button class="button">${WORDS.find[language]}</button></p>
</form>
`;
