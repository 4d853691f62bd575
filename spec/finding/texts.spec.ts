import { expect } from 'chai';
import { fold, searchTerms } from '../../lib/calendar/text/fold';
import { runs } from '../support/runs';
import { NOW } from '../support/scenario';
import { clockAt, type Login, type Running, startService } from '../support/service';
import { type Chance, chanceOf, one } from './model';

const EVENTS = 60;
const CASES = runs(600);
/** The number of copies: too many to read all of them for one page. */
const COPIES = 700;
const SEED = Number(process.env['RANDOM_SEED'] ?? 1);
const PASSWORD = 'sesame';

/** Words that the search treats in special ways. */
const WORDS: readonly string[] = [
  'concert concerts concertina Concerts’ museum Museum’s museums party parties box boxes glass',
  'L’été été d’été aujourd’hui jusqu’ici ici l’eau eaux yeux œil œuvre cheval chevaux l’œil',
  'the them then theatre our pour tour les blés cm2 2nd 2030 2030s 20 b2b naïve Straße STRASSE co-op a b',
  '日本語 東京タワー abc日本 jazz日concert ภาษาไทยmuseum don’t rock’n’roll o’clock jazz jazzy Jazz’s ß Ångström ελληνικά',
  `${'long'.repeat(40)}est ${'x'.repeat(45)}yes ${'x'.repeat(45)}no 𝒳𝒴𝒵 e\u0301clair I\u0307stanbul ısı`,
].flatMap((words) => words.split(' '));
const BETWEEN = [' ', ' ', ' ', '-', ', ', '. ', '/', ' & ', '’', ' (', '\u00a0', ' "'] as const;
const READERS: readonly (Login | undefined)[] = [undefined, undefined, 'editor', 'author'];

interface Stored {
  readonly _id: number;
  readonly language: 'en' | 'fr';
  readonly status: string;
  readonly password: string;
  readonly author: number;
  readonly startDate: string;
  readonly date: string;
  readonly keys: { readonly text: string; readonly title: string };
}

/** Words that each language has, besides the shared ones. */
const OWN = {
  en: WORDS.filter((_, place) => place % 3 !== 1),
  fr: WORDS.filter((_, place) => place % 3 !== 2),
} as const;

const textOf = (chance: Chance, language: 'en' | 'fr', most: number): string => {
  const words = Array.from({ length: 1 + chance(most) }, () => one(chance, OWN[language]));
  return words.reduce((text, word) => `${text}${one(chance, BETWEEN)}${word}`);
};

/** Makes a random search from words, parts of texts, phrases and excluded words. */
const searchOf = (chance: Chance, texts: readonly string[]): string => {
  const part = (): string => {
    if (chance(3) === 0) return one(chance, WORDS);
    const text = one(chance, texts);
    const from = chance(text.length);
    return text.slice(from, from + 1 + chance(chance(3) === 0 ? 60 : 9));
  };
  const signs = ['', '', '', '', '-'] as const;
  return Array.from({ length: 1 + chance(chance(2) === 0 ? 1 : 3) }, () => {
    const sign = one(chance, signs);
    return chance(4) === 0 ? `${sign}"${part()}"` : `${sign}${part()}`;
  }).join(' ');
};

