import { expect } from 'chai';
import { plugin as tickets } from '../../fixtures/plugins/tickets/index';
import { LANGUAGES } from '../../lib/language';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { isTried } from '../support/runs';
import { type Ask, type Running, startService } from '../support/service';

const description = { en: 'Anything', fr: 'N’importe quoi' };

/** A plugin whose schemas validate members that clients name. */
const judging: Plugin = (registry) =>
  registry.registerRoute('judge/v1', '/cases', {
    methods: 'POST',
    permission: 'public',
    args: {
      closed: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false, description },
      numbers: { type: 'object', additionalProperties: { type: 'integer' }, description },
      forms: { anyOf: [{ type: 'object', additionalProperties: { type: 'boolean' } }, { type: 'null' }], description },
      lists: { type: 'array', items: { type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } }, description },
      order: { type: 'string', enum: ['up', 'down'], description },
    },
    handle: ({ params }) => params,
  });

const HOSTILE = {
  HTML: '<img src=x onerror=alert(1)>',
  'what ends an attribute': `x" onclick="alert(1)' x`,
  'lines of their own': 'x\r\nSet-Cookie: a=b\n\u0007\u001b[31mred',
  'signs that turn the direction': 'x\u202egnp.exe\u2066\u200f',
  'what nobody sees': 'admin\u200b\u{e0041}',
  'Markdown and a formula': '=HYPERLINK([x](http://evil.example)`)',
  'an address': 'evil.example/login?x=1',
  'ten thousand letters': 'x'.repeat(10_000),
} as const;

/** A request that the service refuses, built from a given text. */
type Refused = readonly [method: string, path: (text: string) => string, ask?: (text: string) => Ask];

/** Shortens and encodes a text for an address. */
const at = (text: string): string => encodeURIComponent(text.slice(0, 2500));
const multipart = (text: string): Ask => ({
  as: 'editor',
  headers: { 'content-type': 'multipart/form-data; boundary=B' },
  raw: `--B\r\nContent-Disposition: form-data; name="${text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, '')}"; filename="${text.replaceAll(/[\r\n"]/g, '')}"\r\n\r\nx\r\n--B--\r\n`,
});
const json =
  (make: (text: string) => unknown): ((text: string) => Ask) =>
  (text) => ({ as: 'editor', json: make(text) });
const header =
  (name: string, make = (text: string) => text): ((text: string) => Ask) =>
  (text) => ({ headers: { [name]: make(Buffer.from(text.slice(0, 8000).replaceAll(/\p{Cc}/gu, ' ')).toString('latin1')) } });
const basic = (login: (text: string) => string) =>
  header('authorization', (text) => `Basic ${Buffer.from(`${login(Buffer.from(text, 'latin1').toString())}:x`).toString('base64')}`);

const REFUSED: readonly Refused[] = [
  ...['events', 'venues', 'organizers', 'tickets'].flatMap((plural): Refused[] => [
    ['GET', (text) => `/${plural}/by-slug/${at(text)}`],
    ['PATCH', (text) => `/${plural}/by-slug/${at(text)}`, json(() => ({}))],
    ['DELETE', (text) => `/${plural}/by-slug/${at(text)}`, json(() => ({}))],
    ['GET', (text) => `/${plural}/${at(text)}`],
    [
      'POST',
      () => `/${plural}`,
      json((text) => ({ [text]: text, title: { [text]: text }, venue: { [text]: 1 }, organizer: { [text]: 1 } })),
    ],
  ]),
  ...['categories', 'tags'].flatMap((plural): Refused[] => [
    ['GET', (text) => `/${plural}/${at(text)}`],
    ['GET', (text) => `/${plural}?order=${at(text)}&parent=${at(text)}&include=${at(text)}&slug[${at(text)}]=${at(text)}`],
    ['POST', () => `/${plural}`, json((text) => ({ name: { [text]: text }, slug: [text] }))],
  ]),
  [
    'GET',
    (text) => `/events?start_date=${at(text)}&venue=${at(text)}&featured=${at(text)}&status[${at(text)}]=${at(text)}&page=${at(text)}`,
  ],
  ['GET', (text) => `/events?ml_language=${at(text)}&categories[${at(text)}]=${at(text)}`],
  ['GET', (text) => `?namespace=${at(text)}`],
  ['GET', (text) => `?namespace[${at(text)}]=${at(text)}`],
  ['GET', (text) => `/${at(text)}`],
  ['GET', (text) => `//en/${at(text)}`],
  ['GET', (text) => `//en/?rest_route=/${at(text)}`],
  ['GET', (text) => `/events?_jsonp=${at(text)}-`],
  ['POST', (text) => `/events?_method=${at(text)}`],
  ['POST', () => '/events', header('x-http-method-override')],
  ['GET', () => '/events', header('x-wp-nonce')],
  ['GET', () => '/events', basic((text) => text)],
  ['GET', () => '/events', basic((text) => `${text.replaceAll(/[\s@:]/g, '')}@example.org`)],
  ['POST', () => '/events', (text) => ({ ...header('content-encoding')(text), as: 'editor', json: {} })],
  ['POST', () => '/events', multipart],
  ['POST', () => '/events', (text) => ({ as: 'editor', raw: `{${text}`, headers: { 'content-type': 'application/json' } })],
  ['POST', () => '//en/judge/v1/cases', json((text) => ({ closed: { [text]: 1 } }))],
  ['POST', () => '//en/judge/v1/cases', json((text) => ({ numbers: { [text]: text }, order: text }))],
  ['POST', () => '//en/judge/v1/cases', json((text) => ({ forms: { [text]: text }, lists: [{ [text]: [text] }] }))],
];

