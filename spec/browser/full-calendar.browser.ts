import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { repository } from '../house/repository';
import { type Running, startService } from '../support/service';
import { openChromium } from './chromium';

const LIBRARY = readFileSync(path.join(repository.root, 'node_modules/fullcalendar/index.global.min.js'), 'utf8');

describe('FullCalendar, in a browser', () => {
  let running: Running;
  let browser: Browser;
  let site: Server;
  before(async () => {
    running = await startService();
    for (const json of [
      { title: 'Tea in the garden', start_date: '2035-06-01 15:00', end_date: '2035-06-01 18:00', timezone: 'Europe/Paris' },
      { title: 'Fair', all_day: true, start_date: '2035-06-10', end_date: '2035-06-12' },
      { title: 'Another year', start_date: '2036-06-01 15:00', end_date: '2036-06-01 18:00' },
    ])
      expect((await running.ask('POST', '/events', { as: 'admin', json })).status).to.equal(201);
    // Another site, with the calendar on its page.
    const html = `<!doctype html><div id="calendar"></div><script>${LIBRARY}</script>`;
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    site?.close();
    site?.closeAllConnections();
    await running?.stop();
  });

  it('shows a month of the events', async () => {
    const page = await browser.newPage({ timezoneId: 'Europe/Paris' });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(`new FullCalendar.Calendar(document.getElementById('calendar'), {
      initialDate: '2035-06-01',
      events: '${running.address}/en/cal/events/v1/events?format=fullcalendar',
    }).render()`);
    await page.waitForSelector('.fc-event');
    const shown = await page.locator('.fc-event').allInnerTexts();
    expect(shown.map((text) => text.replace(/\s+/g, ' ').trim()).sort()).to.deep.equal(['3p Tea in the garden', 'Fair']);
    expect(await page.locator('a.fc-event').first().getAttribute('href')).to.match(/\/en\/event\/tea-in-the-garden\/$/);
    expect(complaints).to.deep.equal([]);
    await page.close();
  });
});
