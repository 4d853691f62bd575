import apiFetch, { type APIFetchMiddleware, type APIFetchOptions } from '@wordpress/api-fetch';
import { expect } from 'chai';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { reply } from '../../lib/registry/answers/reply';
import { READABLE } from '../../lib/registry/registry';
import { type Running, startService } from '../support/service';
import { EVENTS, FIRST_DAY, type Site } from './site';

const CALENDAR = '/cal/events/v1';
const LIST = `${CALENDAR}/events?start_date=${FIRST_DAY}`;

/** Middleware that sends headers, as apps do that log in with application passwords. */
const withHeaders =
  (more: Record<string, string>): APIFetchMiddleware =>
  (options, next) =>
    next({ ...options, headers: { ...options.headers, ...more } });

/** Runs `work` with middlewares and removes them again, because the client is shared by the whole process. */
const through = async <T>(middlewares: readonly APIFetchMiddleware[], work: () => Promise<T>): Promise<T> => {
  for (const middleware of middlewares) apiFetch.use(middleware);
  try {
    return await work();
  } finally {
    for (const middleware of middlewares) apiFetch.unregister(middleware);
  }
};

const refusal = (promise: Promise<unknown>): Promise<{ code: string; data: { status: number } }> =>
  promise.then(
    (answer) => expect.fail(`answered ${JSON.stringify(answer)}`),
    (error) => error,
  );

const word = { en: 'A number', fr: 'Un nombre' };

/** A plugin with a list of 230 songs: each page is a plain array with `Link` headers. */
const songs: Plugin = (registry) => {
  registry.registerRoute('choir/v1', '/songs', {
    methods: READABLE,
    permission: 'public',
    args: {
      page: { type: 'integer', minimum: 1, default: 1, description: word },
      per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: word },
    },
    handle({ params: { page, per_page: length }, baseUrl }) {
      const list = Array.from({ length: 230 }, (_, index) => ({ id: index + 1 })).slice((page - 1) * length, page * length);
      const next = `<${baseUrl}/choir/v1/songs?per_page=${length}&page=${page + 1}>; rel="next"`;
      return reply(list, { headers: page * length < 230 ? { Link: next } : {} });
    },
  });
};

