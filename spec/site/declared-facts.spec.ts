import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import { BROWSER, expectPage, matches } from '../html/page';
import { HOSTILE } from '../html/sample';
import { clockAt, type Login, type Running, startService } from '../support/service';

const bilingual = (en: string, fr: string) => ({ en, fr });

const films: Plugin = (registry) => {
  registry.registerTermLike({ kind: 'mood', plural: 'moods', name: bilingual('mood', 'humeur'), names: bilingual('moods', 'humeurs') });
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: bilingual('film', 'film'),
    names: bilingual('films', 'films'),
    fields: {
      director: { type: 'string', description: bilingual('The director & his team', 'Le réalisateur et son équipe') },
      length: { type: 'number', description: bilingual('The length in km', 'La longueur en km') },
      year: { type: 'integer', description: bilingual('The year', 'L’année') },
      silent: { type: 'boolean', description: bilingual('Whether it is silent', 'Si c’est un film muet') },
      restored: { type: 'boolean', description: bilingual('Whether it was restored', 'S’il a été restauré') },
      shot: { type: 'string', format: 'date', description: bilingual('When it was shot', 'La date du tournage') },
      shown: { type: 'string', format: 'date-time', description: bilingual('When it was shown', 'La date de la projection') },
      website: { type: 'string', format: 'uri', description: bilingual('The address of its site', 'L’adresse de son site') },
      letters: { type: 'string', format: 'email', description: bilingual('Where to write', 'Où écrire') },
      cast: { type: 'array', items: { type: 'string' }, description: bilingual('Who plays', 'Qui joue') },
      awards: { type: 'array', items: { type: 'string' }, default: [], description: bilingual('Awards', 'Les prix') },
      note: { type: 'string', format: 'textarea-field', description: bilingual('A note', 'Une note') },
      price: {
        type: 'object',
        title: 'FilmPrices',
        properties: { full: { type: 'integer', description: bilingual('In full', 'Plein tarif') }, reduced: { type: 'integer' } },
        description: bilingual('Prices', 'Les tarifs'),
      },
      budget: {
        type: 'integer',
        show: (stored, _, { user }) => (user === undefined ? null : stored),
        answers: { type: ['integer', 'null'] },
        description: bilingual('The budget', 'Le budget'),
      },
      age: {
        type: 'string',
        stored: false,
        read: (records) => records.map(({ fields }) => `${2030 - Number(fields?.['year'])} years`),
        description: bilingual('How old it is', 'Son âge'),
      },
      venue: { link: 'venues', description: bilingual('Where it was shot', 'Le lieu du tournage') },
      archive: { link: 'venues', description: bilingual('Where it is kept', 'Où il est conservé') },
      moods: { link: 'moods', many: true, description: bilingual('Moods, by ID, name or slug', 'Les humeurs') },
    },
  });
};

const FILM = {
  title: 'Playtime',
  director: HOSTILE,
  length: 12.5,
  year: 1967,
  silent: false,
  restored: true,
  shot: '1965-04-01',
  shown: '1967-12-16T20:30:00+01:00',
  website: 'https://tati.example/?a=1&b=2',
  letters: 'tati@tati.example',
  cast: ['Jacques Tati', 'Barbara Dennek', 'Rita Maiden'],
  note: 'In colour.\nOn 70 mm.',
  price: { full: 9, reduced: 6 },
  budget: 17,
  moods: ['Calm'],
};

