import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Running, startService } from '../support/service';
import { openChromium } from './chromium';
import { expectGoodPage, LOOKS, visit } from './visitor';

let running: Running;
let browser: Browser;

/** Pages of a service: title, path and language. The path of one record is added later. */
const PAGES: readonly (readonly [string, string, string])[] = [
  ['the languages', '/', 'en'],
  ['what is on', '/en/', 'en'],
  ['what is on, in French', '/fr/', 'fr'],
  ['a month', '/en/?month=2035-06', 'en'],
  ['a month, in French', '/fr/?month=2035-06', 'fr'],
  ['a day', '/fr/?day=2035-06-01', 'fr'],
  ['what is chosen', '/en/?q=tea&free=false&start_date=2035-05-01&end_date=2035-07-01', 'en'],
  ['an event', '/en/event/tea-in-the-garden/', 'en'],
  ['an event in French', '/fr/event/le-the-au-jardin/', 'fr'],
  ['a venue', '/en/venue/rose-garden/', 'en'],
  ['all venues', '/en/venue/', 'en'],
  ['an organizer', '/en/organizer/tea-society/', 'en'],
  ['a category', '/en/events/category/gatherings/', 'en'],
  ['a tag', '/en/tag/tea/', 'en'],
  ['all error codes', '/en/errors', 'en'],
  ['an error code, in French', '/fr/errors/rest_no_route', 'fr'],
  ['how to get a password', '/en/application-passwords', 'en'],
  ['how to get a password, in French', '/fr/application-passwords?app_name=Reader', 'fr'],
];

describe('The pages for people, in a browser', () => {
  before(async () => {
    running = await startService();
    const json = {
      start_date: '2035-06-01 15:00',
      end_date: '2035-06-01 18:00',
      timezone: 'Europe/Paris',
      status: 'publish',
      cost: '5',
      website: 'https://tea.example/',
      description: '<p>Scones, <a href="https://scones.example/">of course</a>.</p>',
      venue: { venue: 'Rose Garden', city: 'Lyon', country: 'France', address: '1 rue du Parc', status: 'publish' },
      organizer: { organizer: 'Tea Society', email: 'tea@example.org', phone: '+33 4 00 00 00 00', status: 'publish' },
      categories: ['Gatherings'],
      tags: ['tea'],
    };
    const created = [
      await running.ask('POST', '/events', { as: 'admin', json: { ...json, title: 'Tea in the garden' } }),
      await running.ask('POST', '/events', { as: 'admin', language: 'fr', json: { ...json, title: 'Le thé au jardin' } }),
    ];
    expect(created.map(({ status }) => status)).to.deep.equal([201, 201]);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
  });

  for (const [what, path, language] of PAGES) {
    it(`show ${what} quietly and accessibly, wide and narrow, by day and by night`, async () => {
      for (const look of LOOKS) {
        const visitor = await visit(browser, running.address, path, look);
        await expectGoodPage(visitor, language);
        await visitor.leave();
      }
    });
  }

  it('report a missing page without other problems', async () => {
    for (const [path, language] of [
      ['/en/event/no-such-event/', 'en'],
      ['/fr/errors/no_such_code', 'fr'],
    ] as const) {
      const visitor = await visit(browser, running.address, path, { width: 360, colorScheme: 'dark' });
      // Browsers report every refusal as a problem.
      const others = visitor.problems.splice(0).filter((one) => !one.includes('404'));
      expect(others).to.deep.equal([]);
      await expectGoodPage(visitor, language);
      await visitor.leave();
    }
  });
});
