import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import { NOW, type Step } from '../../support/scenario';
import {
  category,
  create,
  DATES,
  event,
  KINDS,
  openPromises,
  organizer,
  POST_LIKE,
  patch,
  refused,
  TERM_LIKE,
  venue,
} from '../../support/stage';

const PICTURE = 'https://example.org/f.png';
const METHODS = ['POST', 'PUT', 'PATCH'] as const;

describe('the promises about writing', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('updates are partial', () => {
    it('an update changes what is sent and nothing else, by ID and by slug', async () => {
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
          for (const method of METHODS) {
            await stage().step({ as: 'editor', method, path, json: {}, status: 200 });
            await stage().step({ as: 'editor', method, path, json: { [name]: 'Fuller' }, status: 200 });
          }
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
    const SAID: Readonly<Record<string, unknown>> = {
      website: 'https://example.org/',
      image: PICTURE,
      cost: '5',
      stateprovince: 'Both',
      geo_lat: 1,
      geo_lng: 2,
    };
    for (const { plural, name, make } of KINDS)
      for (const cleared of [null, '']) {
        const cleans = TEXTS[plural];
        it(`each text of ${plural} is cleared by ${JSON.stringify(cleared)}, and the others stay`, async () => {
          const full = Object.fromEntries(Object.keys(cleans).map((field) => [field, SAID[field] ?? 'Said']));
          await stage().give({ one: make(`Cleared ${plural} ${cleared}`, full) });
          const left = new Set(Object.keys(cleans));
          for (const [field, empty] of Object.entries(cleans)) {
            const { body } = await stage().step(patch(`/${plural}/{one}`, { [field]: cleared }, { has: { [field]: empty } }));
            left.delete(field);
            for (const other of left) expect(body[other], `${other} after ${field}`).to.satisfy(Boolean);
          }
          await stage().step(patch(`/${plural}/{one}`, { [name]: cleared }, refused(name)));
        });
      }
    for (const cleared of [null, ''])
      promise(
        `a password is removed by ${JSON.stringify(cleared)}`,
        { one: event('Locked'), lock: patch('/events/{one}', { password: 'p' }) },
        { path: '/events/{one}', status: 403, code: 'event-password-protected' },
        patch('/events/{one}', { password: cleared }, { status: 200 }),
        { path: '/events/{one}', status: 200 },
      );
    for (const field of ['categories', 'tags', 'venue', 'organizer'])
      it(`an empty list clears ${field} and no other list`, async () => {
        const links = { categories: ['L'], tags: ['L'], venue: { venue: 'L' }, organizer: [{ organizer: 'L' }] };
        await stage().give({ one: event('Linked', links) });
        const { body } = await stage().step(patch('/events/{one}', { [field]: [] }, { has: { [field]: [] } }));
        for (const other of Object.keys(links).filter((one) => one !== field)) expect(body[other], other).to.not.deep.equal([]);
        await stage().step({ path: '/events/{one}', has: { [field]: [] } });
      });
    promise(
      'a form clears as JSON does',
      { one: event('Formed', { description: 'Long', cost: '5', image: PICTURE }) },
      {
        as: 'editor',
        method: 'POST',
        path: '/events/{one}',
        form: 'description=&cost=&image=',
        has: { description: '', cost: '', image: false },
      },
    );
    for (const field of ['title', 'start_date', 'end_date'])
      for (const cleared of [null, ''])
        inBoth(
          `an event cannot be without ${field}: ${JSON.stringify(cleared)}`,
          { one: event('Kept') },
          patch('/events/{one}', { [field]: cleared }, refused(field)),
          { en: /Send |must be/, fr: /Envoyez |doit être/ },
        );
    for (const { plural, name, make } of [...POST_LIKE.slice(1), ...TERM_LIKE])
      for (const cleared of [null, ''])
        inBoth(
          `${plural} cannot be without a name: ${JSON.stringify(cleared)}`,
          { one: make(`Named ${plural} ${cleared}`) },
          patch(`/${plural}/{one}`, { [name]: cleared }, refused(name)),
          { en: /Send |must be/, fr: /Envoyez |doit être/ },
        );
  });

  describe('one date is enough, and the end is never first', () => {
    for (const path of ['/events/{one}', '/events/by-slug/moved'])
      promise(
        `either date alone is applied, and both: ${path}`,
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
        { as: 'editor', method: 'DELETE', path: '/events/{one}?force=true' },
        { as: 'editor', method: 'DELETE', path: '/events/{one}?force=true' },
      );
    promise(
      'an event may end as it starts',
      {},
      create(event('Point', { end_date: DATES.start_date }), { status: 201, has: { end_date: DATES.start_date } }),
    );
    for (const [title, json] of [
      ['a start after the end', { start_date: '2030-05-07' }],
      ['an end before the start', { end_date: '2030-05-05' }],
      ['both in the wrong order', { start_date: '2030-05-09', end_date: '2030-05-08' }],
      ['an end a second too early', { end_date: '2030-05-06 09:59:59' }],
    ] as const)
      inBoth(`an update is refused that comes to ${title}`, { one: event('Ordered') }, patch('/events/{one}', json, refused('end_date')), {
        en: /not before the start/,
        fr: /ne précède pas le début/,
      });
    inBoth('so is a creation', {}, create(event('Disordered', { end_date: '2030-05-06 09:59:59' }), refused('end_date')), {
      en: /not before the start \(2030-05-06 10:00:00\)/,
      fr: /ne précède pas le début \(2030-05-06 10:00:00\)/,
    });
    promise(
      'a zone that puts them in order does not',
      {},
      create(event('Zoned', { start_date: '2030-05-06T12:00:00+02:00', end_date: '2030-05-06T11:00:00Z' }), {
        has: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 11:00:00' },
      }),
    );
  });

  describe('dates mean what they say', () => {
    const made = (json: object, has: Readonly<Record<string, unknown>>): Step =>
      create(event('Dated', { end_date: '2035-01-01', ...json }), { status: 201, has });
    for (const [start_date, timezone, wall, utc] of [
      ['2030-05-06T10:00:00Z', 'America/New_York', '2030-05-06 06:00:00', '2030-05-06 10:00:00'],
      ['2030-05-06T10:00:00+02:00', 'America/New_York', '2030-05-06 04:00:00', '2030-05-06 08:00:00'],
      ['2030-05-06 10:00:00 -0500', 'Europe/Paris', '2030-05-06 17:00:00', '2030-05-06 15:00:00'],
      ['2030-05-06T23:00:00Z', 'UTC+2', '2030-05-07 01:00:00', '2030-05-06 23:00:00'],
      ['2030-05-06T10:00:00+02:00', 'UTC', '2030-05-06 08:00:00', '2030-05-06 08:00:00'],
      ['2030-05-06T10:00:00', 'America/New_York', '2030-05-06 10:00:00', '2030-05-06 14:00:00'],
    ] as const)
      promise(
        `${start_date} in ${timezone} is ${wall}, on creating and on updating`,
        { one: event('Redated', { timezone, end_date: '2035-01-01' }) },
        made({ start_date, timezone }, { start_date: wall, utc_start_date: utc }),
        patch('/events/{one}', { start_date }, { has: { start_date: wall, utc_start_date: utc } }),
        patch('/events/{one}', { end_date: start_date }, { has: { end_date: wall, utc_end_date: utc } }),
      );
    for (const [said, wall] of [
      ['20300506', '2030-05-06 00:00:00'],
      ['1904292000', '2030-05-06 10:00:00'],
      ['86400', '1970-01-02 00:00:00'],
      ['0', '1970-01-01 00:00:00'],
      ['-86400', '1969-12-31 00:00:00'],
      ['1234567', '1970-01-15 06:56:07'],
      ['123456789', '1973-11-29 21:33:09'],
      ['@86400', '1970-01-02 00:00:00'],
      ['9999-12-31', '9999-12-31 00:00:00'],
      ['0001-01-01', '0001-01-01 00:00:00'],
    ] as const)
      promise(
        `“${said}” is ${wall}, in every date`,
        {},
        create(event('Digits', { start_date: said, end_date: said }), { has: { start_date: wall, end_date: wall } }),
        create(event('Digits', { date: said }), { has: { date: wall } }),
        create(event('Digits', { date_utc: said }), { has: { date_utc: wall } }),
      );
    for (const said of [
      '2030-02-30',
      '2030-13-01',
      '2030-00-10',
      '2030-05-32',
      '2030-05-06 25:00',
      '20300230',
      '',
      ' ',
      '0000-01-01',
      '0000-00-00',
      '10000-01-01',
      '-0001-01-01',
      '99999999999999',
      'never',
    ])
      for (const field of ['start_date', 'end_date', 'date', 'date_utc'])
        it(`“${said}” is no ${field}, in either language`, async () => {
          await stage().give({ one: event('Undated') });
          for (const language of LANGUAGES) {
            const says = language === 'en' ? /Send a date/ : /Envoyez une date/;
            await stage().step(create(event('Impossible', { [field]: said }), { language, says, ...refused(field) }));
            // A draft answers noughts for a date that it has not, and what was read can be written back.
            if (field !== 'date_utc') await stage().step(patch('/events/{one}', { [field]: said }, { language, says, ...refused(field) }));
          }
        });
    for (const [zone, winter, summer] of [
      ['UTC+2', '07:00:00', '07:00:00'],
      ['UTC-5', '14:00:00', '14:00:00'],
      ['UTC+5.5', '03:30:00', '03:30:00'],
      ['UTC+5:30', '03:30:00', '03:30:00'],
      ['UTC+0', '09:00:00', '09:00:00'],
      ['+02:00', '07:00:00', '07:00:00'],
      ['Europe/Paris', '08:00:00', '07:00:00'],
    ] as const)
      promise(
        `nine o’clock in ${zone} is ${winter} UTC in winter and ${summer} in summer`,
        {},
        made({ timezone: zone, start_date: '2030-01-20 09:00' }, { utc_start_date: `2030-01-20 ${winter}`, timezone: zone }),
        made({ timezone: zone, start_date: '2030-07-20 09:00' }, { utc_start_date: `2030-07-20 ${summer}` }),
      );
  });

  describe('whole days stay whole', () => {
    promise(
      'an event of many days keeps them, switched off and on',
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
      'an event with hours is stretched to its days, in its zone',
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

describe('the promises about writing, where the site is elsewhere', () => {
  const { promise } = openPromises({ SITE_TIMEZONE: 'Pacific/Auckland' });

  // It is one o’clock on the sixteenth there.
  describe('relative words are of the zone of the site', () => {
    for (const [said, wall] of [
      ['tomorrow 9am', '2030-01-17 09:00:00'],
      ['+1 week', '2030-01-23 01:00:00'],
      ['now', '2030-01-16 01:00:00'],
      ['today', '2030-01-16 00:00:00'],
      ['next monday', '2030-01-21 00:00:00'],
    ] as const)
      promise(
        `${said} is ${wall}`,
        { one: event('Later', { start_date: '2030-01-01', end_date: '2031-01-01' }) },
        create(event('Relative', { start_date: said, end_date: '2031-01-01' }), {
          status: 201,
          has: { start_date: wall, timezone: 'Pacific/Auckland' },
        }),
        patch('/events/{one}', { start_date: said }, { has: { start_date: wall } }),
        create(event('Published', { date: said, status: 'draft' }), { has: { date: wall } }),
      );
    promise(
      'and so are eight digits, and dates of publication',
      {},
      create(event('Digits', { start_date: '20300506' }), {
        has: { start_date: '2030-05-06 00:00:00', utc_start_date: '2030-05-05 12:00:00' },
      }),
      create(event('Published', { date: '2030-01-01T12:00:00Z' }), {
        has: { date_utc: '2030-01-01 12:00:00', date: '2030-01-02 01:00:00' },
      }),
    );
  });
});
