import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import type { Login } from '../../support/service';
import { openPromises } from '../../support/stage';

interface Refusal {
  /** The user; the editor by default. */
  readonly as?: Login;
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly wrong?: unknown;
  readonly params?: readonly string[];
  readonly code?: string;
  readonly status?: number;
}

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const EVENT = { title: 'Refused', ...DATES };

const creating = (more: Readonly<Record<string, unknown>>, ...params: string[]): Refusal => ({
  method: 'POST',
  path: '/events',
  json: { ...EVENT, ...more },
  wrong: more,
  params,
});
const updating = (json: Readonly<Record<string, unknown>>, ...params: string[]): Refusal => ({
  method: 'PATCH',
  path: '/events/{event}',
  json,
  params,
});
const sending = (path: string, json: Readonly<Record<string, unknown>>, ...params: string[]): Refusal => ({
  method: 'POST',
  path,
  json,
  params,
});
const listing = (query: string, ...params: string[]): Refusal => ({ path: `/events?${query}`, params });
const inline = { venue: { venue: 'Orphan hall' }, organizer: [{ organizer: 'Orphan' }], categories: ['Orphans'], tags: ['orphan'] };

/** Invalid requests, with the parameters that the error must name. */
const REFUSALS: readonly Refusal[] = [
  { method: 'POST', path: '/events', json: {}, params: ['title', 'start_date', 'end_date'], code: 'rest_missing_callback_param' },
  { method: 'POST', path: '/events', json: { ...DATES, title: null }, params: ['title'], code: 'rest_missing_callback_param' },
  { method: 'POST', path: '/venues', json: {}, params: ['venue'], code: 'rest_missing_callback_param' },
  { method: 'POST', path: '/categories', json: {}, params: ['name'], code: 'rest_missing_callback_param' },

  creating({ title: '' }, 'title'),
  creating({ title: '   ', ...inline }, 'title'),
  creating({ title: '<b></b>' }, 'title'),
  creating({ title: 'x'.repeat(1001) }, 'title'),
  creating({ description: ['nested', ['deeply']] }, 'description'),
  creating({ excerpt: 'é'.repeat(33_000) }, 'excerpt'),
  creating({ slug: { of: 'object' } }, 'slug'),
  ...['0', 5, null, ['a']].map((slug) => creating({ slug }, 'slug')),
  creating({ start_date: 'whenever' }, 'start_date'),
  creating({ end_date: '' }, 'end_date'),
  creating({ start_date: '0000-00-00', end_date: '10000-01-01' }, 'start_date', 'end_date'),
  creating({ start_date: 1900000000 }, 'start_date'),
  creating({ end_date: '2030-05-06 09:59:59', ...inline }, 'end_date'),
  creating({ timezone: 'Atlantis/Poseidonis' }, 'timezone'),
  ...['yes', '', 2, null, ['true']].map((all_day) => creating({ all_day }, 'all_day')),
  creating({ all_day: true, end_date: '2030-05-05 23:00' }, 'end_date'),
  creating({ featured: 2, sticky: 'on', show_map: [] }, 'featured', 'sticky', 'show_map'),
  creating({ cost: [[['1']]] }, 'cost'),
  creating({ website: 'example.org' }, 'website'),
  creating({ image: 'ftp://example.org/a.png' }, 'image'),
  creating({ image: 999999 }, 'image'),
  creating({ image: '{event}' }, 'image'),
  creating({ status: 'bogus' }, 'status'),
  creating({ author: 999999 }, 'author'),
  creating({ author: '1abc' }, 'author'),
  creating({ date: 'yesteryear' }, 'date'),
  creating({ date_utc: '2030-13-01' }, 'date_utc'),
  creating({ ...inline, categories: ['Orphans', 999999] }, 'categories'),
  creating({ categories: [[1]] }, 'categories'),
  creating({ ...inline, tags: ['x'.repeat(201)] }, 'tags'),
  creating({ tags: [{ id: {} }] }, 'tags'),
  creating({ ...inline, venue: 999999 }, 'venue'),
  creating({ venue: '{organizer}' }, 'venue'),
  creating({ venue: 'Just a name' }, 'venue'),
  { ...creating({ venue: '{draftVenue}', organizer: inline.organizer }, 'venue'), as: 'author' },
  creating({ ...inline, organizer: [{ organizer: 'Orphan' }, 999999] }, 'organizer'),
  creating({ organizer: [{ phone: '1' }] }, 'organizer'),
  creating({ ...inline, post_parent: 999999 }, 'post_parent'),
  creating({ post_parent: '{venue}' }, 'post_parent'),
  creating({ ...inline, image: 'https://example.org/orphan.png', post_parent: 999999 }, 'post_parent'),
  creating({ ml_language: 'de' }, 'ml_language'),
  { ...creating({ ...inline, image: 'https://example.org/a.png' }, 'image'), as: 'contributor' },
  creating({ ...inline, venue: { venue: 'Orphan', website: 'nowhere' } }, 'venue'),
  { ...creating({ ...inline, organizer: [{ organizer: ' ' }] }), code: 'could-not-create-organizer' },

  updating({ start_date: null }, 'start_date'),
  updating({ start_date: '2031-01-01' }, 'end_date'),
  updating({ ...inline, end_date: '2029-01-01' }, 'end_date'),
  updating({ post_parent: '{event}' }, 'post_parent'),
  updating({ slug: '' }, 'slug'),
  updating({ venue: [{ city: 'Lyon' }] }, 'venue'),
  { as: 'author', method: 'PATCH', path: '/events/{own}', json: { ...inline, author: '{admin}' }, status: 403, code: 'rest_forbidden' },

  { ...sending('/venues', { venue: ' ' }), code: 'could-not-create-venue' },
  sending('/venues', { venue: 'A', show_map: 1 }, 'show_map'),
  sending('/venues', { venue: 'A', geo_lat: 91 }, 'geo_lat'),
  sending('/venues', { venue: 'A', city: 7 }, 'city'),
  sending('/organizers', { organizer: 'A', email: [] }, 'email'),
  sending('/categories', { name: 'x'.repeat(201) }, 'name'),
  sending('/categories', { name: 'A', parent: '{tag}' }, 'parent'),
  sending('/categories/{category}', { parent: '{category}' }, 'parent'),
  sending('/tags', { name: '0' }, 'name'),
  sending('/tags/{tag}', { slug: '' }, 'slug'),

  listing('page=0', 'page'),
  listing('per_page=-1', 'per_page'),
  listing('start_date=bogus&ends_after=', 'start_date', 'ends_after'),
  listing('strict_dates=', 'strict_dates'),
  listing('categories=unknown', 'categories'),
  listing('tags=999999', 'tags'),
  listing('venue=999999', 'venue'),
  listing('organizer=abc', 'organizer'),
  listing('include=abc', 'include'),
  listing('featured=maybe', 'featured'),
  listing('post_parent=0', 'post_parent'),
  listing('geoloc=5', 'geoloc'),
  listing('geoloc_lat=45', 'geoloc_lng'),
  listing('geoloc_lat=45&geoloc_lng=181', 'geoloc_lng'),
  listing('search=', 'search'),
  { path: '/venues?has_events=perhaps', params: ['has_events'] },
  { path: '/venues?event=999999', params: ['event'] },
  { path: '/tags?orderby=', params: ['orderby'] },
];

