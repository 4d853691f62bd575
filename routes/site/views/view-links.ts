import { type Query, toQuery } from '../../../lib/content';
import { type Html, html, type Part } from '../../../lib/html';
import type { PageRequest } from '../../../lib/site';
import { type Choice, isChosen, NAMED_DAYS, type NamedDays } from '../choice/choice';
import { WORDS } from '../words';

/** The address of a start page with a query, below the language root `base`. */
export const startAddress = (base: string, query: Query = {}): string => `${base}/${toQuery(query)}`;

/** Links to the same choice as a list, a month and a day. If filters are set, robots should not follow. */
export const viewLinks = ({ base, language }: PageRequest, choice: Choice, shown: 'list' | 'month' | 'day', day: string): Part => {
  const { filters: query } = choice;
  const views = [
    ['list', startAddress(base, shown === 'list' ? choice.query : query)],
    ['month', startAddress(base, { ...query, month: day.slice(0, 7) })],
    ['day', startAddress(base, { ...query, day })],
  ] as const;
  const rel = isChosen(choice) && html` rel="nofollow"`;
  return html`<nav class="views" aria-label="${WORDS.views[language]}"><ul>${views.map(
    ([view, href]) => html`<li><a href="${href}"${rel}${view === shown && html` aria-current="true"`}>${WORDS[view][language]}</a></li>`,
  )}</ul></nav>
`;
};

/** Links to the named days, such as today or the weekend, with the other filters unchanged. */
export const namedDayLinks = ({ base, language }: PageRequest, { query }: Choice): Html =>
  html`<nav class="views" aria-label="${WORDS.when[language]}"><ul>${(Object.keys(NAMED_DAYS) as NamedDays[]).map(
    (when) =>
      html`<li><a href="${startAddress(base, { ...query, when })}" rel="nofollow"${query['when'] === when && html` aria-current="true"`}>${WORDS.named[when][language]}</a></li>`,
  )}</ul></nav>
`;
