import { expect } from 'chai';
import type { Fixtures } from '../../../fixtures/fixture';
import { plugin as tickets } from '../../../fixtures/plugins/tickets';
import { seed } from '../../../lib/program/seed/seed';
import { type Beside, startBeside } from '../../cache/second-service';
import { misnested } from '../../html/page';
import { administratorOf } from '../../support/administrator';
import { clockAt, type Running, startService } from '../../support/service';

const said = (en: string, fr: string) => ({ en, fr });

const FIXTURES: Fixtures = {
  categories: [{ key: 'music', name: said('Music', 'Musique') }],
  tags: [{ key: 'free', name: said('Free', 'Gratuit') }],
  venues: [{ key: 'hall', venue: said('Old Hall', 'Vieille salle'), city: 'Lyon', country: said('Italy', 'Italie') }],
  organizers: [{ key: 'club', organizer: said('The Club', 'Le club') }],
  events: [
    {
      key: 'recital',
      title: said('Songs', 'Chansons'),
      description: said('<p>Songs.</p>', '<p>Des chansons.</p>'),
      start_date: '2030-02-01 20:00:00',
      end_date: '2030-02-01 22:00:00',
      timezone: 'Europe/Paris',
      all_day: false,
      categories: ['music'],
      tags: ['free'],
      venue: 'hall',
      organizers: ['club'],
    },
  ],
};

const clock = clockAt('2030-01-15T12:00:00Z');
const PLURALS = ['events', 'categories'] as const;
const HTML = { accept: 'text/html' };

/** Loads the fixtures as the administrator and returns the number of records. */
const seeded = async ({ service }: Pick<Running, 'service'>): Promise<number> =>
  seed(FIXTURES, service.services, await administratorOf(service));

