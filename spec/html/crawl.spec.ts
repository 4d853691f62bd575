import { expect } from 'chai';
import { isTried } from '../support/runs';
import type { Answer } from '../support/service';
import { BROWSER, expectPage, misnested } from './page';
import { type Sample, startSample } from './sample';

/** A limit on addresses. More than this would be a sign of endless links. */
const MOST = 4000;
const AT_ONCE = 8;

/** Removes the name of a calendar, or the title of a feed. */
const withoutName = (text: string): string => text.replace(/^(?:X-WR-CALNAME|NAME)[:;].*$/gm, '').replace(/<title[^>]*>[^<]*<\/title>/, '');

/** The number of visits to addresses that differ only in numbers. `RANDOM_CASES=1` visits all. */
const VISITS_PER_SHAPE = isTried(1, 2) ? MOST : 2;

/** Addresses that are always visited: months, and days with hidden, hostile or many events. */
const ALWAYS = /[?]month=|[?]day=2026-(?:07-0[5-7]|08-15)/;

const shapeOf = (url: string): string => url.replace(/\d+/g, '0').replace(/(\/errors\/).*/, '$1');

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Lists the addresses in an answer of any type. */
const linksIn = ({ headers, text, body }: Answer): string[] => {
  const type = headers['content-type'] ?? '';
  const inHeaders = [...String(headers.link ?? '').matchAll(/<([^>]*)>/g)].map(([, href = '']) => href);
  const inPage = type.startsWith('text/html') ? [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, href = '']) => decoded(href)) : [];
  const inCalendar = type.startsWith('text/calendar')
    ? [...text.replaceAll(/\r\n[ \t]/g, '').matchAll(/^URL[^:\r\n]*:(.*)$/gm)].map(([, href = '']) => href.trim())
    : [];
  return [...inHeaders, ...inPage, ...inCalendar, ...textsIn(body)];
};

describe('crawl of the pages: following every link from `/`', function () {
  this.timeout(600_000);
  let sample: Sample;
  const answers = new Map<string, Answer>();
  /** All found addresses, each with the address that links to it. */
  const from = new Map<string, string>();
  const visitsOfShape = new Map<string, number>();
  before(async () => {
    sample = await startSample();
    const { address, ask } = sample;
    const queue: { readonly url: string; readonly headers: Record<string, string> }[] = [
      ...['/', '/en', '/fr/'].map((path) => ({ url: path, headers: { accept: 'application/json' } })),
      { url: '/', headers: BROWSER },
    ];
    const note = (href: string, where: string) => {
      const [target = ''] = href.split('#', 1);
      // Address templates are not links.
      if (!(target === address || target.startsWith(`${address}/`)) || /[\s{}]/.test(target)) return;
      const url = target.slice(address.length) || '/';
      if (from.has(url)) return;
      from.set(url, where);
      if (from.size > MOST) throw new Error(`There are more than ${MOST} addresses: ${url} of ${where} is one.`);
      const visits = visitsOfShape.get(shapeOf(url)) ?? 0;
      if (visits >= VISITS_PER_SHAPE && !ALWAYS.test(url)) return;
      visitsOfShape.set(shapeOf(url), visits + 1);
      queue.push({ url, headers: BROWSER });
    };
    const walk = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { url, headers } = next;
        const answer = await ask('GET', `/${url}`, { headers });
        answers.set(url, answer);
        for (const href of linksIn(answer)) note(href, url);
      }
    };
    // A worker ends if the queue is empty, although others may still add addresses.
    while (queue.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, walk));
  });
  after(() => sample.stop());

  it('answers 200 at every link, and 403 only for the API record of a password-protected event', () => {
    const hidden = ['/en/cal', '/fr/cal', '/wp-json/tribe'].map((root) => `${root}/events/v1/events/${sample.named['protected']}`);
    const broken = [...answers].filter(([url, { status }]) => !hidden.includes(url) && status !== 200);
    expect(broken.map(([url, { status }]) => `${url} of ${from.get(url)}: ${status}`)).to.deep.equal([]);
    for (const url of hidden) expect(answers.get(url)?.status ?? 403).to.equal(403);
  });

  it('finds the page of every public record, in both languages', () => {
    const found = [...from.keys()];
    const pages = (folder: string) => found.filter((url) => url.startsWith(folder) && !url.includes('?') && url !== folder).length;
    expect(pages('/en/event/')).to.equal(14 + 55 + 5);
    expect(pages('/fr/event/')).to.equal(14 + 1);
    expect(
      ['venue', 'organizer', 'tag', 'events/category', 'ticket', 'genre', 'library/piece'].map((one) => pages(`/en/${one}/`)),
    ).to.deep.equal([4, 3, 3, 5, 1, 2, 1]);
    expect(['venue', 'organizer', 'tag', 'events/category'].map((one) => pages(`/fr/${one}/`))).to.deep.equal([1, 1, 1, 3]);
    expect(found).to.include.members([
      '/en/?page=2',
      '/en/?day=2026-08-15&page=3',
      '/en/?month=2026-08',
      '/fr/?when=weekend',
      '/fr/?month=2027-04',
      '/en/errors/rest_no_route',
      '/fr/cal/events/v1/doc',
    ]);
    expect([...answers.keys()].filter((url) => url.startsWith('/wp-json/tribe/events/v1/')).length).to.be.above(20);
  });

  it('gets well-formed HTML pages in the language of their address', () => {
    const pages = [...answers].filter(([, { headers }]) => headers['content-type']?.startsWith('text/html'));
    expect(pages.length).to.be.above(80);
    for (const [url, answer] of pages) {
      if (url === '/' || url.startsWith('/wp-json/')) expect(misnested(answer.text), url).to.deep.equal([]);
      else expectPage(answer, url.slice(1, 3));
    }
  });

  it('leaks nothing of drafts, pending, private, future, trashed and password-protected events', () => {
    const secret =
      /Secret (?:draft|pending|private|future|trash|Cellar|circle)|Nobody knows|opens this|Hush|secret\.example|secret\.jpg|Hidden Venue/;
    // Venue and category are public, but their link to the event is not. Calendars and feeds of a venue contain its name.
    const namesVenue = /\/events\.(?:ics|atom)\?venue=\d+$/;
    const leaking = [...answers].filter(
      ([url, { text, headers }]) =>
        secret.test(url) || secret.test(namesVenue.test(url) ? withoutName(text) : text) || secret.test(String(headers.link)),
    );
    const open = /^\/(?:(?:en|fr)\/(?:venue|events\/category)|(?:(?:en|fr)\/cal|wp-json\/tribe)\/events\/v1\/(?:venues|categories|doc))\b/;
    expect(leaking.map(([url]) => url).filter((url) => !open.test(url))).to.deep.equal([]);
  });
});
