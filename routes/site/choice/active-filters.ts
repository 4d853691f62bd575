import { type Query, shownNames } from '../../../lib/content';
import { html, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import { dayText, type PageRequest } from '../../../lib/site';
import { EVENT_LINKS } from '../../shared/about';
import { WORDS } from '../words';
import type { Choice, NamedDays } from './choice';
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

/** The kinds of attendance in words. */
export const ATTENDANCE_WORDS: Readonly<Record<string, Text>> = { online: WORDS.online, offline: WORDS.onSite, mixed: WORDS.mixed };

/** The active filters of a choice, one entry for each value. */
export const activeFilters = async (request: PageRequest, { query }: Choice): Promise<readonly ActiveFilter[]> => {
  const { language, services, user } = request;
  const one = (name: string, textOf: (value: never) => Text, ...more: readonly string[]): ActiveFilter[] => {
    const value = query[name];
    if (value === undefined) return [];
    const without = { ...query, ...Object.fromEntries([name, ...more].map((gone) => [gone, undefined])) };
    return [{ name, value, text: textOf(value as never)[language], without }];
  };
  const several = <V>(name: string, shownAs: (value: V) => Pick<ActiveFilter, 'value' | 'text' | 'language'>): ActiveFilter[] => {
    const values = (query[name] ?? []) as readonly V[];
    return values.map((value) => {
      const others = values.filter((other) => other !== value);
      return { name, ...shownAs(value), without: { ...query, [name]: others.length > 0 ? others : undefined } };
    });
  };
  const records = await Promise.all(
    Object.entries(EVENT_LINKS).map(async ([name, plural]) => {
      const ids = (query[name] ?? []) as readonly number[];
      const names = await shownNames(services, plural, { ids, language }, user);
      // A record that the visitor may not see has no name.
      return several<number>(name, (id) => {
        const shown = names.get(id);
        if (shown === undefined) return { value: id, text: String(id) };
        return { value: shown.id, text: shown.name, language: shown.language === language ? undefined : shown.language };
      });
    }),
  );
  const nameOf = (day: string) => dayText(beginOf(day), request);
  return [
    ...one('q', WORDS.quoted),
    ...one('when', (when: NamedDays) => WORDS.named[when]),
    ...one('start_date', (day: string) => WORDS.fromDay(nameOf(day))),
    ...one('end_date', (day: string) => WORDS.toDay(nameOf(day))),
    ...records.flat(),
    ...one('free', (isFree: boolean) => WORDS.free[isFree ? 'yes' : 'no']),
    ...several<string>('attendance', (value) => ({ value, text: ATTENDANCE_WORDS[value]?.[language] ?? value })),
    ...one('ml_fallback', () => WORDS.fallback),
    ...one('geoloc_lat', () => WORDS.near(query['geoloc_radius'] as number | undefined), 'geoloc_lng', 'geoloc_radius'),
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