describe('LANGUAGES: a language that is not served', () => {
  let both: Running;
  let english: Beside;
  const ids = new Map<string, number>();

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(`${english.address}${path}`, { method, headers, redirect: 'manual' });
  const json = async (path: string, headers: Readonly<Record<string, string>> = {}) => JSON.parse(await (await get(path, headers)).text());

  before(async () => {
    both = await startService({ clock, plugins: [tickets] });
    expect(await seeded(both)).to.equal(10);
    for (const plural of PLURALS)
      for (const language of ['en', 'fr'] as const) {
        const { body } = await both.ask('GET', `/${plural}`, { language });
        ids.set(`${plural} ${language}`, body[plural][0].id);
      }
    english = await startBeside(both, { clock, plugins: [tickets], environment: { LANGUAGES: 'en' }, isChecked: true });
  });
  after(async () => {
    await english?.stop();
    await both?.stop();
  });

  it('its addresses answer as unknown ones', async () => {
    for (const path of ['', '/', '/cal/events/v1', '/cal/events/v1/events', '/event/chansons/', '/errors']) {
      const [french, unknown] = await Promise.all(['fr', 'xx'].map((root) => get(`/${root}${path}`, { 'accept-language': 'fr' })));
      expect([french?.status, french?.headers.get('content-language')], path).to.deep.equal([404, 'en']);
      expect(await french?.text(), path).to.equal(await unknown?.text());
    }
  });

  for (const plural of PLURALS)
    it(`its records answer 404 and stay stored: ${plural}`, async () => {
      const [id, own] = [ids.get(`${plural} fr`), ids.get(`${plural} en`)];
      const admin = { authorization: both.authorization('admin') };
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const [hidden, unknown] = await Promise.all([id, 999_999].map((one) => get(`/en/cal/events/v1/${plural}/${one}`, admin, method)));
        expect(hidden?.status).to.equal(404);
        expect((await hidden?.text())?.replace(` ${id}.`, ' 999999.')).to.equal(await unknown?.text());
      }
      expect((await json(`/en/cal/events/v1/${plural}/${own}`)).translations).to.deep.equal({});
      const { body } = await both.ask('GET', `/${plural}/${id}`, { language: 'fr' });
      expect(body).to.include({ id, language: 'fr' }).and.to.have.nested.property('translations.en.id', own);
    });

  for (const plural of PLURALS)
    it(`translation_of refuses its records: ${plural}`, async () => {
      const headers = { authorization: both.authorization('admin'), 'content-type': 'application/json' };
      const answers = await Promise.all(
        [ids.get(`${plural} fr`), 999_999].map(async (one) => {
          const json = { title: 'x', venue: 'x', organizer: 'x', name: 'x', translation_of: one };
          const answer = await fetch(`${english.address}/en/cal/events/v1/${plural}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(json),
          });
          return [answer.status, await answer.text()];
        }),
      );
      expect(answers[0]).to.deep.equal(answers[1]);
      expect(answers[0]?.[0]).to.equal(400);
    });

  it('its records are on no calendar and page', async () => {
    const id = ids.get('events fr');
    for (const path of [`/en/cal/events/v1/events/${id}.ics`, `/en/event/?p=${id}`, '/en/event/chansons/', '/en/venue/vieille-salle/'])
      expect((await get(path, HTML)).status, path).to.equal(404);
  });

  it('embedded records list no translations in it', async () => {
    const event = await json(`/en/cal/events/v1/events/${ids.get('events en')}`);
    for (const one of [event.venue, ...event.organizer, ...event.categories, ...event.tags]) expect(one.translations).to.deep.equal({});
  });

  it('links of plugins do not show its records', async () => {
    const event = ids.get('events en');
    for (const language of ['en', 'fr'] as const) {
      const { status } = await both.ask('POST', '/tickets', { as: 'admin', language, json: { title: language, price: 1, event } });
      expect(status).to.equal(201);
    }
    const shown = (await json(`/en/cal/events/v1/events/${event}`)).tickets;
    expect(shown.map(({ title }: { title: string }) => title)).to.deep.equal(['en']);
    expect((await both.ask('GET', `/events/${event}`)).body.tickets).to.have.lengthOf(2);
  });

  it('ml_language refuses it', async () => {
    const refused = await get('/en/cal/events/v1/events?ml_language=fr');
    expect([refused.status, refused.headers.get('content-language')]).to.deep.equal([400, 'en']);
    expect(JSON.parse(await refused.text()).data.params).to.have.property('ml_language');
  });

  it('the indexes and the document do not mention it', async () => {
    for (const path of ['/', '/en/', '/en/cal/events/v1', '/en/cal/events/v1/doc']) {
      const answer = await get(path, { accept: 'application/json', 'accept-language': 'fr' });
      expect([answer.status, answer.headers.get('content-language')], path).to.deep.equal([200, 'en']);
      expect(await answer.text(), path).to.not.match(/"fr"|\/fr\b|French|Français/);
    }
  });

  it('no page mentions it', async () => {
    const records = ['/en/venue/', '/en/venue/old-hall/', '/en/event/songs/', '/en/events/category/music/'];
    for (const path of ['/', '/en/', ...records, '/en/application-passwords', '/en/errors', '/en/cal/events/v1/doc']) {
      const page = await get(path, { ...HTML, 'accept-language': 'fr' });
      expect([page.status, page.headers.get('content-language')], path).to.deep.equal([200, 'en']);
      const text = await page.text();
      expect(text, path).to.not.match(/hreflang="fr"|lang="fr"|\/fr\b|Français|class="languages"/);
      expect(misnested(text), path).to.deep.equal([]);
      expect(text, path).to.include(`<link rel="icon" href="${english.address}/favicon.svg"`);
    }
  });
});

describe('seed and LANGUAGES', () => {
  it('stores records of the served languages, and translations once more are served', async () => {
    const french = await startService({ clock, environment: { LANGUAGES: 'fr' } });
    try {
      expect(await seeded(french)).to.equal(5);
      expect(await seeded(french)).to.equal(0);
      const { body } = await french.ask('GET', '/venues', { language: 'fr' });
      expect(body.venues.map(({ venue, country }: Record<string, unknown>) => [venue, country])).to.deep.equal([
        ['Vieille salle', 'Italie'],
      ]);
      const both = await startBeside(french, { clock });
      expect(await seeded(both)).to.equal(5);
      await both.stop();
      const stored = await french.service.services.connection
        .collection<{ _id: number; translations: object }>('venues')
        .find({})
        .toArray();
      expect(stored.map(({ translations }) => Object.keys(translations))).to.have.deep.members([['en'], ['fr']]);
    } finally {
      await french.stop();
    }
  });
});
