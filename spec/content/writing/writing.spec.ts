import { expect } from 'chai';
import { NOW } from '../../support/scenario';
import { category, create, DATES, event, HTML, KINDS, openPromises, organizer, patch, refused, venue } from '../../support/stage';

const PICTURE = 'https://example.org/f.png';

describe('POST, PUT and PATCH', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('Partial updates and cleared fields', () => {
    it('change the sent fields and no others, by ID and by slug', async () => {
      const common = { status: 'private', date: '2029-03-04 05:06:07', description: 'Long', image: PICTURE, author: '{author}' };
      const linked = { ...common, website: 'https://example.org/', phone: '1' };
      await stage().give({
        top: category('Full top'),
        events: event('Full', {
          ...common,
          timezone: 'Europe/Paris',
          all_day: true,
          cost: '5-7',
          website: 'https://example.org/',
          excerpt: 'Short',
          slug: 'full-event',
          show_map: true,
          show_map_link: true,
          hide_from_listings: true,
          sticky: true,
          featured: true,
          categories: ['Full'],
          tags: ['Full', 'Fuller'],
          venue: { venue: 'Linked hall' },
          organizer: [{ organizer: 'Linked Ann' }, { organizer: 'Linked Bob' }],
        }),
        venues: venue('Full', {
          ...linked,
          show_map: 'false',
          show_map_link: 'false',
          address: '1 Street',
          city: 'Lyon',
          country: 'France',
          province: 'Rhône',
          state: 'AURA',
          zip: '69001',
          stateprovince: 'Both',
          geo_lat: 1.5,
          geo_lng: -2.5,
        }),
        organizers: organizer('Full', { ...linked, email: 'a@example.org' }),
        categories: category('Full category', { description: 'Long', slug: 'full-category', parent: '{top}' }),
        tags: { path: '/tags', json: { name: 'Full tag', description: 'Long', slug: 'full-tag' } },
      });
      for (const { plural, name } of KINDS) {
        const byId = `/${plural}/{${plural}}`;
        const { body: before } = await stage().step({ as: 'editor', path: byId });
        const isTerm = plural === 'categories' || plural === 'tags';
        stage().clock.set('2030-01-15T13:00:00Z');
        for (const path of isTerm ? [byId] : [byId, `/${plural}/by-slug/${before.slug}`])
          for (const json of [{}, { [name]: 'Fuller' }]) await stage().step(patch(path, json, { status: 200 }));
        const { body } = await stage().step({ as: 'editor', path: byId });
        stage().clock.set(NOW);
        const { name: _, ...facts } = before.json_ld ?? {};
        expect(body, plural).to.deep.equal({
          ...before,
          [name]: 'Fuller',
          ...(!isTerm && {
            modified: '2030-01-15 13:00:00',
            modified_utc: '2030-01-15 13:00:00',
            json_ld: { ...facts, name: 'Fuller' },
          }),
        });
      }
    });

    const TEXTS = {
      events: { description: '', excerpt: '', cost: '', website: '', image: false },
      venues: {
        description: undefined,
        address: undefined,
        city: undefined,
        country: undefined,
        province: undefined,
        state: undefined,
        zip: undefined,
        phone: undefined,
        website: undefined,
        stateprovince: undefined,
        image: undefined,
        geo_lat: undefined,
        geo_lng: undefined,
      },
      organizers: { description: undefined, phone: undefined, website: undefined, email: undefined, image: undefined },
      categories: { description: '' },
      tags: { description: '' },
    } as const;
    const SENT: Readonly<Record<string, unknown>> = {
      website: 'https://example.org/',
      image: PICTURE,
      cost: '5',
      stateprovince: 'Both',
      geo_lat: 1,
      geo_lng: 2,
    };
    for (const { plural, name, make } of KINDS)
      it(`null and the empty text clear each text of ${plural}, and no other`, async () => {
        const empties = TEXTS[plural];
        const full = Object.fromEntries(Object.keys(empties).map((field) => [field, SENT[field] ?? 'Said']));
        await stage().give({ one: make(`Cleared ${plural}`, full) });
        const left = new Set(Object.keys(empties));
        for (const [field, empty] of Object.entries(empties)) {
          const { body } = await stage().step(patch(`/${plural}/{one}`, { [field]: null }, { has: { [field]: empty } }));
          left.delete(field);
          for (const other of left) expect(body[other], `${other} after ${field}`).to.satisfy(Boolean);
        }
        await stage().step(patch(`/${plural}/{one}`, full, { status: 200 }));
        const blank = Object.fromEntries(Object.keys(empties).map((field) => [field, '']));
        await stage().step(patch(`/${plural}/{one}`, blank, { has: empties }));
        for (const [cleared, language, says] of [
          [null, 'en', /Send |must be/],
          ['', 'fr', /Envoyez |doit être/],
        ] as const)
          await stage().step(patch(`/${plural}/{one}`, { [name]: cleared }, { language, says, hides: HTML, ...refused(name) }));
      });
    for (const field of ['categories', 'tags', 'venue', 'organizer'])
      it(`an empty list clears ${field} and no other links`, async () => {
        const links = { categories: ['L'], tags: ['L'], venue: { venue: 'L' }, organizer: [{ organizer: 'L' }] };
        await stage().give({ one: event('Linked', links) });
        const { body } = await stage().step(patch('/events/{one}', { [field]: [] }, { has: { [field]: [] } }));
        for (const other of Object.keys(links).filter((one) => one !== field)) expect(body[other], other).to.not.deep.equal([]);
        await stage().step({ path: '/events/{one}', has: { [field]: [] } });
      });
    promise(
      'an empty text in a form clears a field',
      { one: event('Formed', { description: 'Long', cost: '5', image: PICTURE }) },
      {
        as: 'editor',
        method: 'POST',
        path: '/events/{one}',
        form: 'description=&cost=&image=',
        has: { description: '', cost: '', image: false },
      },
    );
    for (const field of ['start_date', 'end_date'])
      inBoth(
        `refuses to clear ${field}`,
        { one: event('Kept') },
        patch('/events/{one}', { [field]: field === 'end_date' ? null : '' }, refused(field)),
        { en: /Send |must be/, fr: /Envoyez |doit être/ },
      );
  });

  describe('start_date and end_date', () => {
    const path = '/events/by-slug/moved';
    promise(
      'change alone or together',
      { one: event('Moved', { slug: 'moved' }) },
      patch(path, { end_date: '2030-05-06 13:00' }, { has: { start_date: DATES.start_date, end_date: '2030-05-06 13:00:00' } }),
      patch(path, { start_date: '2030-05-05 09:00' }, { has: { start_date: '2030-05-05 09:00:00', end_date: '2030-05-06 13:00:00' } }),
      patch(
        path,
        { start_date: '2031-01-01', end_date: '2031-01-02' },
        { has: { start_date: '2031-01-01 00:00:00', utc_start_date: '2031-01-01 00:00:00', end_date: '2031-01-02 00:00:00' } },
      ),
      patch(path, { end_date: '2031-01-01' }, { has: { start_date: '2031-01-01 00:00:00', end_date: '2031-01-01 00:00:00' } }),
      patch(path, { start_date: DATES.start_date, end_date: DATES.start_date }, { has: { end_date: DATES.start_date } }),
      { path: '/events/{one}', has: { ...DATES, end_date: DATES.start_date } },
    );
    promise(
      'may be the same moment',
      {},
      create(event('Point', { end_date: DATES.start_date }), { status: 201, has: { end_date: DATES.start_date } }),
    );
    it('refuses an update whose start is after the end', async () => {
      await stage().give({ one: event('Ordered') });
      for (const [language, json] of [
        ['en', { start_date: '2030-05-07' }],
        ['fr', { end_date: '2030-05-05' }],
        ['en', { start_date: '2030-05-09', end_date: '2030-05-08' }],
        ['fr', { end_date: '2030-05-06 09:59:59' }],
      ] as const) {
        const says = language === 'en' ? /not before the start/ : /ne précède pas le début/;
        await stage().step(patch('/events/{one}', json, { language, says, hides: HTML, ...refused('end_date') }));
      }
    });
    inBoth(
      'refuses a creation whose end is before the start',
      {},
      create(event('Disordered', { end_date: '2030-05-06 09:59:59' }), refused('end_date')),
      {
        en: /not before the start \(2030-05-06 10:00:00\)/,
        fr: /ne précède pas le début \(2030-05-06 10:00:00\)/,
      },
    );
    promise(
      'are compared as instants',
      {},
      create(event('Zoned', { start_date: '2030-05-06T12:00:00+02:00', end_date: '2030-05-06T11:00:00Z' }), {
        has: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 11:00:00' },
      }),
    );
  });

  describe('Dates of every form', () => {
    // `spec/calendar/dates/dates.spec.ts` and `zones.spec.ts` test more dates and zones.
    const zoned = { start_date: '2030-05-06T10:00:00+02:00', timezone: 'America/New_York' };
    promise(
      'reads a date in the zone of the event, on creation and on update',
      { one: event('Redated', { timezone: zoned.timezone, end_date: '2035-01-01' }) },
      create(event('Dated', { end_date: '2035-01-01', ...zoned }), {
        has: { start_date: '2030-05-06 04:00:00', utc_start_date: '2030-05-06 08:00:00' },
      }),
      patch('/events/{one}', { start_date: zoned.start_date }, { has: { start_date: '2030-05-06 04:00:00' } }),
      patch('/events/{one}', { end_date: zoned.start_date }, { has: { utc_end_date: '2030-05-06 08:00:00' } }),
    );
    promise(
      'reads a number of seconds and eight digits, in every date',
      {},
      create(event('Digits', { start_date: '-86400', end_date: '20300506', date: '1234567' }), {
        has: { start_date: '1969-12-31 00:00:00', end_date: '2030-05-06 00:00:00', date: '1970-01-15 06:56:07' },
      }),
      create(event('Digits', { start_date: '0001-01-01', end_date: '9999-12-31', date_utc: '@86400' }), {
        has: { start_date: '0001-01-01 00:00:00', end_date: '9999-12-31 00:00:00', date_utc: '1970-01-02 00:00:00' },
      }),
    );
    it('refuses a text that is no date, in every date, on creation and on update, in either language', async () => {
      await stage().give({ one: event('Undated') });
      for (const field of ['start_date', 'end_date', 'date', 'date_utc'])
        for (const [language, text] of [
          ['en', '2030-02-30'],
          ['fr', 'never'],
        ] as const) {
          const says = language === 'en' ? /Send a valid date/ : /Envoyez une date/;
          await stage().step(create(event('Impossible', { [field]: text }), { language, says, ...refused(field) }));
          await stage().step(patch('/events/{one}', { [field]: text }, { language, says, ...refused(field) }));
        }
      // Drafts show zeros in unset dates. Only `date_utc` may be written back like this.
      for (const field of ['start_date', 'end_date', 'date'])
        for (const text of ['', ' ', '0000-00-00']) await stage().step(patch('/events/{one}', { [field]: text }, refused(field)));
    });
  });

  describe('all_day', () => {
    promise(
      'keeps the days of an event, switched off and on',
      { one: event('Days', { all_day: true, end_date: '2030-05-09 01:00' }) },
      { path: '/events/{one}', has: { start_date: '2030-05-06 00:00:00', end_date: '2030-05-09 23:59:59' } },
      patch(
        '/events/{one}',
        { all_day: false },
        { has: { all_day: false, start_date: '2030-05-06 00:00:00', end_date: '2030-05-09 23:59:59' } },
      ),
      patch(
        '/events/{one}',
        { all_day: true },
        { has: { all_day: true, start_date: '2030-05-06 00:00:00', end_date: '2030-05-09 23:59:59' } },
      ),
      patch('/events/{one}', { title: 'Days still' }, { has: { end_date: '2030-05-09 23:59:59' } }),
      patch('/events/{one}', { end_date: '2030-05-10 08:00' }, { has: { end_date: '2030-05-10 23:59:59' } }),
      patch(
        '/events/{one}',
        { all_day: false, start_date: '2030-05-06 08:00', end_date: '2030-05-06 09:00' },
        { has: { start_date: '2030-05-06 08:00:00', end_date: '2030-05-06 09:00:00' } },
      ),
    );
    promise(
      'extends an event to whole days, in its zone',
      { one: event('Hours', { timezone: 'America/New_York', end_date: '2030-05-08 12:00:00' }) },
      patch(
        '/events/{one}',
        { all_day: true },
        {
          has: {
            start_date: '2030-05-06 00:00:00',
            utc_start_date: '2030-05-06 04:00:00',
            end_date: '2030-05-08 23:59:59',
            utc_end_date: '2030-05-09 03:59:59',
          },
        },
      ),
    );
  });
});
