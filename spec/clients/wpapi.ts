import { expect } from 'chai';
import WPAPI from 'wpapi';
import { EVENTS, FIRST_DAY, type Site } from './site';

const NAMESPACE = 'cal/events/v1';

interface Page {
  readonly events: readonly { readonly id: number }[];
  readonly _paging: {
    readonly total: number;
    readonly totalPages: number;
    readonly next?: PromiseLike<Page>;
    readonly prev?: PromiseLike<Page>;
  };
}

/** Specs of a client that creates its methods from the root index. */
export function describeWpapi(site: () => Site): void {
  describe('wpapi', () => {
    /** The client's handlers, one per resource of the index. */
    let calendar: WPAPI;
    before(async () => {
      const client = await WPAPI.discover(`${site().address}/en`);
      client.auth(site().account);
      calendar = client.namespace(NAMESPACE);
    });

    const refusal = (promise: Promise<unknown>): Promise<{ code: string; message: string; data: { status: number } }> =>
      promise.then(
        (answer) => expect.fail(`answered ${JSON.stringify(answer)}`),
        (error) => error,
      );

    for (const [path, language] of [
      ['/en', 'en'],
      ['/fr/', 'fr'],
      [`/fr/${NAMESPACE}/events`, 'fr'],
    ] as const)
      it(`discovers the API in ${language} from the address ${path || 'of the site'}`, async () => {
        const client = await WPAPI.discover(site().address + path);
        expect(client.root('x').toString()).to.equal(`${site().root(language)}x`);
        const events = await client.namespace(NAMESPACE).events().param('start_date', FIRST_DAY).param('ml_language', 'en');
        expect(events.total).to.equal(EVENTS);
      });

    for (const path of ['', '/', '/wp-json/', '/en/event/song-wine-07/'])
      it(`discovers the API of The Events Calendar from ${path || 'the address of the site'}`, async () => {
        const client = await WPAPI.discover(site().address + path);
        expect(client.root('x').toString()).to.equal(`${site().address}/wp-json/x`);
        for (const namespace of ['tribe/events/v1', NAMESPACE]) {
          const events = await client.namespace(namespace).events().param('start_date', FIRST_DAY);
          expect(events.total, namespace).to.equal(EVENTS);
        }
      });

    it('makes a handler for every resource of the index', () => {
      expect(Object.keys(calendar)).to.include.members(['events', 'venues', 'organizers', 'categories', 'tags', 'doc']);
      const id = site().id('event1');
      expect(calendar.events().id(id).toString()).to.equal(`${site().root('en')}${NAMESPACE}/events/${id}`);
      expect(calendar.venues().bySlug('hall-1').toString()).to.equal(`${site().root('en')}${NAMESPACE}/venues/by-slug/hall-1`);
      expect(() => calendar.events().id('twelve').toString()).to.throw('Invalid path component: twelve');
    });

    for (const [resource, kind, name] of [
      ['events', 'event', 'title'],
      ['tags', 'tag', 'name'],
    ] as const)
      it(`creates, reads, updates and deletes ${resource}`, async () => {
        const made = await calendar[resource]().create({
          [name]: `New ${kind}`,
          ...(kind === 'event' && { start_date: '2031-05-06 10:00', end_date: '2031-05-06 12:00' }),
        });
        expect(made).to.include({ [name]: `New ${kind}`, slug: `new-${kind}` });
        expect(await calendar[resource]().id(made.id)).to.include({ id: made.id, [name]: `New ${kind}` });
        if (kind === 'event')
          expect(await calendar[resource]().bySlug(`new-${kind}`).get()).to.include({ id: made.id, [name]: `New ${kind}` });
        const changed = await calendar[resource]().id(made.id).update({ description: 'Changed' });
        expect(changed).to.include({ id: made.id, [name]: `New ${kind}` });
        expect(changed.description).to.contain('Changed');
        const deleted = await calendar[resource]().id(made.id).delete({ force: true });
        expect(deleted).to.include({ id: made.id, [name]: `New ${kind}` });
        if (deleted.status === 'trash') await calendar[resource]().id(made.id).delete({ force: true });
        expect((await refusal(calendar[resource]().id(made.id).get())).code).to.equal(`rest-${kind}-not-found`);
      });

    it('links what an event names', async () => {
      const made = await calendar.events().create({
        title: 'Linked',
        start_date: '2031-05-06 10:00',
        end_date: '2031-05-06 12:00',
        venue: { venue: 'Barn' },
        organizer: [site().id('organizer1')],
        categories: ['Été n° 1', 'Brand new'],
      });
      expect(made.venue.venue).to.equal('Barn');
      expect(made.organizer[0].organizer).to.equal('Society 1');
      expect(made.categories.map(({ name }: { name: string }) => name)).to.deep.equal(['Brand new', 'Été n° 1']);
      await calendar.events().id(made.id).delete();
    });

    it('pages forwards and backwards by what it finds in the headers', async () => {
      let page: Page | undefined = await calendar.events().param('start_date', FIRST_DAY).param('end_date', '2030-12-31').perPage(5);
      const pages: number[][] = [];
      let last: Page | undefined;
      while (page) {
        expect(page._paging).to.include({ total: EVENTS, totalPages: 5 });
        pages.push(page.events.map(({ id }) => id));
        last = page;
        page = await page._paging.next;
      }
      expect(pages.map((ids) => ids.length)).to.deep.equal([5, 5, 5, 5, 3]);
      expect(pages.flat()).to.deep.equal(site().made('event'));
      expect((await last?._paging.prev)?.events.map(({ id }) => id)).to.deep.equal(pages.at(-2));
    });

    it('goes to a page by its number', async () => {
      const page = await calendar.events().param({ start_date: FIRST_DAY, end_date: '2030-12-31' }).perPage(10).page(3);
      expect(page.events.map(({ id }: { id: number }) => id)).to.deep.equal(site().made('event').slice(20));
      const refused = await refusal(calendar.events().param('start_date', FIRST_DAY).page(99).get());
      expect(refused.code).to.equal('event-archive-page-not-found');
    });

    it('filters by IDs, slugs and lists of them', async () => {
      const total = async (request: WPAPI.WPRequest) => (await request.get()).total;
      const events = () => calendar.events().param({ start_date: FIRST_DAY, end_date: '2030-12-31' });
      expect(await total(events().search('song & “wine” 07'))).to.equal(1);
      expect(await total(events().categories(['ete-n-1', site().id('category2')]))).to.equal(12);
      expect(await total(events().tags('loud-1'))).to.equal(5);
      expect(await total(events().param('venue', [site().id('venue1'), site().id('venue2')]))).to.equal(10);
      expect(await total(events().include([site().id('event1'), site().id('event9')]))).to.equal(2);
      expect(await total(calendar.categories().slug('ete-n-5'))).to.equal(1);
      expect(
        await total(
          calendar
            .tags()
            .exclude([site().id('tag1')])
            .order('desc')
            .orderby('name')
            .embed(),
        ),
      ).to.equal(4);
    });

    it('reads headers alone', async () => {
      expect(await calendar.venues().headers()).to.include({ 'x-wp-total': '6', allow: 'GET, POST' });
    });

    it('hands on what the service refuses, as the service says it', async () => {
      const anonymous = new WPAPI({ endpoint: site().root('fr') }).root(`${NAMESPACE}/events`);
      for (const [request, code, status] of [
        [() => calendar.events().create({ title: 'No dates' }), 'rest_missing_callback_param', 400],
        [() => calendar.events().id(site().id('event1')).update({ title: '' }), 'rest_invalid_param', 400],
        [() => calendar.events().id(987654).get(), 'rest-event-not-found', 404],
        [() => anonymous.create({ title: 'x' }), 'rest_forbidden', 401],
      ] as const) {
        const refused = await refusal(request());
        expect(refused).to.have.keys('code', 'message', 'data');
        expect([refused.code, refused.data.status]).to.deep.equal([code, status]);
      }
    });
  });
}
