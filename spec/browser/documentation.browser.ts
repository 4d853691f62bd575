import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../../lib/language';
import { DOCUMENT_WORDS } from '../../lib/site/api-page/page/words';
import { runCurl } from '../support/run-curl';
import { type Running, startService } from '../support/service';
import { openChromium } from './chromium';
import { expectGoodPage, findings, LOOKS, type Visitor, visit } from './visitor';

const WIDE = { width: 1280, colorScheme: 'light' } as const;
const NARROW = { width: 360, colorScheme: 'light' } as const;

const SAID = {
  en: { found: 'Operations found: ', nothing: 'No operations found.', other: 'fr', search: 'organizer slug delete' },
  fr: { found: 'Opérations trouvées : ', nothing: 'Aucune opération trouvée.', other: 'en', search: 'ORGANISATEUR slug supprimer' },
} as const;

let running: Running;
let browser: Browser;
let visitor: Visitor | undefined;

const pathIn = (language: string) => `/${language}/cal/events/v1/doc`;
const open = async (language: string, look: Parameters<typeof visit>[3], hash = ''): Promise<Visitor> => {
  visitor = await visit(browser, running.address, `${pathIn(language)}${hash}`, look);
  return visitor;
};

const unfold = (page: Page, operation: string) => page.evaluate(`document.querySelector('#${operation} .try').open = true`);

/** Submits the form of an operation and returns the status text. */
const tryOut = async (page: Page, operation: string): Promise<string> => {
  const form = page.locator(`#${operation} form`);
  await unfold(page, operation);
  await form.locator('[type=submit]').click();
  await form.locator('.answer').waitFor();
  return (await form.locator('.outcome').textContent()) ?? '';
};
const answered = async (page: Page, operation: string): Promise<string> =>
  (await page.locator(`#${operation} .answer [data-text]`).textContent()) ?? '';

