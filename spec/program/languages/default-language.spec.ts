import { connect } from 'node:net';
import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { createService } from '../../../lib/program/service/service';
import { readSettings } from '../../../lib/program/settings/settings';
import { mongoUri } from '../../support/server';
import { type Running, startService } from '../../support/service';

const PUBLIC_URL = 'https://example.org';

/** An `Accept-Language` header with the language of the answer. */
type Preference = readonly [likes: string | undefined, language: string];

const SERVED: readonly {
  readonly environment: Readonly<Record<string, string>>;
  readonly first: string;
  readonly likings: readonly Preference[];
}[] = [
  {
    environment: {},
    first: 'en',
    likings: [
      [undefined, 'en'],
      ['*', 'en'],
      ['de', 'en'],
      ['fr;q=0.5, en;q=0.4', 'fr'],
    ],
  },
  {
    environment: { DEFAULT_LANGUAGE: 'fr' },
    first: 'fr',
    likings: [
      [undefined, 'fr'],
      ['fr;q=0.3, en;q=0.4', 'en'],
    ],
  },
  {
    environment: { LANGUAGES: 'fr' },
    first: 'fr',
    likings: [
      [undefined, 'fr'],
      ['en', 'fr'],
    ],
  },
];

describe('DEFAULT_LANGUAGE', () => {
  const services: Running[] = [];
  const creations: ((fields: object) => Promise<{ readonly language: string }>)[] = [];
  before(async () => {
    for (const { environment } of SERVED) {
      const plugin: Plugin = (_, { posts, users }) => {
        creations.push(async (fields) => posts('venues').create({ ...fields }, { user: await users.byLogin('admin') }));
      };
      services.push(await startService({ environment: { ...environment, PUBLIC_URL }, plugins: [plugin] }));
    }
  });
  after(() => Promise.all(services.map((running) => running.stop())));

  for (const [place, { environment, first, likings }] of SERVED.entries()) {
    const served = `with ${JSON.stringify(environment)}`;
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (services[place] as Running).ask('GET', path, { headers });

    for (const [likes, language] of likings) {
      const headers = likes === undefined ? {} : { 'accept-language': likes };

      it(`/ answers in ${language} for Accept-Language: ${likes ?? 'none'}, ${served}`, async () => {
        const index = await get('//', headers);
        const page = await get('//', { ...headers, accept: 'text/html' });
        for (const answer of [index, page]) {
          expect(answer.headers).to.include({
            'content-language': language,
            vary: 'Origin, Authorization, Accept-Language, Accept-Encoding, Accept',
          });
          expect(answer.headers['link']).to.equal(`<${PUBLIC_URL}/wp-json/>; rel="https://api.w.org/"`);
        }
        expect(page.text).to.include(`<html lang="${language}">`);
        expect(index.body).to.include({ default_language: first, url: `${PUBLIC_URL}/${language}` });
      });

      it(`errors outside of the language roots obey Accept-Language: ${likes ?? 'none'}, ${served}`, async () => {
        for (const path of ['//nothing', '//healthz', '//readyz', '//xx/cal/events/v1/events'])
          expect((await get(path, headers)).headers, path).to.include({ 'content-language': language });
      });
    }

    it(`/ lists the languages by their own names, ${served}`, async () => {
      const { body } = await get('//');
      const all = { en: { name: 'English', href: `${PUBLIC_URL}/en/` }, fr: { name: 'Français', href: `${PUBLIC_URL}/fr/` } };
      expect(body.languages).to.deep.equal(environment['LANGUAGES'] === undefined ? all : { fr: all.fr });
    });

    it(`records that plugins create without a language get it, ${served}`, async () => {
      expect(await creations[place]?.({ venue: 'Hall' })).to.include({ language: first });
    });
  }

  it('malformed requests are answered in it', async () => {
    const settings = readSettings({ DEFAULT_LANGUAGE: 'fr', MONGODB_URI: await mongoUri(), MONGODB_DB: services[0]?.database });
    const service = await createService({ settings: { ...settings, PORT: 0 } });
    const { hostname, port } = new URL((await service.listen()).address);
    const text = (await connect(Number(port), hostname).end('nonsense\r\n\r\n').toArray()).join('');
    await service.close();
    expect(text)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.match(/La requête est mal formée/);
  });

  it('decides about the ETag of /', async () => {
    const answers = await Promise.all(services.map(({ ask }) => ask('GET', '//', { headers: { 'accept-language': 'fr' } })));
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).to.equal(SERVED.length);
  });
});