describe('GET /events?search', function () {
  this.timeout(300_000);
  let running: Running;
  let all: readonly Stored[];
  const collection = () => running.service.services.connection.collection<Stored>('events');
  const chance = chanceOf(SEED);

  before(async () => {
    running = await startService({ clock: clockAt(NOW), environment: { CACHE_MB: '0' } });
    for (let place = 0; place < EVENTS; place += 1) {
      const day = `2030-02-${String(1 + (place % 28)).padStart(2, '0')}`;
      const language = one(chance, ['en', 'fr'] as const);
      const json = {
        ...{
          title: textOf(chance, language, 3),
          description: textOf(chance, language, 25),
          start_date: `${day} 10:00:00`,
          end_date: `${day} 11:00:00`,
        },
        ...(chance(5) === 0 && { password: PASSWORD }),
        ...(chance(8) === 0 && { status: 'draft' }),
      };
      const request = { as: one(chance, ['editor', 'author', 'author2'] as const), language, json };
      const { status, text } = await running.ask('POST', '/events', request);
      expect(status, text).to.equal(201);
    }
    // The index still knows the words of replaced texts, but finds no event by them.
    const first = await collection().find({ status: 'publish', password: '' }).sort({ _id: 1 }).limit(4).toArray();
    for (const { _id, language } of first.slice(2)) {
      const json = { title: textOf(chance, language, 3), description: `${textOf(chance, language, 25)} ${_id}later` };
      expect((await running.ask('PUT', `/events/${_id}`, { as: 'editor', language, json })).status).to.equal(200);
    }
    for (const event of first.slice(0, 2)) await copy(event);
    all = await collection().find().toArray();
  });
  after(() => running.stop());

  let copied = 1_000_000;
  const copy = async (event: Stored): Promise<void> => {
    const copies = Array.from({ length: COPIES }, () => {
      copied += 1;
      return { ...event, _id: copied, group: copied, slug: `copy-${copied}` };
    });
    await collection().insertMany(copies);
  };
  const make = async (language: 'en' | 'fr', description: string): Promise<Stored> => {
    const json = { title: 'Made', description, start_date: '2030-03-01', end_date: '2030-03-01' };
    const { status, body, text } = await running.ask('POST', '/events', { as: 'editor', language, json });
    expect(status, text.slice(0, 300)).to.equal(201);
    return (await collection().findOne({ _id: body.id })) as Stored;
  };
  const EVERYBODY: Reader = { as: undefined, isEverywhere: false, password: undefined };

  /** Finds the expected events by a scan of the stored texts. */
  const expected = (search: string, language: 'en' | 'fr', { as, isEverywhere }: Reader): readonly number[] => {
    const { all: required, none } = searchTerms(search, language);
    const seesAll = as === 'editor';
    return all
      .filter((event) => event.status === 'publish' && (isEverywhere || event.language === language))
      .filter((event) => {
        const isOwn = as === 'author' && event.author === running.ids.author;
        // A password in the request opens nothing in a list.
        const isOpen = event.password === '' || seesAll || isOwn;
        const text = isOpen ? event.keys.text : event.keys.title;
        return required.every((term) => text.includes(term)) && none.every((term) => !text.includes(term));
      })
      .sort((one, other) => compared(one.startDate, other.startDate) || compared(one.date, other.date) || one._id - other._id)
      .map(({ _id }) => _id);
  };
  const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

  interface Reader {
    readonly as: Login | undefined;
    readonly isEverywhere: boolean;
    readonly password: string | undefined;
  }

  const find = async (search: string, language: 'en' | 'fr', { as, isEverywhere, password }: Reader, page = 1) => {
    const query = new URLSearchParams({ search, status: 'publish', start_date: '2030-01-01', per_page: '50', page: String(page) });
    if (isEverywhere) query.set('ml_all', 'true');
    if (password !== undefined) query.set('password', password);
    const { status, body, text } = await running.ask('GET', `/events?${query}`, { language, ...(as && { as }) });
    expect(status, `${search}: ${text.slice(0, 300)}`).to.equal(200);
    return { total: body.total as number, ids: (body.events as readonly { readonly id: number }[]).map(({ id }) => id) };
  };

  it('finds parts of words, phrases, several words and -words, as a scan of all texts does', async () => {
    const texts = all.map(({ keys }) => keys.text).slice(0, EVENTS);
    const counts = { none: 0, few: 0, many: 0 };
    for (let place = 0; place < CASES; place += 1) {
      const search = searchOf(chance, texts);
      // The service refuses these searches.
      if (['', '0'].includes(fold(search))) continue;
      const language = one(chance, ['en', 'fr'] as const);
      const reader = { as: one(chance, READERS), isEverywhere: chance(4) === 0, password: chance(8) === 0 ? PASSWORD : undefined };
      const ids = expected(search, language, reader);
      counts[ids.length === 0 ? 'none' : ids.length < COPIES ? 'few' : 'many'] += 1;
      const page = ids.length > 50 && chance(2) === 0 ? 2 : 1;
      const found = await find(search, language, reader, page);
      const title = `${JSON.stringify(search)} in ${language} ${JSON.stringify(reader)}, page ${page}`;
      expect(found.total, title).to.equal(ids.length);
      expect(found.ids, title).to.deep.equal(ids.slice((page - 1) * 50, page * 50));
    }
    for (const [name, count] of Object.entries(counts)) expect(count, name).to.be.greaterThan(CASES / 20);
  });

  it('distinguishes a word from the singular of another language', async () => {
    const { _id } = await make('en', 'zorbans here');
    await copy(await make('fr', 'commun zorban'));
    for (const language of ['en', 'fr'] as const) {
      const everywhere = { ...EVERYBODY, isEverywhere: true };
      expect(await find('zorbans', language, everywhere)).to.deep.equal({ total: 1, ids: [_id] });
      expect((await find('commun -zorbans', language, everywhere)).total).to.equal(COPIES + 1);
    }
  });

  it('distinguishes a word from one between characters of a script without spaces', async () => {
    const { _id } = await make('en', 'quibbles');
    await copy(await make('en', 'abc日quibble commonthing'));
    expect(await find('quibbles', 'en', EVERYBODY)).to.deep.equal({ total: 1, ids: [_id] });
    expect((await find('commonthing -quibbles', 'en', EVERYBODY)).total).to.equal(COPIES + 1);
  });

  it('distinguishes a word from one that is cut at the end of the index', async () => {
    const { _id } = await make('en', 'trapezoids');
    // With the title and its line, character 100,000 falls within the word.
    await make('en', `${'filler '.repeat(14_282)}${'x'.repeat(11)} trapezoidal`);
    const cut = await collection().countDocuments({ 'keys.words': 'dtrapezoid', 'keys.text': { $regex: 'trapezoidal' } });
    expect(cut, 'cut there').to.equal(1);
    expect(await find('trapezoids', 'en', EVERYBODY)).to.deep.equal({ total: 1, ids: [_id] });
  });

  it('finds a part of a long word of characters beyond the BMP', async () => {
    const { _id } = await make('en', `x${'𞤢'.repeat(80)}`);
    expect(await find('𞤢'.repeat(25), 'en', EVERYBODY)).to.deep.equal({ total: 1, ids: [_id] });
  });

  it('finds words after the last indexed word', async () => {
    const words = Array.from({ length: 21_000 }, (_, place) => place.toString(36));
    const { _id } = await make('en', `${words.join(' ')} postscript`);
    expect(await find('ostscrip', 'en', EVERYBODY)).to.deep.equal({ total: 1, ids: [_id] });
  });
});
