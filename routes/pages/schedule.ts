import { errors } from '../../lib/errors';
import type { Query, Sent } from '../../lib/kinds/context';
import { listingOf } from '../../lib/kinds/listing/listing';
import { pagesOf } from '../../lib/kinds/lists';
import { pagerOf } from '../../lib/kinds/pages/pager';
import { askedPage, askedText, type PageVisit, viewOf } from '../../lib/kinds/pages/visit';
import { capitalized } from '../../lib/language';
import { dayText } from '../../lib/pages/dates';
import { type Html, html, type Part } from '../../lib/pages/html';
import type { EventRecord } from '../events';
import type { Choice } from './choice';
import { beginOf, dayAfter, endOf, iso, NEVER, today } from './days';
import { eventsOf } from './event-kind';
import { eventItems } from './event-list';
import { WORDS } from './words';

/** How many events a page shows, and how many before them that have begun earlier. */
const PER_PAGE = 20;
const MOST_RUNNING = 5;

const MINUTE = 60_000;

/** Days whose events are shown: from one on, and the filters by which these are found. */
export interface Span {
  readonly first: string;
  readonly filters: Sent;
}

/** All of a day, and of all days up to another one. */
export const wholeDays = (visit: PageVisit, { filters }: Pick<Choice, 'filters'>, first: string, last: string): Span => ({
  first,
  filters: {
    ...filters,
    overlaps: true,
    strict_dates: true,
    start_date: iso(beginOf(visit, first)),
    end_date: iso(endOf(visit, last)),
  },
});

/** What of the chosen days is still to come or on; of days that are over, all. */
export const comingDays = (visit: PageVisit, choice: Choice): Span => {
  const { filters, from, to } = choice;
  const now = today(visit);
  if (to !== undefined && to < now) return wholeDays(visit, choice, from ?? to, to);
  const first = from !== undefined && from > now ? from : now;
  // By the minute, so that what is counted is for all who come within one. What ends this very second is over.
  const minute = Math.floor(visit.services.clock.now().getTime() / MINUTE) * MINUTE + 1000;
  return {
    first,
    filters: {
      ...filters,
      overlaps: true,
      strict_dates: true,
      start_date: iso(first === now ? minute : beginOf(visit, first)),
      ...(to === undefined ? { starts_before: NEVER } : { end_date: iso(endOf(visit, to)) }),
    },
  };
};

/** The events of a span as a page shows them. */
export interface Schedule {
  readonly total: number;
  /** The day that the first of them starts on, of those that start within the span. */
  readonly day: string | undefined;
  readonly part: Html;
}

interface Found {
  readonly records: readonly EventRecord[];
  readonly total: number;
}

const find = async (visit: PageVisit, { filters }: Span, conditions: readonly object[], skip: number, limit: number): Promise<Found> => {
  const query = await listingOf(eventsOf(visit), { filters, view: viewOf(visit, false), status: ['publish'], conditions });
  return eventsOf(visit).posts.page({ ...query, skip, limit });
};

/**
 * The events of a span: those that have begun before it, then those that start in it below a heading for each day, so many to a page; with `?running=true`
 * all those that have begun before; those that are looked for by words in the order of how well they are found. `addressOf` is that of the same page with something more.
 * Throws where there is no such page.
 */
export const scheduleOf = async (visit: PageVisit, span: Span, addressOf: (more: Query) => string): Promise<Schedule> => {
  const page = askedPage(visit);
  const isRunning = askedText(visit, 'running') === 'true';
  const begin = `${span.first} 00:00:00`;
  const before = [{ startDate: { $lt: begin } }];
  const within = [{ startDate: { $gte: begin } }];
  const isRanked = span.filters['q'] !== undefined;
  const skip = (page - 1) * PER_PAGE;
  const [listed, running] = await Promise.all([
    find(visit, span, isRanked ? [] : isRunning ? before : within, skip, PER_PAGE),
    isRanked || isRunning ? NONE : find(visit, span, before, 0, MOST_RUNNING),
  ]);
  const pages = pagesOf({ page, perPage: PER_PAGE, total: listed.total });
  if (page > 1 && page > pages) throw errors.pageNotFound(eventsOf(visit), pages);
  const shown = page > 1 ? [] : running.records;
  const items = await eventItems(visit, [...shown, ...listed.records], (place) => !isRanked && !isRunning && place >= shown.length);
  const rest = items.slice(shown.length);
  const { language } = visit;
  const to = (other: number) => addressOf({ running: isRunning || undefined, page: other > 1 ? other : undefined });
  const part = html`${
    shown.length > 0 &&
    html`<h2>${WORDS.running[language]}</h2>
${listOf(items.slice(0, shown.length))}${
  running.total > shown.length && html`<p><a href="${addressOf({ running: true })}">${WORDS.allRunning(running.total)[language]}</a></p>\n`
}`
  }${isRanked || isRunning ? html`${rest.length > 0 && html`<h2>${isRunning ? WORDS.running[language] : WORDS.found[language]}</h2>\n${listOf(rest)}`}` : byDay(visit, listed.records, rest)}${pagerOf(
    WORDS.pages[language],
    page > 1 ? { href: to(page - 1), text: WORDS.previousPage[language] } : undefined,
    page < pages ? { href: to(page + 1), text: WORDS.nextPage[language] } : undefined,
  )}`;
  return { total: listed.total + running.total, day: isRanked || isRunning ? undefined : listed.records[0]?.startDate.slice(0, 10), part };
};

const NONE: Found = { records: [], total: 0 };

const listOf = (items: readonly Html[]): Html => html`<ul class="list">\n${items}</ul>\n`;

/** Events below a heading for each day that they start on. */
const byDay = (visit: PageVisit, records: readonly EventRecord[], items: readonly Html[]): Part => {
  const days = new Map<string, Html[]>();
  for (const [place, item] of items.entries()) {
    const day = records[place]?.startDate.slice(0, 10) ?? '';
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, its]) => html`<h2><time datetime="${day}">${dayTitle(visit, day)}</time></h2>\n${listOf(its)}`);
};

/** A day as a heading; of the present one and the next one it says so. */
export const dayTitle = (visit: PageVisit, day: string): string => {
  const { language } = visit;
  const text = dayText(`${day} 00:00:00`, language);
  const now = today(visit);
  if (day === now) return `${WORDS.today[language]}, ${text}`;
  return day === dayAfter(now, 1) ? `${WORDS.tomorrow[language]}, ${text}` : capitalized(text);
};
