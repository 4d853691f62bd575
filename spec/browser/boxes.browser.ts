import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { clockAt, type Running, startService } from '../support/service';
import { openChromium } from './chromium';
import { CITY, CITY_NOW, fillCity } from './city';
import { visit } from './visitor';

/** A box of a page, in pixels from the upper left corner. */
interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes of all visible elements that match a selector. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .map((element) => element.getBoundingClientRect().toJSON())
    .filter(({ width }) => width > 0)`);

const HEIGHT = 800;
const MAX_TILE_SIZE = 5 * 16;

/** Pages with lists of events, and the other pages of the site. */
const LISTS = [
  '',
  '?q=o',
  '?day=2026-06-13',
  'venue/golden-head-park/',
  'venue/parc-de-la-tete-dor/',
  'organizer/opera-de-lyon/',
  'tag/opera/',
];
const OTHERS = ['?month=2026-06', 'venue/', 'organizer/', 'events/category/', 'tag/', 'errors', 'event/nowhere/'];

describe('The boxes of pages, in a browser', () => {
  let running: Running;
  let browser: Browser;
  let event: { readonly en: string; readonly fr: string };
  before(async () => {
    running = await startService({ environment: CITY, clock: clockAt(CITY_NOW) });
    event = await fillCity(running);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
  });

  const onPage = async (path: string, width: number, look: (page: Page) => Promise<void>): Promise<void> => {
    const { page, leave } = await visit(browser, running.address, path, { width, colorScheme: 'light' });
    await look(page);
    await leave();
  };

  it('keep the tile of a date at 5 rem at most, in each list of events', async () => {
    let tiles = 0;
    for (const width of [1280, 360])
      for (const path of ['/en/', '/fr/', '/en/venue/golden-head-park/', '/fr/venue/parc-de-la-tete-dor/', '/en/tag/opera/'])
        await onPage(path, width, async (page) => {
          const boxes = await boxesOf(page, '.tile');
          tiles += boxes.length;
          for (const { width: across, height } of boxes) expect(Math.max(across, height), path).to.be.within(1, MAX_TILE_SIZE);
        });
    expect(tiles).to.be.above(9);
  });

  it('give the text of an event all width beside its tile', () =>
    onPage('/en/venue/golden-head-park/', 1280, async (page) => {
      const [[item], [text]] = await Promise.all([boxesOf(page, '.list > li:has(.tile)'), boxesOf(page, '.list > li > .tile + div')]);
      expect(text?.width).to.be.above((item?.width ?? 0) - 2 * MAX_TILE_SIZE);
    }));

  it('keep the header on one row where the window is 1280 px wide, on every page', async () => {
    for (const language of ['en', 'fr'] as const)
      for (const path of [...[...LISTS, ...OTHERS].map((page) => `/${language}/${page}`), event[language]])
        await onPage(path, 1280, async (page) => {
          const [first, ...rest] = await boxesOf(page, 'body > header .site, body > header a');
          expect(rest.length, path).to.be.above(0);
          for (const { top, bottom } of rest) {
            expect(top, path).to.be.below(first?.bottom ?? 0);
            expect(bottom, path).to.be.above(first?.top ?? 0);
          }
        });
  });

  it('show the first event without scrolling, wide and narrow, in each list and in a month', async () => {
    for (const width of [1280, 360])
      for (const path of ['/en/', '/fr/', '/en/?q=music', '/fr/?q=musique', '/en/?day=2026-06-13', '/en/tag/opera/', '/fr/tag/opera/'])
        await onPage(path, width, async (page) => {
          const [first] = await boxesOf(page, '.list > li h3');
          expect(first?.bottom, path).to.be.below(HEIGHT);
        });
    await onPage('/fr/?month=2026-06', 1280, async (page) => {
      const [first] = await boxesOf(page, '.month li a');
      expect(first?.bottom).to.be.below(HEIGHT);
    });
  });
});
