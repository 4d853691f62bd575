import { firstFew, listingOf, pagesOf, type Query } from '../../../lib/content';
import { errors } from '../../../lib/errors';
import { type Html, html, type Part } from '../../../lib/html';
import { capitalized } from '../../../lib/language';
import { dayText, listPager, type PageRequest, queryPage } from '../../../lib/site';
import type { EventRecord } from '../../events';
import { beginOf, dayAfter, dayOf, today } from '../../shared/days';
import { type RequestedView, startAddress } from '../choice/choice';
import { eventsIn, type Span } from '../choice/span';
import { eventItems, eventsOf, PER_PAGE } from '../events/event-list';
import { WORDS } from '../words';

/** The maximum number of earlier started events that a list shows before the others. */
const MOST_RUNNING = 5;

interface Schedule {
  readonly total: number;
  /** The day of the first event that starts within the span. Undefined if there is none. */
  readonly day: string | undefined;
  readonly part: Html;
}

const find = async (request: PageRequest, span: Span, more: readonly object[], skip: number, limit: number) => {
  const type = eventsOf(request);
  const query = await listingOf(type, eventsIn(request, span, more));
  // MongoDB treats a limit of 0 as no limit.
  const found = limit === 0 ? { records: [], total: await type.posts.count(query) } : await type.posts.page({ ...query, skip, limit });
  return { ...found, corrected: query.corrected };
};

/** Reads at most `most` events of a span. Events that start within the span come first. */
export const firstEvents = async (request: PageRequest, span: Span, most: number): Promise<readonly EventRecord[]> => {
  const within = await firstFew(eventsOf(request), eventsIn(request, span, [span.within]), most);
  const rest = most - within.length;
  return rest === 0 ? within : [...within, ...(await firstFew(eventsOf(request), eventsIn(request, span, [span.before]), rest))];
};

/**
 * Renders one page of a span's events: a few running ones, then the others grouped by day. A text search is in order of relevance, without
 * headings. If the choice is of running events, the page lists all events that have begun before. Throws if the page does not exist.
 */
export const scheduleOf = async (
  request: PageRequest,
  span: Span,
  { choice: { query, isRunning }, period }: RequestedView,
): Promise<Schedule> => {
  const { language, base } = request;
  const addressOf = (more: Query) => startAddress(base, { ...query, ...period, ...more });
  const page = queryPage(request);
  const isRanked = span.filters['q'] !== undefined;
  const isFlat = isRanked || isRunning;
  const more = isRunning ? [span.before] : isRanked ? [] : [span.within];
  const [listed, running] = await Promise.all([
    find(request, span, more, (page - 1) * PER_PAGE, PER_PAGE),
    isFlat ? { records: [], total: 0 } : find(request, span, [span.before], 0, page > 1 ? 0 : MOST_RUNNING),
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

const byDay = (request: PageRequest, records: readonly EventRecord[], items: readonly Html[]): Part => {
  const starts = records.map(({ startDate }) => dayOf(startDate));
  return [...new Set(starts)].map((day) => {
    const heading = html`<time datetime="${day}">${dayTitle(request, day)}</time>`;
    return headed(
      heading,
      items.filter((_, index) => starts[index] === day),
    );
  });
};

/** Renders a day as a heading, or “Today” or “Tomorrow”. */
const dayTitle = (request: PageRequest, day: string): string => {
  const { language } = request;
  const text = dayText(beginOf(day), request);
  const now = today(request);
  if (day === now) return `${WORDS.today[language]}, ${text}`;
  return day === dayAfter(now, 1) ? `${WORDS.tomorrow[language]}, ${text}` : capitalized(text);
};
