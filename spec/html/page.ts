import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../support/service';

export const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'track', 'wbr']);

export const matches = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** Lists the elements that are not closed in the right place. */
export const misnested = (text: string): string[] => {
  const open: string[] = [];
  const wrong: string[] = [];
  const tags = text.replace(/(<(style|script)\b[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3').matchAll(/<(\/?)([a-z][a-z0-9]*)\b(?:[^>"]|"[^"]*")*>/gi);
  for (const [tag, slash, name = ''] of tags) {
    if (VOID.has(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(tag);
  }
  return [...wrong, ...open];
};

const directive = (policy: string, name: string): string =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.slice(name.length + 1) ?? '';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Checks the properties that all pages share: one headline, the language, closed elements and a strict content security policy. */
export const expectPage = ({ text, headers }: Answer, language: string): void => {
  expect(headers).to.include({ 'content-type': 'text/html; charset=UTF-8', 'content-language': language });
  expect(text).to.match(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
  expect(text).to.match(/<title>[^<]+<\/title>/);
  expect([matches(text, /<h1[\s>]/g), matches(text, /<main[\s>]/g)]).to.deep.equal([1, 1]);
  expect(text)
    .to.include('<meta name="viewport" content="width=device-width, initial-scale=1">')
    .and.to.include('prefers-color-scheme: dark')
    .and.to.include('<a class="skip" href="#the-content">');
  expect(misnested(text)).to.deep.equal([]);
  const levels = [...text.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
  expect(
    levels.every((level, place) => level <= (levels[place - 1] ?? 0) + 1),
    `headings ${levels}`,
  ).to.equal(true);
  const markup = text.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  expect(markup).to.not.match(/<[^>]*\s(?:on\w+|style)=|javascript:|undefined|\[object/i);
  expect(markup).to.not.match(/\bNaN\b/);
  const policy = String(headers['content-security-policy']);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  // A site may add a style sheet of its own.
  const brought = text.includes('<link rel="stylesheet"') ? " 'self'" : '';
  expect(directive(policy, 'style-src')).to.equal(`${hashOf(style)}${brought}`);
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => hashOf(script));
  expect(directive(policy, 'script-src')).to.equal(scripts.join(' '));
  // All other scripts must be data.
  expect(matches(text, /<script(?!>|\stype="application\/ld\+json">)/g)).to.equal(0);
  // Only pages with a form may submit forms.
  const sent = /<form\b[^>]* method="get"/.test(markup) ? "'self'" : "'none'";
  expect(policy).to.match(/^default-src 'none'; /);
  expect(policy.slice(policy.indexOf('; base-uri'))).to.equal(`; base-uri 'none'; form-action ${sent}; frame-ancestors 'none'`);
};
