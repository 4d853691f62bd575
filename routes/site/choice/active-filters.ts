import { type Query, shownNames } from '../../../lib/content';
import { html, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import { dayText, type PageRequest } from '../../../lib/site';
import { EVENT_LINKS } from '../../shared/about';
import { ATTENDANCE_WORDS } from '../events/facts';
import { WORDS } from '../words';
import type { Choice } from './choice';
import { beginOf } from './days';

/** An active filter of a page: its name, its value in words, and the address query without it. */
export interface ActiveFilter {
  readonly name: string;
  /** The value of the filter. A record shown instead of another one has its own ID here. */
  readonly value: unknown;
  readonly text: string;
  /** The language of the text, if it differs from that of the page. */
  readonly language?: PageRequest['language'] | undefined;
  readonly without: Query;
}

/** The active filters of a choice, one entry for each value. */
export const activeFilters = async (request: PageRequest, { query }: Choice): Promise<readonly ActiveFilter[]> => {
  const { language, services, user } = request;
  const { q, when, start_date, end_date, free, attendance = [], geoloc_lat, geoloc_radius } = query;
  const one = (name: keyof Choice['query'], text: Text | undefined, more: Query = {}): ActiveFilter[] =>
    text === undefined ? [] : [{ name, value: query[name], text: text[language], without: { ...query, [name]: undefined, ...more } }];
  const several = <V>(
    name: keyof Choice['query'],
    values: readonly V[],
    shownAs: (value: V) => Pick<ActiveFilter, 'value' | 'text' | 'language'>,
  ): ActiveFilter[] =>
    values.map((value) => {
      const others = values.filter((other) => other !== value);
      return { name, ...shownAs(value), without: { ...query, [name]: others.length > 0 ? others : undefined } };
    });
  const records = await Promise.all(
    (['categories', 'tags', 'venue', 'organizer'] as const).map(async (name) => {
      const ids = query[name] ?? [];
      const names = await shownNames(services, EVENT_LINKS[name], { ids, language }, user);
      // A record that the visitor may not see has no name.
      return several(name, ids, (id) => {
        const shown = names.get(id);
        if (shown === undefined) return { value: id, text: String(id) };
        return { value: shown.id, text: shown.name, language: shown.language === language ? undefined : shown.language };
      });
    }),
  );
  const nameOf = (day: string) => dayText(beginOf(day), request);
  return [
    ...one('q', q === undefined ? undefined : WORDS.quoted(q)),
    ...one('when', when && WORDS.named[when]),
    ...one('start_date', start_date === undefined ? undefined : WORDS.fromDay(nameOf(start_date))),
    ...one('end_date', end_date === undefined ? undefined : WORDS.toDay(nameOf(end_date))),
    ...records.flat(),
    ...one('free', free === undefined ? undefined : WORDS.free[free ? 'yes' : 'no']),
    ...several('attendance', attendance, (value) => ({ value, text: ATTENDANCE_WORDS[value]?.[language] ?? value })),
    ...one('ml_fallback', query.ml_fallback && WORDS.fallback),
    ...one('geoloc_lat', geoloc_lat === undefined ? undefined : WORDS.near(geoloc_radius), {
      geoloc_lng: undefined,
      geoloc_radius: undefined,
    }),
  ];
};

/** The active filters as links that remove one of them. `addressOf` is the address of the page with another choice. */
export const activeFilterLinks = ({ language }: PageRequest, chosen: readonly ActiveFilter[], addressOf: (choice: Query) => string): Part =>
  chosen.length > 0 &&
  html`<nav class="chosen" aria-label="${WORDS.chosen[language]}"><ul>
${chosen.map(({ text, language: textLanguage, without }) => html`<li><a href="${addressOf(without)}" rel="nofollow" title="${WORDS.takeOff[language]}"><span class="unseen">${WORDS.takeOff[language]} </span><span${textLanguage !== undefined && html` lang="${textLanguage}"`}>${text}</span> <span aria-hidden="true">×</span></a></li>\n`)}${
  chosen.length > 1 && html`<li><a href="${addressOf({})}">${WORDS.takeOffAll[language]}</a></li>\n`
}</ul></nav>
`;

/** The title of a page, followed by its active filters. */
export const titleWith = (title: string, chosen: readonly ActiveFilter[]): string => [title, ...chosen.map(({ text }) => text)].join(' · ');
