import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

export const LOOKS: readonly Look[] = [1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** A page with the problems that were found on it so far. */
export interface Visitor {
  readonly page: Page;
  readonly problems: string[];
  leave(): Promise<void>;
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const SERIOUS = ['serious', 'critical'];

/** Opens a page and records problems: console messages, script errors, failed requests and requests to other hosts. */
export const visit = async (
  browser: Browser,
  address: string,
  path: string,
  { width, colorScheme, scripts = true }: Look & { readonly scripts?: boolean },
): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, javaScriptEnabled: scripts });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`script: ${String(error)}`));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !request.url().startsWith('data:')) problems.push(`elsewhere: ${request.url()}`);
  });
  await page.goto(`${address}${path}`);
  return { page, problems, leave: () => context.close() };
};

/** The serious and critical findings of axe-core on the current page. */
export const findings = async (page: Page): Promise<string[]> => {
  // A text, because the browser runs it and the compiler does not know its globals.
  const found = (await page.evaluate(
    `${AXE}; axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Finding[];
  return found.filter(({ impact }) => SERIOUS.includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/**
 * Controls whose accessible name does not contain their visible text (WCAG 2.5.3).
 * Users of voice control say the text that they see.
 */
export const misnamed = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const words = (text) => ' ' + (text.toLowerCase().match(/[\\p{L}\\p{N}]+/gu) ?? []).join(' ') + ' ';
    const nameOf = (element) =>
      element.getAttribute('aria-label') ??
      element.getAttribute('aria-labelledby').split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    return [...document.querySelectorAll(':is(a, button, summary, input, select, [role=button], [role=link]):is([aria-label], [aria-labelledby])')]
      .filter((element) => !words(nameOf(element)).includes(words(element.innerText)))
      .map((element) => element.outerHTML);
  })()`);

/** Checks a page: no problems, accessible, no horizontal scrolling, one headline, and the right language. */
export const expectGoodPage = async ({ page, problems }: Visitor, language: string): Promise<void> => {
  expect(problems).to.deep.equal([]);
  expect(await findings(page)).to.deep.equal([]);
  expect(await misnamed(page)).to.deep.equal([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).to.equal(0);
  expect(await page.locator('h1').count()).to.equal(1);
  expect(await page.getAttribute('html', 'lang')).to.equal(language);
};