/** Pages that the service refuses. */
const PAGES: readonly Refused[] = [
  ['GET', (text) => `//fr/event/${at(text)}/`],
  ['GET', (text) => `//en/venue/?p=${at(text)}`],
  ['GET', (text) => `//en/organizer/?p[${at(text)}]=${at(text)}`],
  ['GET', (text) => `//en/cat/${at(text)}/`],
  ['GET', (text) => `//en/?month=${at(text)}`],
  ['GET', (text) => `//en/errors/${at(text)}`],
];

/** True if the answer contains the text, its beginning or one of its longer words. */
const repeats = (answer: string, text: string): boolean => {
  const parts = [text, text.slice(0, 40), ...text.split(/[\s"]+/).filter((part) => part.length > 5)];
  const variants = [...parts, ...parts.map((part) => part.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'))];
  return variants.some((part) => answer.includes(part)) || /[\p{Cc}\p{Cf}]/u.test(answer.replaceAll('\n', ''));
};

describe('error messages do not repeat hostile input', () => {
  let running: Running;
  before(async () => {
    running = await startService({ plugins: [tickets, judging] });
  });
  after(() => running.stop());

  for (const [turn, [title, text]] of Object.entries(HOSTILE).entries())
    it(`no message repeats ${title}`, async () => {
      const tried = <T>(requests: readonly T[]): T[] => requests.filter((_, place) => isTried(place + turn, 3));
      const programs = tried(REFUSED).map(
        (refused, place) => [refused, (place + turn) % 2 === 0 ? 'application/json' : 'application/problem+json'] as const,
      );
      const people = tried(PAGES).map((refused) => [refused, 'text/html'] as const);
      await Promise.all(
        [...programs, ...people].map(async ([[method, path, ask], accept], place) => {
          const options = ask?.(text);
          const title = `${method} ${path(text).slice(0, 200)} ${accept}`;
          const answer = await running.ask(method, path(text), {
            ...options,
            language: LANGUAGES[place % LANGUAGES.length] ?? 'en',
            headers: { accept, ...options?.headers },
          });
          expect(answer.status, `${title} ${answer.text.slice(0, 500)}`).to.be.within(400, 499);
          // Links are ignored: they lead to the same page in other languages, with the text encoded.
          const shown =
            answer.body === undefined ? answer.text.replaceAll(/ (?:href|content)="[^"]*"/g, '') : [...textsOf(answer.body)].join('\n');
          expect(repeats(shown, text), `${title} says ${shown.slice(0, 500)}`).to.equal(false);
        }),
      );
    });

  it('messages repeat plain words and numbers', async () => {
    for (const [path, language, says] of [
      ['/events/by-slug/l’été', 'en', 'There is no event l’été.'],
      ['/events/987654', 'fr', 'Il n’existe pas d’enregistrement « évènement » 987654.'],
      ['/venues/by-slug/rose-garden_2', 'en', 'There is no venue rose-garden_2.'],
    ] as const) {
      const { body } = await running.ask('GET', encodeURI(path), { language });
      expect(body.message).to.include(says);
    }
    const { body } = await running.ask('POST', '//en/judge/v1/cases', { json: { numbers: { seats: 'x' }, closed: { Größe: 1 } } });
    expect(body.data.params).to.deep.equal({
      closed: '`Größe` is not a property of `closed`: leave it out.',
      numbers: '`numbers[seats]` must be an integer.',
    });
  });
});

/** Lists every text in an error, the names of members included. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* textsOf(member);
  }
}
