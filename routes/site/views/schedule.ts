import { firstFew, listingOf, pagesOf, type Query } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { type Html, html, type Part } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import { dayText, listPager, type PageRequest, queryPage } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { beginOf, dayAfter, dayOf, today } from '../choice/days';
import { eventsIn, type Span } from '../choice/span';
import { eventItems, eventsOf, PER_PAGE } from '../events/event-list';
import { WORDS } from '../words';

/** The maximum number of events that have begun earlier, shown before the others. */
const MOST_RUNNING = 5;

/** The events of a span on a page. */
interface Schedule {
  readonly total: number;
  /** The start day of the first event that starts within the span. */
  readonly day: string | undefined;
  readonly part: Html;
}

interface FoundEvents {
  readonly records: readonly EventRecord[];
  readonly total: number;
  readonly corrected: readonly string[];
}

const NONE: FoundEvents = { records: [], total: 0, corrected: [] };

const find = async (request: PageRequest, span: Span, more: readonly object[], skip: number, limit: number): Promise<FoundEvents> => {
  const type = eventsOf(request);
  const query = await listingOf(type, eventsIn(request, span, more));
  // MongoDB takes 0 for no limit.
  const found = limit === 0 ? { records: [], total: await type.posts.count(query) } : await type.posts.page({ ...query, skip, limit });
  return { ...found, corrected: query.corrected };
};

/** A few events of a span. Those that start within it come first. */
export const firstEvents = async (request: PageRequest, span: Span, most: number): Promise<readonly EventRecord[]> => {
  const within = await firstFew(eventsOf(request), eventsIn(request, span, [span.within]), most);
  const rest = most - within.length;
  return rest === 0 ? within : [...within, ...(await firstFew(eventsOf(request), eventsIn(request, span, [span.before]), rest))];
};

interface ScheduleOptions {
  /** True to list all events that have begun before. */
  readonly isRunning: boolean;
  /** The address of the page with additional parameters. */
  addressOf(more: Query): string;
}

/**
 * One page of the events of a span: a few running ones, then the others below a heading for each day. A text search is ordered by
 * relevance, without headings. Throws if the page does not exist.
 */
export const scheduleOf = async (request: PageRequest, span: Span, { isRunning, addressOf }: ScheduleOptions): Promise<Schedule> => {
  const { language } = request;
  const page = queryPage(request);
  const isRanked = span.filters['q'] !== undefined;
  const isFlat = isRanked || isRunning;
  const more = isRunning ? [span.before] : isRanked ? [] : [span.within];
  const [listed, running] = await Promise.all([
    find(request, span, more, (page - 1) * PER_PAGE, PER_PAGE),
    isFlat ? NONE : find(request, span, [span.before], 0, page > 1 ? 0 : MOST_RUNNING),
  ]);
  const pages = pagesOf({ page, perPage: PER_PAGE, total: listed.total });
  if (page > 1 && page > pages) throw errors.pageNotFound(eventsOf(request), pages);
  const before = running.records.length;
  const items = await eventItems(request, [...running.records, ...listed.records], {
    isBelowDay: (index) => !isFlat && index >= before,
    filters: span.filters,
  });
  const to = (other: number) => addressOf({ running: isRunning || undefined, page: other > 1 ? other : undefined });
  const part = html`${
    listed.total > 0 && listed.corrected.map((word) => html`<p class="notice">${WORDS.corrected(word)[language]}</p>\n`)
  }${
    before > 0 &&
    html`${headed(WORDS.running[language], items.slice(0, before))}${
      running.total > before && html`<p><a href="${addressOf({ running: true })}">${WORDS.allRunning(running.total)[language]}</a></p>\n`
    }`
  }${
    isFlat ? headed((isRunning ? WORDS.running : WORDS.found)[language], items) : byDay(request, listed.records, items.slice(before))
  }${listPager(request, page, pages, to)}`;
  const [first] = isFlat ? [] : listed.records;
  return { total: listed.total + running.total, day: first && dayOf(first.startDate), part };
};

const headed = (heading: Part, items: readonly Html[]): Part =>
  items.length > 0 && html`<h2>${heading}</h2>\n<ul class="list">\n${items}</ul>\n`;

/** Events below headings with their start days. */
const byDay = (request: PageRequest, records: readonly EventRecord[], items: readonly Html[]): Part => {
  const days = new Map<string, Html[]>();
  for (const [index, item] of items.entries()) {
    const day = dayOf(records[index]?.startDate ?? '');
    const its = days.get(day) ?? [];
    its.push(item);
    days.set(day, its);
  }
  return [...days].map(([day, its]) => headed(html`<time datetime="${day}">${dayTitle(request, day)}</time>`, its));
};

/** A day as a heading. It says “Today” or “Tomorrow” if so. */
const dayTitle = (request: PageRequest, day: string): string => {
  const { language } = request;
  const text = dayText(beginOf(day), request);
  const now = today(request);
  if (day === now) return `${WORDS.today[language]}, ${text}`;
  return day === dayAfter(now, 1) ? `${WORDS.tomorrow[language]}, ${text}` : capitalized(text);
};