/** Specs of the client that the editor of the CMS uses. */
export function describeApiFetch(site: () => Site): void {
  describe('@wordpress/api-fetch', () => {
    const root = (language: 'en' | 'fr' = 'en') => apiFetch.createRootURLMiddleware(site().root(language));
    const admin = () => withHeaders({ Authorization: site().authorization('admin') });
    // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes.
    const ask = (options: APIFetchOptions<true>): Promise<any> => through([root(), admin()], () => apiFetch(options));
    const answer = (options: APIFetchOptions): Promise<Response> =>
      through([root(), admin()], () => apiFetch({ ...options, parse: false }));

    it('reads below a language root, and sends the language on every address', async () => {
      const { url, headers } = await answer({ path: LIST });
      expect(url).to.equal(`${site().root('en')}${LIST.slice(1)}&_locale=user`);
      expect(headers.get('x-wp-total')).to.equal(String(EVENTS));
      expect((await ask({ path: LIST })).events).to.have.length(10);
      const french = await through([root('fr')], () => refusal(apiFetch({ path: `${CALENDAR}/events/987654` })));
      expect(french).to.include({ code: 'rest-event-not-found' });
      expect(french).to.have.property('message').that.contains('évènement');
    });

    it('reads by namespace and endpoint', async () => {
      expect(await ask({ namespace: 'cal/events/v1', endpoint: `venues/${site().id('venue1')}` })).to.include({ venue: 'Hall 1' });
    });

    it('reads where the root ends in `rest_route`, as on sites with plain permalinks', async () => {
      const plain = apiFetch.createRootURLMiddleware(`${site().root('en')}?rest_route=/`);
      const list = await through([plain], () => apiFetch<{ total: number; events: unknown[] }>({ path: `${LIST}&per_page=3` }));
      expect([list.total, list.events.length]).to.deep.equal([EVENTS, 3]);
    });

    it('creates, changes and deletes, where other methods than GET and POST are headers of a POST', async () => {
      const made = await ask({
        path: `${CALENDAR}/events`,
        method: 'POST',
        data: { title: 'Tea', start_date: '2031-05-06 10:00', end_date: '2031-05-06 12:00' },
      });
      const path = `${CALENDAR}/events/${made.id}`;
      expect(await ask({ path, method: 'PUT', data: { title: 'Green tea' } })).to.include({ id: made.id, title: 'Green tea' });
      expect(await ask({ path, method: 'PATCH', data: { featured: true } })).to.include({ title: 'Green tea', featured: true });
      expect(await ask({ path, method: 'DELETE' })).to.include({ status: 'trash' });
      expect(await ask({ path, method: 'DELETE', data: { force: true } })).to.include({ id: made.id });
      expect(await refusal(ask({ path }))).to.include({ code: 'rest-event-not-found' });
    });

    for (const [kind, plural] of [
      ['event', 'events'],
      ['category', 'categories'],
    ] as const)
      it(`writes ${plural} back whole, as an editor of records does, and nothing changes`, async () => {
        const path = `${CALENDAR}/${plural}/${site().id(`${kind}1`)}`;
        const before = await ask({ path });
        await ask({ path, method: 'PUT', data: before });
        const [{ modified: _, modified_utc: __, ...after }, { modified: ___, modified_utc: ____, ...was }] = [await ask({ path }), before];
        expect(after).to.deep.equal(was);
      });

    it('learns what it may do from the answer to OPTIONS', async () => {
      const path = `${CALENDAR}/events/${site().id('event1')}`;
      expect((await answer({ path, method: 'OPTIONS' })).headers.get('allow')).to.equal('GET, DELETE, POST, PUT, PATCH');
      const anonymous = await through([root()], () => apiFetch({ path, method: 'OPTIONS', parse: false }));
      expect(anonymous.headers.get('allow')).to.equal('GET');
      expect(await ask({ path, method: 'OPTIONS' })).to.have.keys('namespace', 'methods', 'endpoints');
    });

    it('gets the longest page of a list of the calendar for `per_page=-1`: only plain arrays can be merged', async () => {
      const list = await ask({ path: `${CALENDAR}/events?per_page=-1&start_date=${FIRST_DAY}` });
      expect(list.events.map(({ id }: { id: number }) => id)).to.deep.equal(site().made('event'));
      expect(list.rest_url).to.contain('per_page=50');
    });

    it('may send a nonce with a password, and gets an error for a nonce alone', async () => {
      const nonce = apiFetch.createNonceMiddleware('abc');
      apiFetch.nonceMiddleware = nonce;
      apiFetch.nonceEndpoint = `${site().root('en')}nothing`;
      expect(await through([root(), admin(), nonce], () => apiFetch<object>({ path: LIST }))).to.include({ total: EVENTS });
      expect(await refusal(through([root(), nonce], () => apiFetch({ path: LIST })))).to.include({ code: 'rest_cookie_invalid_nonce' });
    });

    it('throws refusals as they are', async () => {
      for (const [options, code, status] of [
        [{ method: 'POST', data: { title: 'No dates' } }, 'rest_missing_callback_param', 400],
        [{ method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }, 'rest_invalid_json', 400],
        [{ method: 'DELETE' }, 'rest_no_route', 404],
      ] as const) {
        const refused = await refusal(ask({ path: `${CALENDAR}/events`, ...options }));
        expect(refused).to.have.keys('code', 'message', 'data');
        expect([refused.code, refused.data.status]).to.deep.equal([code, status]);
      }
    });
  });

  describe('@wordpress/api-fetch on a plugin’s list', () => {
    let running: Running;
    before(async () => {
      running = await startService({ plugins: [songs] });
    });
    after(() => running.stop());

    it('gets all pages for `per_page=-1`, by the link to the next one', async () => {
      const root = apiFetch.createRootURLMiddleware(`${running.address}/en/`);
      const list = await through([root], () => apiFetch<{ id: number }[]>({ path: '/choir/v1/songs?per_page=-1' }));
      expect(list.map(({ id }) => id)).to.deep.equal(Array.from({ length: 230 }, (_, index) => index + 1));
    });
  });
}
