import { expect } from 'chai';
import type { Answer } from '../support/service';
import { BROWSER, expectPage, misnested } from './page';
import { type Sample, startSample } from './sample';

/** More addresses than the sample has are a sign of links without end. */
const MOST = 4000;
const AT_ONCE = 8;

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The addresses that an answer names, of whatever sort it is. */
const linksIn = ({ headers, text, body }: Answer): string[] => {
  const type = headers['content-type'] ?? '';
  const inHeaders = [...String(headers.link ?? '').matchAll(/<([^>]*)>/g)].map(([, href = '']) => href);
  const inPage = type.startsWith('text/html') ? [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, href = '']) => decoded(href)) : [];
  const inCalendar = type.startsWith('text/calendar')
    ? [...text.replaceAll(/\r\n[ \t]/g, '').matchAll(/^URL[^:\r\n]*:(.*)$/gm)].map(([, href = '']) => href.trim())
    : [];
  return [...inHeaders, ...inPage, ...inCalendar, ...textsIn(body)];
};

describe('A visitor who follows every link', function () {
  this.timeout(180_000);
  let sample: Sample;
  const seen = new Map<string, Answer>();
  const from = new Map<string, string>();
  before(async () => {
    sample = await startSample();
    const { address, ask } = sample;
    const queue: { readonly url: string; readonly headers: Record<string, string> }[] = [
      ...['/', '/en', '/fr/'].map((path) => ({ url: path, headers: { accept: 'application/json' } })),
      { url: '/', headers: BROWSER },
    ];
    const note = (href: string, where: string) => {
      const [whole = ''] = href.split('#', 1);
      // Patterns of addresses are none.
      if (!(whole === address || whole.startsWith(`${address}/`)) || /[\s{}]/.test(whole)) return;
      const url = whole.slice(address.length) || '/';
      if (from.has(url)) return;
      from.set(url, where);
      if (from.size > MOST) throw new Error(`There are more than ${MOST} addresses: ${url} of ${where} is one.`);
      queue.push({ url, headers: BROWSER });
    };
    const walk = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { url, headers } = next;
        const answer = await ask('GET', `/${url}`, { headers });
        seen.set(url, answer);
        if (answer.headers.location !== undefined) note(answer.headers.location, url);
        for (const href of linksIn(answer)) note(href, url);
      }
    };
    // Others wait where one finds the queue empty too soon.
    while (queue.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, walk));
  });
  after(() => sample.stop());

  it('finds a page, a list, a record or a calendar at the end of each, but for what a password hides from programs', () => {
    const hidden = ['en', 'fr'].map((language) => `/${language}/cal/events/v1/events/${sample.named['protected']}`);
    const broken = [...seen].filter(([url, { status }]) => !hidden.includes(url) && ![200, 302].includes(status));
    expect(broken.map(([url, { status }]) => `${url} of ${from.get(url)}: ${status}`)).to.deep.equal([]);
    for (const url of hidden) expect(seen.get(url)?.status ?? 403).to.equal(403);
  });

  it('is sent on to what exists', () => {
    const moved = [...seen.values()].filter(({ status }) => status === 302);
    const targets = moved.map(({ headers }) => seen.get(String(headers.location).slice(sample.address.length))?.status);
    expect(targets.filter((status) => status !== 200)).to.deep.equal([]);
  });

  it('comes by every record that everybody may see, in both languages', () => {
    const visited = [...seen.keys()];
    const pages = (folder: string) => visited.filter((url) => url.startsWith(folder) && !url.includes('?') && url !== folder).length;
    expect(pages('/en/event/')).to.equal(14 + 55 + 5);
    expect(pages('/fr/event/')).to.equal(14 + 1);
    expect(
      ['venue', 'organizer', 'tag', 'events/category', 'ticket', 'genre', 'library/piece'].map((one) => pages(`/en/${one}/`)),
    ).to.deep.equal([4, 3, 3, 5, 1, 2, 1]);
    expect(['venue', 'organizer', 'tag', 'events/category'].map((one) => pages(`/fr/${one}/`))).to.deep.equal([1, 1, 1, 3]);
    expect(visited).to.include.members([
      '/en/?page=2',
      '/en/?day=2026-08-15&page=3',
      '/en/?month=2026-08',
      '/fr/?when=weekend',
      '/fr/?month=2027-04',
      '/en/errors/rest_no_route',
      '/fr/cal/events/v1/doc',
    ]);
  });

  it('sees whole pages in the language of their address', () => {
    const pages = [...seen].filter(([, { headers }]) => headers['content-type']?.startsWith('text/html'));
    expect(pages.length).to.be.above(200);
    for (const [url, answer] of pages) {
      if (url.includes('/errors') || url === '/') expect(misnested(answer.text), url).to.deep.equal([]);
      else expectPage(answer, url.slice(1, 3));
    }
  });

  it('learns nothing of what is hidden', () => {
    const secret =
      /Secret (?:draft|pending|private|future|trash|Cellar|circle)|Nobody knows|opens this|Hush|secret\.example|secret\.jpg|Hidden Venue/;
    const telling = [...seen].filter(
      ([url, { text, headers }]) => secret.test(url) || secret.test(text) || secret.test(String(headers.link)),
    );
    // That there is a venue, and a category, is no secret; only that they are the event's.
    const open = /^\/(?:en|fr)\/(?:venue|events\/category|cal\/events\/v1\/(?:venues|categories|doc))\b/;
    expect(telling.map(([url]) => url).filter((url) => !open.test(url))).to.deep.equal([]);
  });
});
