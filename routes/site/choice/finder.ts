import { createFacets, type FacetCount, LONGEST_SEARCHED, pageOfTerms, type Query, type TermLike } from '../../../lib/content';
import { refusalOf } from '../../../lib/database';
import { type Html, html, type Part } from '../../../lib/html';
import { type PageRequest, viewOf } from '../../../lib/site';
import { eventsOf } from '../events/event-list';
import { WORDS } from '../words';
import type { ActiveFilter } from './active-filters';
import { type Choice, DAY_NAMES } from './choice';
import { eventsIn, type Span } from './span';

/** The maximum number of options in a menu. */
const MOST_OFFERED = 100;

/** An option of a menu: filter value, name and number of events, if known. */
interface Offer {
  readonly value: number;
  readonly name: string;
  readonly count?: number;
}

type Offers = Readonly<Record<'categories' | 'venue', readonly Offer[]>>;

const offered = (counts: readonly FacetCount[] = [], language: string): readonly Offer[] => {
  const { compare } = new Intl.Collator(language);
  return counts
    .slice(0, MOST_OFFERED)
    .map(({ value, name = String(value), count }) => ({ value: Number(value), name, count }))
    .sort((one, other) => compare(one.name, other.name));
};

/**
 * The categories and venues of the events in a span, with their numbers. If there are too many events to count, the first categories by
 * name.
 */
const offersOf = async (request: PageRequest, span: Span): Promise<Offers> => {
  const { services, language } = request;
  try {
    const counts = await createFacets(services, eventsOf(request))(['categories', 'venue'], eventsIn(request, span));
    return { categories: offered(counts['categories'], language), venue: offered(counts['venue'], language) };
  } catch (error) {
    if (refusalOf(error)?.reasons['facets'] === undefined) throw error;
    const categories = services.termLikes.get('categories') as TermLike;
    const { records } = await pageOfTerms(services, categories, { page: 1, per_page: MOST_OFFERED }, viewOf(request));
    return { categories: records.map(({ _id, name }) => ({ value: _id, name })), venue: [] };
  }
};

const option = (value: string, text: string, { isSelected = false } = {}): Html =>
  html`<option value="${value}"${isSelected && html` selected`}>${text}</option>`;

/** A menu of records. It shows the first chosen one; hidden fields keep the others. */
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

/** The parameters without a visible field, which the form keeps. */
const HIDDEN_PARAMS = ['tags', 'organizer', 'attendance', 'geoloc_lat', 'geoloc_lng'] as const;

/** The menu of radii, in kilometres. Nothing if the choice has no point. */
const radiusMenu = ({ query }: Choice, request: PageRequest): Part => {
  if (query.geoloc_lat === undefined) return undefined;
  const chosen = Number(query.geoloc_radius ?? eventsOf(request).args.list['geoloc_radius']?.default);
  const radii = [...new Set([1, 2, 5, 10, 25, 50, 100, chosen])].sort((one, other) => one - other);
  return html`<p><label for="radius">${WORDS.radius[request.language]}</label><select id="radius" name="geoloc_radius">${radii.map((one) => option(String(one), `${one} km`, { isSelected: one === chosen }))}</select></p>\n`;
};

interface Finding {
  readonly choice: Choice;
  readonly chosen: readonly ActiveFilter[];
  /** The days whose events are counted. */
  readonly span: Span;
  /** The month or day of the page, as address parameters. */
  readonly period: Query;
}

/** The search form for events: words, days, category, place and price. It works without scripts. */
export const finder = async (request: PageRequest, { choice, chosen, span, period }: Finding): Promise<Html> => {
  const { base, language, services } = request;
  const { query } = choice;
  const offers = await offersOf(request, span);
  const isOfDays = Object.keys(period).length === 0;
  const date = (name: 'start_date' | 'end_date', label: string) =>
    html`<p><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${query[name]}"></p>\n`;
  const hiddenFields = [
    ...Object.entries(period).map(([name, value]) => hidden(name, value)),
    ...HIDDEN_PARAMS.flatMap((name) => (query[name] === undefined ? [] : [hidden(name, query[name])])),
  ];
  return html`<form class="finder" role="search" action="${base}/" method="get" data-suggest="${base}/${services.namespace}/suggest">
<div class="words"><label for="q">${WORDS.search[language]}</label>
<input type="search" id="q" name="q" value="${query.q}" maxlength="${LONGEST_SEARCHED}" autocomplete="off" list="suggestions"><datalist id="suggestions"></datalist>
<button class="button">${WORDS.find[language]}</button>
<button class="button plain" type="button" id="near" hidden>${WORDS.nearMe[language]}</button> <span class="quiet" role="status" data-failed="${WORDS.nowhere[language]}"></span></div>
<details><summary>${WORDS.filters[language]}</summary>
<div class="fields">
${
  isOfDays &&
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
};

/** A form that searches coming events by words. */
export const searchBox = ({ base, language }: PageRequest): Html => html`<form role="search" action="${base}/" method="get">
<p><label for="q">${WORDS.search[language]}</label> <input type="search" id="q" name="q" maxlength="${LONGEST_SEARCHED}"> <button class="button">${WORDS.find[language]}</button></p>
</form>
`;
