import { expect } from 'chai';
import type { Language } from '../../lib/language';
import { openStage, type Stage, type Step } from '../support/scenario';
import { category, event, organizer, patch, refused, remove, tag, venue } from '../support/stage';
import { walkList } from '../support/translations';

/** Hidden places of words, each with the letters in the middle of its word. */
const MIDDLES = {
  ...{ text: 'ab', excerpt: 'cd', venue: 'ef', organizer: 'gh', category: 'ij', tag: 'kl' },
  ...{ private: 'mn', draft: 'op', trashed: 'qr', unlisted: 'uv' },
};
type Hidden = keyof typeof MIDDLES;
const HIDDEN = Object.keys(MIDDLES) as Hidden[];

/** The word of a hidden place, and a public word that differs in one letter. */
const wordOf = (place: Hidden): string => `zo${MIDDLES[place]}kla`;
const neighbourOf = (place: Hidden): string => `zo${MIDDLES[place]}nla`;

/** The word, the word with a typing error, and a prefix of it. Only the first resembles a public word. */
const typed = (place: Hidden): readonly string[] => [wordOf(place), `oz${MIDDLES[place]}kla`, `zo${MIDDLES[place]}kl`];

/** The event that contains the word of each place. */
const HOLDERS: Readonly<Record<Hidden, string>> = {
  ...{ text: 'locked', excerpt: 'locked', venue: 'locked', organizer: 'locked', category: 'locked', tag: 'locked' },
  ...{ private: 'placed', draft: 'draft', trashed: 'trashed', unlisted: 'unlisted' },
};

const RECORDS: Readonly<Record<string, Step>> = {
  hall: venue(wordOf('venue')),
  band: organizer(wordOf('organizer')),
  kind: category(wordOf('category')),
  mark: tag(wordOf('tag')),
  cellar: venue(wordOf('private'), { status: 'private' }),
  locked: event('Locked', {
    ...{ description: `A ${wordOf('text')}.`, excerpt: wordOf('excerpt'), password: 'sesame' },
    ...{ venue: '{hall}', organizer: '{band}', categories: ['{kind}'], tags: ['{mark}'] },
  }),
  placed: event('Placed', { venue: '{cellar}' }),
  draft: event(wordOf('draft'), { status: 'draft' }, { as: 'author' }),
  trashed: event(wordOf('trashed'), { status: 'trash' }),
  unlisted: event(wordOf('unlisted'), { hide_from_listings: true }),
  ...Object.fromEntries(HIDDEN.map((place) => [neighbourOf(place), event('Open', { description: neighbourOf(place) })])),
};

