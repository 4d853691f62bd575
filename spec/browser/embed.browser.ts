import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Running, startService } from '../support/service';
import { openChromium } from './chromium';
import { expectGoodPage, LOOKS, visit } from './visitor';

/** Starts another site with one page, whose content the spec sets. */
const openSite = async (): Promise<{ readonly address: string; show(markup: string): void; close(): void }> => {
  let shown = '';
  const server = http.createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>A site</title><h1>A site</h1>${shown}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(markup) {
      shown = markup;
    },
    close: () => server.close(),
  };
};

describe('Events on other sites, in a browser', () => {
  let running: Running;
  let browser: Browser;
  let town: Awaited<ReturnType<typeof openSite>>;
  let other: Awaited<ReturnType<typeof openSite>>;
  before(async () => {
    [town, other] = await Promise.all([openSite(), openSite()]);
    running = await startService({ environment: { EMBED_ORIGINS: town.address } });
    const json = { title: 'Tea & "scones"', start_date: '2035-06-01 15:00', end_date: '2035-06-01 18:00', venue: { venue: 'Rose Garden' } };
    expect((await running.ask('POST', '/events', { as: 'admin', json })).status).to.equal(201);
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
    for (const site of [town, other]) site?.close();
  });

  it('are accessible pages by themselves', async () => {
    for (const [path, language] of [
      ['/en/embed', 'en'],
      ['/fr/embed?q=rien', 'fr'],
    ] as const)
      for (const look of LOOKS) {
        const visitor = await visit(browser, running.address, path, look);
        await expectGoodPage(visitor, language);
        await visitor.leave();
      }
  });

  it('appear in a permitted site, with the code of the start page, and in no other site', async () => {
    const start = await visit(browser, running.address, '/en/?q=tea', { width: 1280, colorScheme: 'light' });
    await start.page.click('.snippet summary');
    await expectGoodPage(start, 'en');
    const code = await start.page.inputValue('.snippet textarea');
    await start.leave();
    for (const [site, count] of [
      [town, 1],
      [other, 0],
    ] as const) {
      site.show(code);
      const context = await browser.newContext({ viewport: { width: 360, height: 800 }, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(site.address, { waitUntil: 'networkidle' });
      const frame = page.frameLocator('iframe');
      expect(await frame.locator('h2 a').count()).to.equal(count);
      if (count > 0) {
        expect(await frame.locator('h2 a').textContent()).to.equal('Tea & "scones"');
        const [opened] = await Promise.all([context.waitForEvent('page'), frame.locator('h2 a').click()]);
        await opened.waitForLoadState();
        expect(opened.url()).to.match(/\/en\/event\/tea-scones\/$/);
      }
      await context.close();
    }
  });

  it('forbid all other pages in frames', async () => {
    town.show(`<iframe src="${running.address}/en/"></iframe>`);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(town.address, { waitUntil: 'networkidle' });
    expect(await page.frameLocator('iframe').locator('main').count()).to.equal(0);
    await context.close();
  });
});
