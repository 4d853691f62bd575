import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Browser } from 'playwright-core';
import { seedLines } from '../../lib/program/seed/seed-files';
import { dataSet } from '../bench/data-set';
import { repository } from '../house/repository';
import { administratorOf } from '../support/administrator';
import { clockAt, type Running, startService } from '../support/service';
import { openChromium } from './chromium';
import { CITY, CITY_NOW, fillCity } from './city';
import { LOOKS } from './visitor';

// `npm run screenshots` runs this file with mocha, whose hooks start and stop the database. EVENTS lists the sizes of the calendars: 0 is
// empty, 10 is the sample city, other numbers use the data set of the benchmark.
const SIZES = (process.env['EVENTS'] ?? '0,10,500').split(',').map((text) => {
  if (!/^\d+$/.test(text)) throw new Error(`EVENTS is a list of numbers of events, such as 0,10,500; it has ${text}.`);
  return Number(text);
});
const FOLDER = path.join(repository.root, 'screenshots');

const LANGUAGES = ['en', 'fr'] as const;
const CITY_EVENTS = 10;

type PagesByName = Readonly<Record<string, string>>;

const fill = async (running: Running, size: number): Promise<string | undefined> => {
  if (size === 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'screenshots-'));
  try {
    const file = path.join(folder, 'events.ndjson');
    const records = dataSet(size, new Date(CITY_NOW.slice(0, 10)));
    await pipeline(
      Readable.from(records).map((record) => `${JSON.stringify(record)}\n`),
      createWriteStream(file),
    );
    await seedLines(file, running.service.services, await administratorOf(running.service));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { body } = await running.ask('GET', '/events?per_page=1');
  return body.events[0]?.slug;
};

const pictures = async (
  browser: Browser,
  { address }: Running,
  size: number,
  pages: (language: 'en' | 'fr') => PagesByName,
): Promise<void> => {
  for (const language of LANGUAGES)
    for (const { width, colorScheme } of LOOKS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      for (const [name, where] of Object.entries(pages(language))) {
        await page.goto(`${address}${where}`);
        await page.screenshot({
          path: path.join(FOLDER, `${size}`, `${name}-${language}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      await context.close();
    }
};

/** Takes the three pictures of the README. Copy them to `spec/browser/pictures` after a change of the pages. */
const picturesOfReadme = async (browser: Browser, { address }: Running, event: string): Promise<void> => {
  for (const [name, where, colorScheme] of [
    ['list', '/en/', 'light'],
    ['month', '/en/?month=2026-06', 'light'],
    ['event', event, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 720 }, colorScheme, timezoneId: CITY.SITE_TIMEZONE });
    await page.goto(`${address}${where}`);
    await page.screenshot({ path: path.join(FOLDER, 'readme', `${name}.jpg`), type: 'jpeg', quality: 60 });
    await page.close();
  }
};

describe('Pictures of the pages', () => {
  let browser: Browser;
  before(async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER);
    browser = await openChromium();
  });
  after(() => browser?.close());

  for (const size of SIZES) {
    it(`are taken with ${size} events, into ${path.relative(process.cwd(), FOLDER)}/${size}`, async () => {
      const running = await startService({ environment: CITY, clock: clockAt(CITY_NOW) });
      try {
        const opera = size === CITY_EVENTS ? await fillCity(running) : undefined;
        if (opera !== undefined) await picturesOfReadme(browser, running, opera.fr);
        const slug = opera === undefined ? await fill(running, size) : undefined;
        await pictures(browser, running, size, (language) => {
          const event = opera?.[language] ?? (language === 'en' && slug !== undefined ? `/en/event/${slug}/` : undefined);
          return {
            list: `/${language}/`,
            month: `/${language}/?month=2026-06`,
            day: `/${language}/?day=2026-06-13`,
            found: `/${language}/?q=music&when=week`,
            venues: `/${language}/venue/`,
            lost: `/${language}/event/nowhere/`,
            ...(event && { event }),
          };
        });
      } finally {
        await running.stop();
      }
    });
  }
});