describe('GET /{language}/film/{slug}/: the page of a plugin’s record', () => {
  let running: Running;
  before(async () => {
    running = await startService({
      clock: clockAt('2030-05-01T12:00:00Z'),
      environment: { SITE_TIMEZONE: 'Europe/Paris' },
      plugins: [films],
    });
  });
  after(() => running.stop());

  const create = async (path: string, json: object, language: 'en' | 'fr' = 'en'): Promise<number> => {
    const { status, body, text } = await running.ask('POST', path, { as: 'editor', json, language });
    expect(status, text).to.equal(201);
    return body.id;
  };
  const page = (path: string, as?: Login) => running.ask('GET', `//${path}`, { headers: BROWSER, ...(as && { as }) });
  const factsOf = (text: string): ReadonlyMap<string, string> =>
    new Map([...text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>\n/gs)].map(([, name = '', value = '']) => [name, value]));

  it('shows its fields by their types, under their descriptions', async () => {
    await create('/films', FILM);
    const answer = await page('en/film/playtime/');
    expectPage(answer, 'en');
    const prices = '<dl><dt>In full</dt><dd>9</dd>\n<dt>reduced</dt><dd>6</dd>\n</dl>\n';
    expect(answer.text).to.include(`<dt>Prices</dt><dd>${prices}</dd>`);
    const facts = factsOf(answer.text.replace(prices, ''));
    expect(Object.fromEntries(facts)).to.deep.include({
      'The length in km': '12.5',
      'The year': '1967',
      'Whether it is silent': 'No',
      'Whether it was restored': 'Yes',
      'When it was shot': '<time datetime="1965-04-01">Thursday 1\u00a0April 1965</time>',
      'When it was shown': '<time datetime="1967-12-16T20:30:00+01:00">Saturday 16\u00a0December 1967, 20:30</time>',
      'The address of its site': '<a href="https://tati.example/?a=1&amp;b=2">tati.example/?a=1&amp;b=2</a>',
      'Where to write': '<a href="mailto:tati@tati.example">tati@tati.example</a>',
      'Who plays': 'Jacques Tati, Barbara Dennek and Rita Maiden',
      'A note': '<p>In colour.</p><p>On 70 mm.</p>',
      'How old it is': '63 years',
      Moods: `<a href="${running.address}/en/mood/calm/">Calm</a>`,
    });
    expect(facts.get('The director &amp; his team')).to.include('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;');
    for (const hidden of ['Awards', 'The budget', 'Where it was shot']) expect([...facts.keys()]).to.not.include(hidden);
  });

  it('shows them in French', async () => {
    await create('/films', { ...FILM, title: 'Récréation' }, 'fr');
    const answer = await page('fr/film/recreation/');
    expectPage(answer, 'fr');
    expect(Object.fromEntries(factsOf(answer.text))).to.deep.include({
      'La longueur en km': '12,5',
      'Si c’est un film muet': 'Non',
      'S’il a été restauré': 'Oui',
      'La date du tournage': '<time datetime="1965-04-01">Jeudi 1er\u00a0avril 1965</time>',
      'La date de la projection': '<time datetime="1967-12-16T20:30:00+01:00">Samedi 16\u00a0décembre 1967 à\u00a020\u00a0h\u00a030</time>',
      'Qui joue': 'Jacques Tati, Barbara Dennek et Rita Maiden',
      Humeurs: `<a href="${running.address}/fr/mood/calm/">Calm</a>`,
    });
  });

  it('shows no empty fields, and links no address that runs a script', async () => {
    await create('/films', { title: 'Blank', year: 2000 });
    expect([...factsOf((await page('en/film/blank/')).text).keys()]).to.deep.equal(['The year', 'How old it is']);
    await create('/films', { title: 'Odd', website: 'mailto:a@b.example', shown: '1967-02-30T10:00:00' });
    const odd = await page('en/film/odd/');
    expect(matches(odd.text, /<dd><a /g)).to.equal(0);
  });

  it('shows records of several link fields under the description of each', async () => {
    const [studio, cellar] = [await create('/venues', { venue: 'Studio' }), await create('/venues', { venue: 'Cellar' })];
    await create('/films', { title: 'Twice', venue: studio, archive: cellar });
    const { text } = await page('en/film/twice/');
    for (const [heading, name] of [
      ['Where it was shot', 'Studio'],
      ['Where it is kept', 'Cellar'],
    ])
      expect(text).to.match(new RegExp(`<h2>${heading}</h2>\\n<ul class="names"><li><a [^>]*>${name}</a>`));
    expect(text).to.not.include('<h2>Venues</h2>');
  });

  it('shows hidden values and links to their readers alone', async () => {
    const venue = await create('/venues', { venue: 'Secret cellar', status: 'draft' });
    await create('/films', { title: 'Secrets', budget: 4711, venue });
    const [hidden, whole] = [await page('en/film/secrets/'), await page('en/film/secrets/', 'editor')];
    expect(hidden.text).to.not.include('4711').and.to.not.include('Secret cellar');
    expect(factsOf(whole.text).get('The budget')).to.equal('4711');
    expect(whole.text).to.include('Secret cellar');
    await create('/films', { title: 'Draft', year: 1999, status: 'draft', slug: 'draft' });
    expect((await page('en/film/draft/')).text).to.not.include('1999');
  });
});
