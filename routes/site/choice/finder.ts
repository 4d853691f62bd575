import {
  type FacetCount,
  firstFew,
  isLongerThan,
  LONGEST_QUERY,
  type PostLike,
  pageOfTerms,
  type Query,
  shownNames,
  type TermLike,
} from '../../../lib/content';
import { fieldAt } from '../../../lib/database';
import { type Html, html, type Part } from '../../../lib/html';
import type { Text } from '../../../lib/language';
import { dayText, type PageRequest, viewOf } from '../../../lib/site';
import { eventType } from '../../events';
import { EVENT_LINKS } from '../../shared/about';
import { beginOf } from '../../shared/days';
import { ATTENDANCE_WORDS } from '../events/facts';
import { WORDS } from '../words';
import { type Choice, DAY_NAMES, type EventRange, eventsRequest } from './choice';

const MOST_OFFERED = 100;

/** The most events that menus count. Counting more takes too long for a page. */
const MOST_COUNTED = 2000;

interface Offer {
  readonly value: number;
  readonly name: string;
  readonly count?: number;
}

type Offers = Readonly<Record<'categories' | 'venue', readonly Offer[]>>;

const byName = (offers: readonly Offer[], language: string): readonly Offer[] => {
  const { compare } = new Intl.Collator(language);
  return offers.toSorted((one, other) => compare(one.name, other.name));
};

const offered = (counts: readonly FacetCount[], language: string): readonly Offer[] =>
  byName(
    counts.slice(0, MOST_OFFERED).map(({ value, name = String(value), count }) => ({ value: Number(value), name, count })),
    language,
  );

/** Reads the categories and venues of the events in a range, with the number of events if there are few. */
const offersOf = async (request: PageRequest, range: EventRange): Promise<Offers> => {
  const { services, language } = request;
  const type = eventType(services);
  const listed = eventsRequest(request, range);
  if (await isLongerThan(type, listed, MOST_COUNTED))
    return services.cache.getOrMake(`menus ${language}`, bytesOf, () => uncountedOffers(request));
  const counts = await type.countFacets(['categories', 'venue'], listed);
  return { categories: offered(counts['categories'] ?? [], language), venue: offered(counts['venue'] ?? [], language) };
};

/** Estimates the bytes in memory of the choices of two menus. */
const bytesOf = (offers: Offers): number => 4 * JSON.stringify(offers).length;

/** Reads the categories in use, and the venues of coming events. No venues if there are more than a menu offers. */
const uncountedOffers = async (request: PageRequest): Promise<Offers> => {
  const { services, language } = request;
  const [categories, venues] = [services.termLikes.get('categories') as TermLike, services.postLikes.get('venues') as PostLike];
  const view = viewOf(request);
  const withComingEvents = { filters: {}, view, status: ['publish'], conditions: [{ until: { $gte: services.clock.minute() } }] } as const;
  const [terms, venueRecords] = await Promise.all([
    pageOfTerms(services, categories, { page: 1, per_page: MOST_OFFERED }, view),
    firstFew(venues, withComingEvents, MOST_OFFERED + 1),
  ]);
  const named = venueRecords.map((host) => ({ value: host._id, name: String(fieldAt(host, venues.titled)) }));
  return {
    categories: terms.records.map(({ _id, name }) => ({ value: _id, name })),
    venue: named.length > MOST_OFFERED ? [] : byName(named, language),
  };
};

const option = (value: string, text: string, { isSelected = false } = {}): Html =>
  html`<option value="${value}"${isSelected && html` selected`}>${text}</option>`;

/** Renders a menu of records. The menu shows the first chosen record; hidden form fields repeat the others. */
const menu = (name: string, [label, any]: readonly [string, string], offers: readonly Offer[], chosen: readonly ActiveFilter[]): Part => {
  const [first, ...others] = chosen.filter((one) => one.name === name);
  const isOffered = offers.some(({ value }) => value === first?.value);
  const all = first === undefined || isOffered ? offers : [{ value: first.value as number, name: first.text }, ...offers];
  const sent = others.length === 0 ? name : `${name}[]`;
  return (
    all.length > 0 &&
    html`<p><label for="${name}">${label}</label><select id="${name}" name="${sent}">${option('', any)}${all.map((offer) =>
      option(String(offer.value), offer.count === undefined ? offer.name : `${offer.name} (${offer.count})`, {
        isSelected: offer.value === first?.value,
      }),
    )}</select>${others.map(({ value }) => hidden(sent, value))}</p>
`
  );
};

const hidden = (name: string, value: unknown): Html => html`<input type="hidden" name="${name}" value="${[value].flat().join(',')}">`;

/** The query parameters without a visible field, which the form repeats in hidden fields. */
const HIDDEN_PARAMS = ['tags', 'organizer', 'attendance', 'geoloc_lat', 'geoloc_lng'] as const;