describe('GET /events?q, GET /venues?q and GET /suggest', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  /** The whole word finds its public neighbour instead. The misspelt word and the prefix find nothing. */
  const findsNothing = async (place: Hidden, reader: Partial<Step>) => {
    const [whole, ...others] = typed(place);
    await stage.step({ ...reader, path: `/events?q=${whole}`, lists: [neighbourOf(place)], has: { total: 1 } });
    for (const word of others) await stage.step({ ...reader, path: `/events?q=${word}`, lists: [], has: { total: 0 } });
  };
  const finds = async (place: Hidden, more: string, reader: Partial<Step>) => {
    for (const word of typed(place))
      await stage.step({ ...reader, path: `/events?q=${word}${more}`, lists: [HOLDERS[place]], has: { total: 1 } });
  };

  for (const place of HIDDEN) {
    const { [place]: holder } = HOLDERS;

    it(`q finds and suggests no hidden text: ${place}`, async () => {
      for (const reader of holder === 'draft' || place === 'text' ? ([{}, { as: 'author2' }] as const) : [{}])
        await findsNothing(place, reader);
      const facets = { venue: [], categories: [], tags: [] };
      for (const word of typed(place)) {
        await stage.step({ path: `/events?q=${word}&facets=venue,categories,tags`, has: { facets } });
        await stage.step({ as: 'editor', path: `/suggest?q=${word}&kinds=events`, has: { suggestions: [] } });
      }
    });

    if (holder === 'unlisted')
      it('q finds no event with hide_from_listings, for editors either', () => findsNothing(place, { as: 'editor' }));
    else
      it(`q finds for those who may read it: ${place}`, async () => {
        await finds(place, holder === 'trashed' ? '&status=trash' : '', { as: 'editor' });
        if (place === 'text' || place === 'venue') await finds(place, '&password=sesame&include={locked}', {});
        if (holder === 'draft') await finds(place, '', { as: 'author' });
      });
  }

  it('q finds no hidden text in other orders and languages, nor with a wrong password', async () => {
    for (const more of ['sort=-relevance', 'password=wrong', 'ml_all=true', 'ml_fallback=true'])
      await stage.step({ path: `/events?q=${wordOf('text')}&${more}`, lists: [neighbourOf('text')], has: { total: 1 } });
  });

  it('q finds a protected event by its title, and a private venue for editors only', async () => {
    await stage.step({ path: '/events?q=locked', lists: ['locked'] });
    await stage.step({ path: '/events?q=lcoked', lists: ['locked'] });
    for (const word of typed('private')) {
      await stage.step({ path: `/venues?q=${word}`, lists: [], has: { total: 0 } });
      await stage.step({ as: 'editor', path: `/venues?q=${word}`, lists: ['cellar'] });
    }
  });

  it('q follows status, password, hide_from_listings and text of an event', async () => {
    await stage.give({ shy: event('Umbrelic') });
    for (const [json, lists] of [
      [{ status: 'draft' }, []],
      [{ status: 'publish', title: 'Ombrelic' }, []],
      [{ title: 'Rain', description: 'Umbrelic' }, ['shy']],
      [{ password: 'sesame' }, []],
      [{ password: '' }, ['shy']],
      [{ hide_from_listings: true }, []],
      [{ hide_from_listings: false }, ['shy']],
      [{ status: 'trash' }, []],
      [{ status: 'publish' }, ['shy']],
    ] as const) {
      await stage.step({ path: '/events?q=umbrelic' });
      await stage.step(patch('/events/{shy}', json));
      await stage.step({ path: '/events?q=umbrelic+umbrel', lists });
    }
    await stage.step(remove('/events/{shy}?force=true'));
    await stage.step({ path: '/events?q=umbrelic', lists: [] });
  });

  it('q follows names and status of venue and category', async () => {
    await stage.give({
      mill: venue('Quillmill'),
      brew: category('Quillbrew'),
      outing: event('Outing', { venue: '{mill}', categories: ['{brew}'] }),
    });
    await stage.step({ path: '/events?q=quillbrew+quillmill', lists: ['outing'] });
    await stage.step(patch('/venues/{mill}', { venue: 'Vexmill' }));
    await stage.step(patch('/categories/{brew}', { name: 'Vexbrew' }));
    for (const old of ['quillmill', 'quillbrew', 'quill']) await stage.step({ path: `/events?q=${old}`, lists: [] });
    await stage.step({ path: '/events?q=vexmill+vexbrew', lists: ['outing'] });
    for (const [status, lists] of [
      ['draft', []],
      ['publish', ['outing']],
      ['trash', []],
      ['publish', ['outing']],
    ] as const) {
      await stage.step(patch('/venues/{mill}', { status }));
      await stage.step({ path: '/events?q=vexmill', lists });
    }
    await stage.step(remove('/venues/{mill}?force=true'));
    await stage.step(remove('/categories/{brew}?force=true'));
    await stage.step({ path: '/events?q=vexmill', lists: [] });
    await stage.step({ path: '/events?q=vexbrew', lists: [] });
    await stage.step({ path: '/events?q=outing', lists: ['outing'] });
  });

  const FRENCH = { language: 'fr' } as const;
  for (const [kind, make, field, name] of [
    ['venues', venue, 'venue', 'venue'],
    ['tags', tag, 'tags', 'name'],
  ] as const)
    it(`q finds an event by the names in its language: ${kind}`, async () => {
      const [english, french, renamed] = [`Gimble${field}`, `Wabe${field}`, `Borog${field}`];
      const [at, here, la] = [`{${kind}En}`, `${kind}EventEn`, `${kind}EventFr`];
      const list = async (word: string, inEnglish: readonly string[], inFrench: readonly string[]) => {
        await stage.step({ path: `/events?q=${word}`, lists: inEnglish });
        await stage.step({ ...FRENCH, path: `/events?q=${word}`, lists: inFrench });
      };
      await stage.give({
        [`${kind}En`]: make(english),
        [here]: event('Brillig', { [field]: [at] }),
        [la]: event('Grilheure', { [field]: [at] }, FRENCH),
      });
      await list(english, [here], [la]);
      await stage.give({ [`${kind}Fr`]: make(french, { translation_of: at }, FRENCH) });
      await list(english, [here], []);
      await list(french, [], [la]);
      await stage.step(patch(`/${kind}/{${kind}Fr}`, { [name]: renamed }, FRENCH));
      await list(french, [], []);
      await list(renamed, [], [la]);
      await stage.step(patch(`/${kind}/{${kind}Fr}`, { translation_of: 0 }, FRENCH));
      await list(english, [here], []);
      await list(renamed, [], [la]);
      await stage.step(remove(`/${kind}/{${kind}Fr}?force=true`, FRENCH));
      await list(renamed, [], []);
    });

  it('q takes plurals, accents, apostrophes, order, a begun last word and typing errors', async () => {
    await stage.give({
      eve: event('Night of the Children’s party', { description: '<p>With <b>knives</b> and forks, café-concert.</p>' }),
      foire: event('L’été des chevaux', { description: 'Les journaux d’hier, aujourd’hui', excerpt: 'Un œuf' }, FRENCH),
    });
    for (const [language, q, isFound] of [
      ['en', 'child parties', true],
      ['en', 'party-night', true],
      ['en', 'knife fork', true],
      ['en', 'the café of concerts', true],
      ['en', 'cafe concer', true],
      ['en', 'con cafe', false],
      ['en', 'child partie', true],
      ['en', 'chidl praty', true],
      ['en', 'forc', false],
      ['en', 'night forks horses', false],
      ['en', 'the of', true],
      ['fr', 'cheval été', true],
      ['fr', 'D’ÉTÉ qu’cheval', true],
      ['fr', 'journal oeufs', true],
      ['fr', 'hier journau', true],
      ['fr', 'aujourdhui', true],
      ['fr', 'aujourd', true],
      ['fr', 'hui', false],
      ['fr', 'chevl de la juornal', true],
      ['fr', 'children', false],
    ] as const)
      await stage.step({
        language,
        path: `/events?q=${encodeURIComponent(q)}`,
        lists: isFound ? [language === 'en' ? 'eve' : 'foire'] : [],
      });
  });

  it('sort=relevance puts matches in the title first, then in names, then in texts', async () => {
    const on = (day: string) => ({ start_date: `2030-06-${day} 10:00:00`, end_date: `2030-06-${day} 12:00:00` });
    await stage.give({
      marimbas: venue('Marimbas'),
      text: event('One', { ...on('01'), description: 'Celesta marimba' }),
      named: event('Celesta', { ...on('03'), venue: '{marimbas}' }),
      mixed: event('Celesta too', { ...on('02'), excerpt: 'Marimba' }),
      last: event('A marimba of celestas', on('09')),
      first: event('Celesta, marimba', on('05')),
      same: event('Marimba and celesta', on('05')),
    });
    const tiers = [['first', 'same', 'last'], ['named'], ['text', 'mixed']];
    for (const [sort, lists] of [
      ['', tiers.flat()],
      ['&sort=-relevance', tiers.toReversed().flat()],
      ['&sort=relevance,-start_date', tiers.flatMap((tier) => tier.toReversed())],
      ['&sort=relevance,title', ['last', 'first', 'same', 'named', 'mixed', 'text']],
      ['&sort=start_date', ['text', 'mixed', 'named', 'first', 'same', 'last']],
    ] as const) {
      const path = `/events?q=marimba+celesta${sort}`;
      const ids = lists.map((name) => stage.names[name]);
      expect(await walkList(stage, 'events', { path: `${path}&per_page=2` }), path).to.deep.equal(ids);
    }
  });

  it('sort=relevance of venues puts matches in the title first', async () => {
    for (const [name, description] of [
      ['zebra tambour', ''],
      ['tambours d’Étoile', ''],
      ['Étage', 'Tambours'],
      ['Zoo', 'Un tambour'],
      ['œuvre', 'Tambour'],
    ] as const)
      await stage.give({ [name]: venue(name, { description }, FRENCH) });
    const all = ['tambours d’Étoile', 'zebra tambour', 'Étage', 'œuvre', 'Zoo'];
    for (const [sort, lists] of [
      ['', all],
      ['&sort=-relevance', [...all.slice(2), ...all.slice(0, 2)]],
      ['&sort=relevance,-title', [...all.slice(0, 2).reverse(), ...all.slice(2).reverse()]],
      ['&sort=title', ['Étage', 'œuvre', 'tambours d’Étoile', 'zebra tambour', 'Zoo']],
    ] as const) {
      const path = `/venues?q=tambour${sort}`;
      const ids = lists.map((name) => stage.names[name]);
      expect(await walkList(stage, 'venues', { ...FRENCH, path: `${path}&per_page=2` }), path).to.deep.equal(ids);
    }
  });

  it('q ignores stop words with ml_all and ml_fallback, and finds each character of a script without spaces', async () => {
    const given = event('Zouloute', { description: 'Une course dans le grand jardin zoulou.' }, { language: 'fr' });
    await stage.give({ french: given, festival: event('音楽祭') });
    for (const path of ['/events?q=course+dans+zoulou&ml_all=true', '/events?q=course+dans+zoulou&ml_fallback=true'])
      await stage.step({ path, lists: ['french'], has: { total: 1 } });
    for (const q of ['音楽', '祭', '音楽祭', '楽'])
      await stage.step({ path: `/events?q=${encodeURI(q)}`, lists: ['festival'], has: { total: 1 } });
  });

  it('q corrects typing errors in three words at most', async () => {
    await stage.give({ plural: event('Wombatlike children parties clubs lanternish') });
    for (const [q, total] of [
      ['chlidren wombatlike', 1],
      ['partise wombatlike', 1],
      ['wombatlike clibs', 1],
      ['chlidren wobmatlike lanetrnish', 1],
      ['chlidren wobmatlike lanetrnish partise', 0],
    ] as const)
      await stage.step({ path: `/events?q=${q}`, has: { total } });
  });

  it('q searches the text of HTML, without tags and with entities decoded', async () => {
    const description =
      '<p>Wumbat</p><p>quokkaz</p><ul><li>emuz</li><li>kiwiz</li></ul>kookab<b>urraz</b> &amp; caf&eacute;yz l&#8217;oisillonz';
    await stage.give({ html: event('Blocks', { description }) });
    for (const q of ['wumbat', 'quokkaz', 'emuz', 'kiwiz kookaburraz', 'cafeyz', 'oisillonz'])
      await stage.step({ path: `/events?q=${q}&per_page=2`, lists: ['html'], has: { total: 1 } });
    for (const q of ['eacute', 'wumbatquokkaz', '8217']) await stage.step({ path: `/events?q=${q}`, lists: [], has: { total: 0 } });
  });

  for (const [path, param, en, fr] of [
    ['/events?q=', 'q', /^Send the words/, /^Envoyez les mots/],
    [`/events?q=${'a'.repeat(151)}`, 'q', /at most 16 words and 150 characters/, /16 mots et 150 caractères au plus/],
    [`/suggest?q=${'a'.repeat(151)}`, 'q', /at most 150 characters/, /au plus 150 caractères/],
    [
      `/events?q=${Array.from({ length: 17 }, (_, place) => `w${place}`).join('+')}`,
      'q',
      /at most 16 words and 150 characters/,
      /16 mots et 150 caractères au plus/,
    ],
    ['/suggest?q=a&kinds=colours', 'kinds', /events, venues, organizers, categories, tags/, /events, venues, organizers, categories, tags/],
    ['/suggest?q=a&per_kind=0', 'per_kind', /at least 1 and at most 20/, /supérieur ou égal à 1 et inférieur ou égal à 20/],
    ['/events?sort=relevance', 'sort', /Send q too/, /Envoyez aussi q/],
    ['/events?q=a&sort=title,relevance', 'sort', /Put relevance first/, /Nommez relevance en premier/],
  ] as const)
    it(`GET ${path.slice(0, 40)} is refused with 400, in the language of the request`, async () => {
      for (const [language, says] of Object.entries({ en, fr }) as [Language, RegExp][]) {
        const { body } = await stage.step({ language, path, ...refused(param) });
        expect(body.data.params[param]).to.match(says);
      }
    });

  it('q needs a letter or digit, and has 150 characters at most', async () => {
    for (const q of ['...', '%E2%80%99', '😀', 'é'.repeat(150)])
      await stage.step({ path: `/events?q=${encodeURI(q)}`, lists: [], has: { total: 0 } });
    for (const query of ['?q=...', '?q=', '']) await stage.step({ path: `/suggest${query}`, has: { suggestions: [] } });
  });
});
