import { connect } from 'node:net';
import { expect } from 'chai';
import { createService, type Plugin } from '../../lib/program/service/service';
import { readSettings } from '../../lib/program/settings/settings';
import { mongoUri } from '../support/server';
import { type Running, startService } from '../support/service';

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
      ['fr', 'fr'],
      ['fr;q=0.5, en;q=0.4', 'fr'],
    ],
  },
  {
    environment: { DEFAULT_LANGUAGE: 'fr' },
    first: 'fr',
    likings: [
      [undefined, 'fr'],
      ['*', 'fr'],
      ['de', 'fr'],
      ['en', 'en'],
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

const answerTo = (address: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => {
      socket.end();
      resolve(text);
    });
    socket.on('error', reject);
  });

const WORDS: Readonly<Record<string, RegExp>> = { en: /This is no HTTP request/, fr: /Ceci n’est pas une requête HTTP/ };

for (const { environment, first, likings } of SERVED) {
  describe(`DEFAULT_LANGUAGE ${first}, with ${JSON.stringify(environment)}`, () => {
    let running: Running;
    let create: (fields: object) => Promise<{ readonly language: string }>;
    before(async () => {
      const plugin: Plugin = (_, { posts, users }) => {
        create = async (fields) => posts('venues').create({ ...fields }, { user: await users.byLogin('admin') });
      };
      running = await startService({ environment, plugins: [plugin] });
    });
    after(() => running?.stop());

    for (const [likes, language] of likings) {
      const headers = likes === undefined ? {} : { 'accept-language': likes };

      it(`/ answers in ${language} for Accept-Language: ${likes ?? 'none'}`, async () => {
        const index = await running.ask('GET', '//', { headers });
        const page = await running.ask('GET', '//', { headers: { ...headers, accept: 'text/html' } });
        for (const answer of [index, page]) {
          expect(answer.headers).to.include({
            'content-language': language,
            vary: 'Origin, Authorization, Accept-Language, Accept-Encoding, Accept',
          });
          expect(answer.headers['link']).to.equal(`<${running.address}/wp-json/>; rel="https://api.w.org/"`);
        }
        expect(page.text).to.include(`<html lang="${language}">`);
        expect(index.body).to.include({ default_language: first, url: `${running.address}/${language}` });
      });

      it(`errors outside of the language roots obey Accept-Language: ${likes ?? 'none'}`, async () => {
        for (const path of ['//nothing', '//healthz', '//readyz', '//xx/cal/events/v1/events']) {
          const answer = await running.ask('GET', path, { headers });
          expect(answer.headers, path).to.include({ 'content-language': language });
        }
      });
    }

    it('/ lists the languages by their own names', async () => {
      const { body } = await running.ask('GET', '//');
      const all = { en: { name: 'English', href: `${running.address}/en/` }, fr: { name: 'Français', href: `${running.address}/fr/` } };
      expect(body.languages).to.deep.equal(environment['LANGUAGES'] === undefined ? all : { fr: all.fr });
    });

    it('malformed requests are answered in it', async () => {
      const place = { MONGODB_URI: await mongoUri(), MONGODB_DB: running.database };
      const service = await createService({ settings: { ...readSettings({ ...environment, ...place }), PORT: 0 } });
      const { address } = await service.listen();
      const text = await answerTo(address, 'nonsense\r\n\r\n');
      await service.close();
      expect(text)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.to.match(WORDS[first] ?? /$^/);
    });

    it('records that plugins create without a language get it', async () => {
      expect(await create({ venue: 'Hall' })).to.include({ language: first });
    });
  });
}

describe('GET /: the index above the languages', () => {
  it('ETag depends on DEFAULT_LANGUAGE', async () => {
    const tags = await Promise.all(
      SERVED.map(async ({ environment }) => {
        const running = await startService({ environment: { ...environment, PUBLIC_URL: 'https://example.org' } });
        const { headers } = await running.ask('GET', '//', { headers: { 'accept-language': 'fr' } });
        await running.stop();
        return headers['etag'];
      }),
    );
    expect(new Set(tags).size).to.equal(SERVED.length);
  });
});
