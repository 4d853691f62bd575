import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import { isReply } from '../../lib/registry/answers/reply';
import { repository } from '../house/repository';
import { openStage, type Stage } from '../support/scenario';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
}

describe('GET /doc: the OpenAPI document', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const documentIn = async (language: Language) => (await stage.step({ language, path: '/doc' })).body;
  const operationsIn = async (language: Language): Promise<readonly Operation[]> =>
    Object.values((await documentIn(language)).paths as Record<string, Record<string, Operation>>).flatMap((one) => Object.values(one));

  for (const language of LANGUAGES) {
    it(`has title, contact and licence in ${language}`, async () => {
      const { info, servers, externalDocs } = await documentIn(language);
      expect(info).to.have.keys('title', 'summary', 'description', 'contact', 'license', 'version');
      expect(info.version).to.equal(JSON.parse(repository.read('package.json')).version);
      expect(info.license).to.deep.equal({ name: 'MIT', identifier: 'MIT' });
      expect(info.contact.name).to.equal({ en: 'Calendar Events', fr: 'Évènements du calendrier' }[language]);
      expect(servers[0].url).to.equal(`${stage.address}/${language}/cal/events/v1`);
      expect(servers[0].description).to.match({ en: /English/, fr: /français/ }[language]);
      expect(externalDocs.url).to.equal(`${stage.address}/${language}/errors`);
    });

    it(`has only links that answer, in ${language}`, async () => {
      const { info, externalDocs } = await documentIn(language);
      const linked = [...String(info.description).matchAll(/\]\((.+?)\)/g)].map(([, address]) => address);
      expect(linked).to.have.length(2);
      for (const address of [...linked, info.contact.url, externalDocs.url]) {
        const { status } = await fetch(address, { headers: { Accept: 'text/html,application/json;q=0.5' } });
        expect(status, address).to.equal(200);
      }
    });

    it(`introduces authentication, languages, lists and errors in ${language}`, async () => {
      const { info } = await documentIn(language);
      const titles = [...String(info.description).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      const expected: Record<Language, string> = {
        en: 'Languages, Translations, Authentication, Paging, Dates and times, Errors, Caching, Writing safely',
        fr: 'Langues, Traductions, Authentification, Pagination, Dates et heures, Erreurs, Mise en cache, Écrire sans risque',
      };
      expect(titles.join(', ')).to.equal(expected[language]);
    });
  }

  it('has a summary for each operation, with the right French article', async () => {
    const [english, french] = await Promise.all(LANGUAGES.map(operationsIn));
    const summaryOf = (id: string) =>
      [english, french].map((operations) => operations?.find(({ operationId }) => operationId === id)?.summary);
    for (const [id, en, fr] of [
      ['getEvents', 'List events', 'Lister les évènements'],
      ['postOrganizers', 'Create an organizer', 'Créer un organisateur'],
      ['getCategoriesById', 'Read a category by its ID', 'Lire une catégorie par son identifiant'],
      ['patchVenuesBySlug', 'Update a venue by its slug', 'Modifier un lieu par son slug'],
      ['deleteTagsById', 'Delete a tag by its ID', 'Supprimer une étiquette par son identifiant'],
      ['getIndex', 'Describe the namespace', 'Décrire l’espace de noms'],
    ] as const)
      expect(summaryOf(id), id).to.deep.equal([en, fr]);
  });

  it('has operationId, tags, description and security for every operation, alike in both languages', async () => {
    const [english = [], french = []] = await Promise.all(LANGUAGES.map(operationsIn));
    const ids = english.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(french.map(({ operationId, tags, security }) => ({ operationId, tags, security }))).to.deep.equal(
      english.map(({ operationId, tags, security }) => ({ operationId, tags, security })),
    );
    for (const { operationId, summary, description, tags, security } of [...english, ...french]) {
      expect(
        [summary, description].map((text) => text.length > 5),
        operationId,
      ).to.deep.equal([true, true]);
      expect([tags.length, security.length > 0], operationId).to.deep.equal([1, true]);
    }
  });

  it('has the same paths in both languages, and no English sentence in French', async () => {
    const [english, french] = await Promise.all(LANGUAGES.map(documentIn));
    expect(Object.keys(french.paths)).to.deep.equal(Object.keys(english.paths));
    let sentences = 0;
    const compare = (one: unknown, other: unknown, place: string): void => {
      if (typeof one === 'string' && /\.(description|summary)$/.test(place)) {
        expect(other, place).to.be.a('string').that.does.not.equal(one);
        sentences += 1;
      } else if (typeof one === 'object' && one !== null) {
        for (const [name, value] of Object.entries(one)) compare(value, (other as Record<string, unknown>)[name], `${place}.${name}`);
      }
    };
    compare(english.paths, french.paths, '');
    expect(sentences).to.be.greaterThan(200);
  });

  it('says which roles may use an operation', async () => {
    const described = new Map((await operationsIn('en')).map(({ operationId, description }) => [operationId, description]));
    expect(described.get('getVenues')).to.match(/Open to everybody\.$/);
    expect(described.get('postTags')).to.match(/Requires the capability `manage_tags`\.$/);
    expect(described.get('putEventsById')).to.match(/POST, PUT and PATCH do the same[\s\S]+depends on the user/);
  });

  it('elides French articles before vowels', async () => {
    const text = JSON.stringify((await documentIn('fr')).paths);
    expect(text.match(/\b(?:de|que) [aeiouéèêâîô][^ "]*/gi)).to.equal(null);
  });

  it('lists tags in the order of the routes, each with a description', async () => {
    const { tags } = await documentIn('en');
    expect(tags.map(({ name }: { name: string }) => name)).to.deep.equal([
      ...['events', 'venues', 'organizers', 'categories', 'tags'],
      ...['suggest', 'index', 'doc'],
    ]);
    expect(tags[1].description).to.equal('List, read, create, change and delete venues.');
  });

  it('is generated once for all hosts', async () => {
    const [endpoint] = stage.service.registry.routes.find(({ path }) => path === '/doc')?.endpoints ?? [];
    const made = async (host: string) => {
      const answer = await endpoint?.handle({
        ...{ path: {}, params: {}, record: undefined, user: undefined, headers: {} },
        ...{ method: 'GET', language: 'en', baseUrl: `http://${host}/en`, matches: () => true, digest: () => '' },
      });
      return (isReply(answer) ? answer.body : answer) as { readonly servers: unknown; readonly paths: object; readonly components: object };
    };
    const [one, other] = [await made('one.example'), await made('other.example')];
    expect(other.servers).not.to.deep.equal(one.servers);
    expect(other.paths).to.equal(one.paths);
    expect(other.components).to.equal(one.components);
  });

  it('stays the same whatever the time: computed defaults are left out', async () => {
    const askedAt = async (moment: string) => {
      stage.clock.set(moment);
      const { headers, body } = await stage.ask('GET', '/doc');
      return { tag: headers['etag'], body };
    };
    const first = await askedAt('2031-07-04T10:20:30Z');
    expect(await askedAt('2031-07-04T10:20:31Z')).to.deep.equal(first);
    expect(await askedAt('2030-01-15T12:00:00Z')).to.deep.equal(first);
    const start = first.body.paths['/events'].get.parameters.find(({ name }: { name: string }) => name === 'start_date');
    expect(start.schema).to.not.have.property('default');
  });
});