/** Renders the menu of radii, in kilometres. Nothing if the choice has no point. */
const radiusMenu = ({ query }: Choice, request: PageRequest): Part => {
  if (query.geoloc_lat === undefined) return undefined;
  const chosen = Number(query.geoloc_radius ?? eventType(request.services).args.list['geoloc_radius']?.default);
  const radii = [...new Set([1, 2, 5, 10, 25, 50, 100, chosen])].sort((one, other) => one - other);
  return html`<p><label for="radius">${WORDS.radius[request.language]}</label><select id="radius" name="geoloc_radius">${radii.map((one) => option(String(one), `${one} km`, { isSelected: one === chosen }))}</select></p>\n`;
};

/** Renders the search form for events: words, days, category, place and price. It works without scripts. Returns the active filters too. */
export const searchForm = async (
  request: PageRequest,
  { choice, range, daysQuery }: { readonly choice: Choice; readonly range: EventRange; readonly daysQuery: Query },
): Promise<{ readonly form: Html; readonly chosen: readonly ActiveFilter[] }> => {
  const { base, language, services } = request;
  const { query } = choice;
  const chosen = await activeFilters(request, choice);
  const offers = await offersOf(request, range);
  const hasDayFields = Object.keys(daysQuery).length === 0;
  const date = (name: 'start_date' | 'end_date', label: string) =>
    html`<p><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${query[name]}"></p>\n`;
  const hiddenFields = [
    ...Object.entries(daysQuery).map(([name, value]) => hidden(name, value)),
    ...HIDDEN_PARAMS.flatMap((name) => (query[name] === undefined ? [] : [hidden(name, query[name])])),
  ];
  const form = html`<form class="finder" role="search" action="${base}/" method="get" data-suggest="${base}/${services.namespace}/suggest">
<div class="words"><label for="q">${WORDS.search[language]}</label>
<input type="search" id="q" name="q" value="${query.q}" maxlength="${LONGEST_QUERY}" autocomplete="off" list="suggestions"><datalist id="suggestions"></datalist>
<button class="button">${WORDS.find[language]}</button>
<button class="button plain" type="button" id="near" hidden>${WORDS.nearMe[language]}</button> <span class="quiet" role="status" data-failed="${WORDS.nowhere[language]}"></span></div>
<details><summary>${WORDS.filters[language]}</summary>
<div class="fields">
${
  hasDayFields &&
  html`<p><label for="when">${WORDS.when[language]}</label><select id="when" name="when">${option('', WORDS.anyTime[language])}${DAY_NAMES.map((name) => option(name, WORDS.named[name][language], { isSelected: query.when === name }))}</select></p>
${date('start_date', WORDS.fromLabel[language])}${date('end_date', WORDS.toLabel[language])}`
}${menu('categories', [WORDS.category[language], WORDS.anyCategory[language]], offers.categories, chosen)}${menu('venue', [WORDS.place[language], WORDS.anyPlace[language]], offers.venue, chosen)}${radiusMenu(choice, request)}<p>${query.free === false && hidden('free', false)}<label><input type="checkbox" name="free" value="true"${query.free === true && html` checked`}> ${WORDS.free.yes[language]}</label></p>
${
  services.site.served.languages.length > 1 &&
  html`<p><label><input type="checkbox" name="ml_fallback" value="true"${query.ml_fallback === true && html` checked`}> ${WORDS.fallback[language]}</label></p>
`
}</div>
</details>
${hiddenFields}</form>
`;
  return { form, chosen };
};

export const searchBox = ({ base, language }: PageRequest): Html => html`<form role="search" action="${base}/" method="get">
<p><label for="q">${WORDS.search[language]}</label> <input type="search" id="q" name="q" maxlength="${LONGEST_QUERY}"> <button class="button">${WORDS.find[language]}</button></p>
</form>
`;

/** An active filter of a page: its name, its value in words, and the address query without it. */
interface ActiveFilter {
  readonly name: string;
  /** The value of the filter. For a translation shown instead of the given record: the ID of the translation. */
  readonly value: unknown;
  readonly text: string;
  /** The language of `text`, if it differs from that of the page. */
  readonly language?: PageRequest['language'] | undefined;
  readonly without: Query;
}

/** Returns the active filters of a choice, one entry for each value. */
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
      // The name of a record is hidden from visitors who may not see the record.
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

/** Renders the active filters as links. Each link removes one filter. `addressOf` returns the page's address with another choice. */
export const activeFilterLinks = ({ language }: PageRequest, chosen: readonly ActiveFilter[], addressOf: (choice: Query) => string): Part =>
  chosen.length > 0 &&
  html`<nav class="chosen" aria-label="${WORDS.chosen[language]}"><ul>
${chosen.map(({ text, language: textLanguage, without }) => html`<li><a href="${addressOf(without)}" rel="nofollow" title="${WORDS.takeOff[language]}"><span class="unseen">${WORDS.takeOff[language]} </span><span${textLanguage !== undefined && html` lang="${textLanguage}"`}>${text}</span> <span aria-hidden="true">×</span></a></li>\n`)}${
  chosen.length > 1 && html`<li><a href="${addressOf({})}">${WORDS.takeOffAll[language]}</a></li>\n`
}</ul></nav>
`;

/** Returns the title of a page, followed by its active filters. */
export const titleWith = (title: string, chosen: readonly ActiveFilter[]): string => [title, ...chosen.map(({ text }) => text)].join(' · ');