describe('The page of the OpenAPI document, in a browser', () => {
  const language = 'en';
  before(async () => {
    running = await startService();
    const json = { title: 'Tea', start_date: '2027-05-06 10:00', end_date: '2027-05-06 11:00', status: 'publish' };
    for (const language of LANGUAGES) await running.ask('POST', '/events', { as: 'admin', language, json });
    browser = await openChromium();
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
  });
  afterEach(async () => {
    await visitor?.leave();
    visitor = undefined;
  });

  for (const language of LANGUAGES) {
    const said = SAID[language];
    for (const look of LOOKS) {
      it(`is quiet and accessible, ${look.width} pixels wide and ${look.colorScheme}, with everything open and an answer too, in ${language}`, async () => {
        const visited = await open(language, look);
        await expectGoodPage(visited, language);
        await visited.page.evaluate(
          'for (const one of document.querySelectorAll("#getEvents details, #postEvents details, .contents.narrow")) one.open = true',
        );
        expect(await tryOut(visited.page, 'getEvents')).to.match(/^200 OK/);
        await expectGoodPage(visited, language);
      });
    }

    it(`finds operations by words, whatever their case and accents, and says when there are none, in ${language}`, async () => {
      const visited = await open(language, WIDE);
      const { page } = visited;
      const status = page.locator('#found');
      const shown = page.locator('.operation:visible');
      const all = await shown.count();
      await page.fill('#search', said.search);
      await page.waitForFunction('document.querySelector("#found").textContent !== ""');
      expect((await status.textContent())?.replaceAll('\u00a0', ' ')).to.equal(`${said.found}1`);
      expect(await shown.getAttribute('id')).to.equal('deleteOrganizersBySlug');
      await page.fill('#search', 'zzzz');
      await page.waitForFunction('!document.querySelector("#found").textContent.endsWith("1")');
      expect(await status.textContent()).to.include(said.nothing);
      expect(await shown.count()).to.equal(0);
      expect(await findings(page)).to.deep.equal([]);
      await page.fill('#search', '');
      expect(await shown.count()).to.equal(all);
      await expectGoodPage(visited, language);
    });

    it(`leads from ${language} to the same place in the other language`, async () => {
      const { page } = await open(language, WIDE, '#postVenues');
      await page.locator('.languages a').click();
      await page.waitForURL(`${running.address}${pathIn(said.other)}#postVenues`);
      expect(await page.getAttribute('html', 'lang')).to.equal(said.other);
    });
  }

  it('loads nothing from other origins, and its policy forbids it', async () => {
    const { page, problems } = await open(language, WIDE);
    const markup = await page.content();
    const sources = [...markup.matchAll(/<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources.filter((source) => !source?.startsWith(`${running.address}/`))).to.deep.equal([]);
    const failing = await page.evaluate(`fetch('https://example.org/').then(() => 'sent', () => 'refused')`);
    expect(failing).to.equal('refused');
    expect(problems.join()).to.include('Content Security Policy');
  });

  it('creates an event with credentials, and says why wrong ones are refused', async () => {
    const visited = await open(language, WIDE);
    const { page, problems } = visited;
    await page.fill('#login', 'editor');
    await page.fill('#password', running.password('editor'));
    expect(await tryOut(page, 'postEvents')).to.match(/^201 Created/);
    const created = JSON.parse(await answered(page, 'postEvents')) as { id: number; title: string };
    expect((await running.ask('GET', `/events/${created.id}`, { as: 'admin' })).body.title).to.equal(created.title);
    expect(problems).to.deep.equal([]);
    await page.fill('#password', 'wrong');
    await page.locator('#postEvents .outcome:has-text("201")').waitFor();
    await page.locator('#postEvents form [type=submit]').click();
    await page.locator('#postEvents .outcome:has-text("401")').waitFor();
    expect(await page.locator('#postEvents .outcome').textContent()).to.include(DOCUMENT_WORDS.wrong[language]);
    const refused = JSON.parse(await answered(page, 'postEvents')) as { code: string; message: string };
    expect(refused.code).to.equal('incorrect_password');
    expect(refused.message).to.match(/password/);
    // Browsers report every refusal as a problem.
    expect(problems.filter((one) => !one.includes('401'))).to.deep.equal([]);
    expect(await findings(page)).to.deep.equal([]);
    const storage = await page.evaluate('JSON.stringify([localStorage.length, sessionStorage.length, document.cookie, location.search])');
    expect(storage).to.equal('[0,0,"",""]');
  });

  it('works with the keyboard only', async () => {
    const { page } = await open(language, WIDE);
    const focused = (): Promise<string> =>
      page.evaluate(
        '(document.activeElement.id || document.activeElement.type || document.activeElement.localName) + " " + (document.activeElement.closest(".operation")?.id ?? "")',
      );
    const tabTo = async (target: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await focused()) === target) return;
      }
      throw new Error(`${target} is not reached; the focus is at ${await focused()}`);
    };
    await tabTo('search ');
    await page.keyboard.type('describe namespace');
    await page.keyboard.press('Enter');
    expect(await focused()).to.equal('a getIndex');
    const isTrying = 'document.activeElement.matches(".try > summary")';
    for (let presses = 0; presses < 20 && !(await page.evaluate(isTrying)); presses += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(isTrying)).to.equal(true);
    await page.keyboard.press('Enter');
    await tabTo('submit getIndex');
    await page.keyboard.press('Enter');
    await page.locator('#getIndex .outcome:has-text("200 OK")').waitFor();
    expect(await answered(page, 'getIndex')).to.include('"namespace": "cal/events/v1"');
  });

  it('says in a sentence that there is no answer', async () => {
    const { page } = await open(language, NARROW);
    await page.context().setOffline(true);
    await unfold(page, 'getIndex');
    await page.locator('#getIndex form [type=submit]').click();
    await page.locator('#getIndex .outcome:has-text("No answer:")').waitFor();
  });

  it('copies a request as a curl command that runs, without the password', async () => {
    const { page } = await open(language, WIDE);
    const password = running.password('editor');
    await page.fill('#login', 'editor');
    await page.fill('#password', password);
    await unfold(page, 'postEvents');
    await page.locator('#postEvents [data-copy]').click();
    await page.locator('#postEvents .command').waitFor();
    const code = (await page.locator('#postEvents .command [data-text]').textContent()) ?? '';
    expect(code).to.include(`${running.address}/${language}/cal/events/v1/events`).and.to.include('title').and.not.to.include(password);
    expect(await runCurl(code, password))
      .to.include('"rest_url"')
      .and.to.include('"title"');
    expect(await findings(page)).to.deep.equal([]);
  });

  it('leads from a refusal to the credentials', async () => {
    const { page } = await open(language, NARROW);
    expect(await tryOut(page, 'postEvents'))
      .to.match(/^401 /)
      .and.to.include(DOCUMENT_WORDS.needed[language]);
    expect(await findings(page)).to.deep.equal([]);
    await page.focus('#postEvents .sign-in a');
    await page.keyboard.press('Enter');
    const isSeen = () =>
      page.evaluate('(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())');
    expect([await page.evaluate('document.activeElement.id'), await isSeen()]).to.deep.equal(['login', true]);
    await page.keyboard.type('editor');
    await page.fill('#password', running.password('editor'));
    await page.keyboard.press('Enter');
    await page.locator('#postEvents form [type=submit]').click();
    await page.locator('#postEvents .outcome:has-text("201")').waitFor();
    expect(await page.locator('#postEvents .sign-in').count()).to.equal(0);
  });

  it('does not ask for a login if the record has its own password', async () => {
    const json = { title: 'Closed', start_date: '2027-05-06 10:00', end_date: '2027-05-06 11:00', password: 'sesame' };
    const { body } = await running.ask('POST', '/events', { as: 'admin', language, json });
    const { page } = await open(language, NARROW);
    await unfold(page, 'getEventsById');
    await page.fill('#getEventsById [data-in=path]', String(body.id));
    expect(await tryOut(page, 'getEventsById'))
      .to.match(/^403 /)
      .and.not.to.include(DOCUMENT_WORDS.needed[language]);
    expect(await page.locator('#getEventsById .sign-in').count()).to.equal(0);
  });

  it('has all its text without scripts', async () => {
    const { page, problems } = await open(language, { ...NARROW, scripts: false });
    const text = (await page.locator('main').allInnerTexts()).join('');
    expect(text).to.include('List events').and.to.include('/events/by-slug/{slug}');
    expect((await page.locator('#getEvents').textContent()) ?? '').to.include('per_page');
    expect(await page.locator('form:visible').count()).to.equal(0);
    expect(await page.locator('.operation:visible').count()).to.be.above(25);
    expect(problems).to.deep.equal([]);
  });
});
