import { expect } from 'chai';
import { createUser } from '../../../lib/access/roles';
import type { Records, TermRecords } from '../../../lib/content/write/plugin-records';
import type { NamedPlugin, Plugin, PluginServices } from '../../../lib/program/plugins/plugin';
import { openPromises } from '../../support/stage';
import { FILM, MOOD, refusalOf } from '../samples';

const registering: Plugin = (registry) => {
  registry.registerPostLike({ ...FILM, fields: {} });
  registry.registerTermLike(MOOD);
};

describe('plugins: records() of a kind that a later plugin registers', () => {
  const captured: { films?: Records; moods?: TermRecords } = {};
  const calls: string[] = [];
  const early: Plugin = (_, services) => {
    captured.films = services.posts('films');
    captured.moods = services.terms('moods');
    for (const plural of ['films', 'moods']) services.on('created', plural, ({ id }) => void calls.push(`${plural} ${id}`));
  };
  const { stage } = openPromises({}, [early, registering]);

  it('works once the service runs, with listeners', async () => {
    const { films, moods } = captured;
    const user = createUser({ id: stage().ids.editor, login: 'editor', role: 'editor' });
    const film = await films?.create({ title: 'Playtime' }, { user });
    const mood = await moods?.create({ name: 'Merry' }, 'en');
    expect((await stage().ask('GET', `/films/${film?._id}`)).body.title).to.equal('Playtime');
    expect((await stage().ask('GET', `/moods/${mood?._id}`)).body.name).to.equal('Merry');
    expect((await films?.bySlug('en', 'playtime'))?._id).to.equal(film?._id);
    expect((await moods?.bySlug('en', 'merry'))?._id).to.equal(mood?._id);
    expect(calls).to.deep.equal([`films ${film?._id}`, `moods ${mood?._id}`]);
  });
});

describe('plugins: an unknown kind', () => {
  const posts = 'venues, organizers, events, films';
  const terms = 'categories, tags, moods';
  const cases: readonly (readonly [title: string, (services: PluginServices) => void, sentence: string])[] = [
    ['asks for records', (services) => void services.posts('movies'), `no content type is named "movies": use one of ${posts}`],
    ['asks for the records of terms', (services) => void services.posts('moods'), '"moods" are terms: ask for them by services.terms'],
    ['asks for terms', (services) => void services.terms('genres'), `no content type is named "genres": use one of ${terms}`],
    ['asks for the terms of records', (services) => void services.terms('films'), '"films" are posts: ask for them by services.posts'],
    [
      'listens',
      (services) => services.on('created', 'movies', () => undefined),
      `no content type is named "movies": use one of ${posts}, ${terms}`,
    ],
  ];
  for (const [title, ask, sentence] of cases) {
    it(`fails the start and lists the known kinds: ${title}`, async () => {
      const early: NamedPlugin = { name: 'asking', plugin: (_, services) => ask(services) };
      const [before, , after] = (await refusalOf(early, registering)).split(/[()]/);
      expect([before, after]).to.deep.equal([`The plugin asking failed with Error: ${sentence} `, ': correct it, or leave it out.']);
    });
  }
});
