import { expect } from 'chai';
import { FIRST_DAY, type Site } from './site';

interface List {
  readonly next_rest_url?: string;
  readonly previous_rest_url?: string;
  readonly total: number;
  readonly total_pages: number;
}

interface Page {
  readonly ids: readonly number[];
  readonly list: List;
  readonly link: string;
}

const get = async (address: string, plural: string): Promise<Page> => {
  const response = await fetch(address);
  const list = (await response.json()) as List & Record<string, { id: number }[]>;
  expect(response.status, `${address} ${JSON.stringify(list)}`).to.equal(200);
  return { ids: (list[plural] ?? []).map(({ id }) => id), list, link: response.headers.get('link') ?? '' };
};

const related = (link: string, relation: string): string | undefined => new RegExp(`<([^>]*)>; rel="${relation}"`).exec(link)?.[1];

/** The ways in which clients find the next and the previous page. */
const WAYS: Readonly<Record<string, { next(page: Page): string | undefined; previous(page: Page): string | undefined }>> = {
  '`next_rest_url`': { next: ({ list }) => list.next_rest_url, previous: ({ list }) => list.previous_rest_url },
  '`Link: rel="next"`': { next: ({ link }) => related(link, 'next'), previous: ({ link }) => related(link, 'prev') },
};

const LISTS = [
  ['events', 'event', `en/cal/events/v1/events?start_date=${FIRST_DAY}&per_page=4`],
  ['events', 'event', `en/cal/events/v1/events/?start_date=${FIRST_DAY}&search=${encodeURIComponent('"song & “wine”"')}&per_page=5`],
  [
    'events',
    'event',
    `en/cal/events/v1/events?start_date=${FIRST_DAY}&categories[]=ete-n-1&categories[]=ete-n-5&tags=loud-1,loud-2&per_page=3`,
  ],
  ['events', 'event', `en/?rest_route=/cal/events/v1/events&start_date=${FIRST_DAY}&per_page=5`],
  ['events', 'event', `fr/cal/events/v1/events?ml_language=en&ends_after=${FIRST_DAY}+12%3A00&strict_dates=true&per_page=6`],
  ['events', 'event', 'en/cal/events/v1/events?starts_after=2030-03-01&_fields=events.id&per_page=7'],
  ['venues', 'venue', 'en/cal/events/v1/venues?per_page=2&search=l'],
  ['organizers', 'organizer', 'en/cal/events/v1/organizers?per_page=2&has_events=true'],
  ['categories', 'category', 'en/cal/events/v1/categories?per_page=2&hide_empty=false&orderby=count'],
  ['tags', 'tag', 'en/cal/events/v1/tags?per_page=2&search=loud&order=desc'],
] as const;

/** Specs that follow the pages of lists with `fetch` alone. */
export function describeWalk(site: () => Site): void {
  describe('following the pages of a list', () => {
    for (const [way, { next, previous }] of Object.entries(WAYS))
      for (const [plural, , path] of LISTS.filter(([, , path]) => !path.includes('_fields') || way.includes('Link')))
        it(`${way} leads to every record once, forwards and backwards: ${path}`, async () => {
          const onePage = await get(`${site().address}/${path.replace(/per_page=\d/, 'per_page=50')}`, plural);
          const pages: Page[] = [];
          for (let address: string | undefined = `${site().address}/${path}`; address !== undefined; ) {
            const page: Page = await get(address, plural);
            pages.push(page);
            address = next(page);
          }
          const ids = pages.flatMap((page) => page.ids);
          expect(ids).to.deep.equal(onePage.ids);
          expect(new Set(ids).size).to.equal(ids.length);
          expect(pages.length).to.be.greaterThan(2);
          const back: Page[] = [];
          for (let address = previous(pages.at(-1) as Page); address !== undefined; ) {
            const page: Page = await get(address, plural);
            back.unshift(page);
            address = previous(page);
          }
          expect(back.map((page) => page.ids)).to.deep.equal(pages.slice(0, -1).map((page) => page.ids));
        });

    it('all lists together contain every record', async () => {
      for (const [plural, kind, path] of LISTS.filter(([, , path]) => !/tags=/.test(path)))
        expect((await get(`${site().address}/${path.replace(/per_page=\d/, 'per_page=50')}`, plural)).ids, path).to.have.members(
          site().made(kind),
        );
    });
  });
}