describe('400 in both languages: rest_invalid_param and rest_missing_callback_param', () => {
  const { stage } = openPromises();
  before(() =>
    stage().give({
      category: { path: '/categories', json: { name: 'Category' } },
      tag0: { path: '/tags', json: { name: 'Tag zero' } },
      tag: { path: '/tags', json: { name: 'Tag' } },
      venue: { path: '/venues', json: { venue: 'Venue' } },
      draftVenue: { path: '/venues', json: { venue: 'Draft venue', status: 'draft' } },
      organizer: { path: '/organizers', json: { organizer: 'Organizer' } },
      event: { as: 'editor', path: '/events', json: { ...EVENT, title: 'Event', venue: '{venue}', organizer: ['{organizer}'] } },
      own: { as: 'author', path: '/events', json: { ...EVENT, title: 'Own' } },
    }),
  );

  /** Reads all documents except the counters, which never return an ID. */
  const stored = async (): Promise<Record<string, unknown[]>> => {
    const db = stage().service.services.connection.db();
    const names = (await db.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter((name) => name !== 'counters');
    return Object.fromEntries(
      await Promise.all(names.sort().map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()])),
    );
  };

  for (const {
    as = 'editor',
    method = 'GET',
    path,
    json,
    wrong = json,
    params = [],
    code = 'rest_invalid_param',
    status = 400,
  } of REFUSALS) {
    const step: Step = { as, method, path, json, status, code, ...(params.length > 0 && { params }) };
    const detail = wrong === undefined ? '' : ` with ${JSON.stringify(wrong).slice(0, 90)}`;
    it(`names the parameters and stores nothing: ${method} ${path}${detail}`, async () => {
      const before = await stored();
      const answers = [];
      for (const language of LANGUAGES) answers.push(await stage().step({ ...step, language }));
      const [en, fr] = answers.map(({ body }) => body);
      expect(fr.message, 'the same sentence in both languages').to.not.equal(en.message);
      expect(answers.map(({ headers }) => headers['content-language'])).to.deep.equal(['en', 'fr']);
      expect(fr.message + en.message, 'HTML in a message').to.not.match(/<\w|&#?\w+;/);
      if (code === 'rest_invalid_param')
        for (const name of params) expect(fr.data.params[name], name).to.be.a('string').that.does.not.equal(en.data.params[name]);
      expect(await stored()).to.deep.equal(before);
    });
  }
});
