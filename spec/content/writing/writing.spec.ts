import { expect } from 'chai';
import { category, create, event, HTML, KINDS, openPromises, patch, refused } from '../../support/stage';

const PICTURE = 'https://example.org/f.png';

describe('POST, PUT and PATCH', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('Partial updates and cleared fields', () => {
    const shared = { status: 'private', date: '2029-03-04 05:06:07', description: 'Long', image: PICTURE, author: '{author}' };
    const reached = { ...shared, website: 'https://example.org/', phone: '1' };
    const FULL = {
      events: {
        ...{ ...shared, excerpt: 'Short', timezone: 'Europe/Paris', all_day: true, cost: '5-7', website: 'https://example.org/' },
        ...{ show_map: true, show_map_link: true, hide_from_listings: true, sticky: true, featured: true, slug: 'full-event' },
        ...{ categories: ['Full'], tags: ['Full', 'Fuller'], venue: { venue: 'Hall' }, organizer: [{ organizer: 'Ann' }] },
      },
      venues: {
        ...{ ...reached, show_map: 'false', show_map_link: 'false', address: '1 Street', city: 'Lyon', country: 'France' },
        ...{ province: 'Rhône', state: 'AURA', zip: '69001', stateprovince: 'Both', geo_lat: 1.5, geo_lng: -2.5 },
      },
      organizers: { ...reached, email: 'a@example.org' },
      categories: { description: 'Long', slug: 'full-category', parent: '{above}' },
      tags: { description: 'Long', slug: 'full-tag' },
    };
    for (const { plural, name, make } of KINDS)
      it(`change the sent fields of ${plural} and no others`, async () => {
        await stage().give({ above: category(`Above ${plural}`), one: make('Complete', FULL[plural]) });
        const read = { as: 'editor', path: `/${plural}/{one}` } as const;
        const { body: before } = await stage().step(read);
        await stage().step(patch(read.path, { [name]: 'Completed' }));
        expect((await stage().step(read)).body).to.deep.equal({
          ...before,
          [name]: 'Completed',
          ...(before.modified && { modified: '2030-01-15 12:00:00', modified_utc: '2030-01-15 12:00:00' }),
          ...(before.json_ld && { json_ld: { ...before.json_ld, name: 'Completed' } }),
        });
      });

    const absent = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, undefined]));
    const TEXTS = {
      events: { description: '', excerpt: '', cost: '', website: '', image: false },
      venues: absent('description address city country province state zip phone website stateprovince image geo_lat geo_lng'),
      organizers: absent('description phone website email image'),
      categories: { description: '' },
      tags: { description: '' },
    };
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
  });

  inBoth('refuse an end before the start', {}, create(event('Disordered', { end_date: '2030-05-06 09:59:59' }), refused('end_date')), {
    en: /not before the start \(2030-05-06 10:00:00\)/,
    fr: /ne précède pas le début \(2030-05-06 10:00:00\)/,
  });

  describe('Dates of every form', () => {
    // `spec/calendar/dates/dates.spec.ts` and `spec/routes/events/event-times.spec.ts` test more dates and zones.
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
    it('refuses a text that is no date, in every date, on update', async () => {
      await stage().give({ one: event('Undated') });
      for (const field of ['start_date', 'end_date', 'date', 'date_utc'])
        await stage().step(patch('/events/{one}', { [field]: '2030-02-30' }, refused(field)));
      // Drafts show zeros in unset dates. Only `date_utc` may be written back like this.
      for (const field of ['start_date', 'end_date', 'date'])
        for (const text of ['', ' ', null, '0000-00-00']) await stage().step(patch('/events/{one}', { [field]: text }, refused(field)));
    });
  });
});
