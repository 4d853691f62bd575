import { expect } from 'chai';
import * as fc from 'fast-check';
import { fold } from '../../../lib/calendar/text/fold';
import { slugify, slugOfAddress } from '../../../lib/calendar/text/slug';
import { runs } from '../../support/runs';
import { playOn, type Scenario } from '../../support/scenario';
import { category, create, DATES, event, openPromises, organizer, remove, tag, venue } from '../../support/stage';

/** A text, its slug, and other spellings that find it. */
const SCRIPTS: Readonly<Record<string, readonly [text: string, slug: string, spellings: readonly string[]]>> = {
  French: ['Fête du Cœur', 'fete-du-coeur', ['fete', 'coeur', 'CŒUR']],
  Turkish: ['İstanbul Iğdır', 'istanbul-igdir', ['istanbul', 'ISTANBUL', 'igdir', 'ığdır']],
  German: ['Große Straße', 'grose-strase', ['strasse', 'GROẞE', 'grosse']],
  Vietnamese: ['Đường phố Sài Gòn', 'duong-pho-sai-gon', ['duong', 'saì', 'gon']],
  Polish: ['Łódź', 'lodz', ['lodz', 'łodz']],
  Greek: ['Οδός Τέχνης', 'οδός-τέχνης', ['οδος', 'ΟΔΟΣ', 'τεχνης', 'τεχνησ', 'τέχν']],
  'ancient Greek': ['ᾠδὴ Ἀθηνῶν', 'ᾠδὴ-ἀθηνῶν', ['ωδη', 'αθηνων']],
  Cyrillic: ['Йога Ёлка', 'йога-ёлка', ['йога', 'елка', 'ЕЛКА']],
  'stressed Cyrillic': ['За\u0301мок', 'замок', ['замок', 'ЗАМОК']],
  Arabic: ['مُوسِيقَى', 'مُوسِيقَى', ['موسيقى', 'مـــوسيقى']],
  'stretched Arabic': ['مهـــرجان', 'مهـــرجان', ['مهرجان']],
  Persian: ['نمی\u200cخواهم', 'نمیخواهم', ['نمیخواهم']],
  Hebrew: ['שָׁלוֹם', 'שָׁלוֹם', ['שלום']],
  'Hebrew with marks of direction': ['\u200fתרבות\u200e', 'תרבות', ['תרבות']],
  Devanagari: ['फ़िल्म हिन्दी', 'फ़िल्म-हिन्दी', ['फिल्म', 'हिन्दी', '\u095eिल्म']],
  Thai: ['ดนตรีไทย', 'ดนตรีไทย', ['ดนตรี', 'ไทย']],
  Korean: ['한국 음악', '한국-음악', ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8']],
  Japanese: ['がっき ドラム', 'がっき-ドラム', ['か\u3099っき', 'ﾄﾞﾗﾑ']],
  'Japanese in half width': ['ｶﾞｲﾄﾞ', 'ｶﾞｲﾄﾞ', ['ガイド']],
  'Japanese signs': ['東京、大阪！', '東京、大阪！', ['東京', '大阪']],
  'full width': ['Ｊａｚｚ １２', 'jazz-１２', ['jazz', 'JAZZ', '12']],
  Chinese: ['音乐节', '音乐节', ['音乐']],
  'digits of other scripts': ['عيد ٢٠٣١', 'عيد-٢٠٣١', ['2031', '۲۰۳۱']],
  ligatures: ['ﬁgaro oﬃce', 'figaro-office', ['figaro', 'office']],
  emoji: ['Fest 👨\u200d👩\u200d👧 ❤\ufe0f 👋🏽', 'fest-👨👩👧-❤-👋🏽', ['👨\u200d👩\u200d👧', '👋🏽', '👋', '❤']],
  'what nobody sees': ['Ko\ufeffn\u00adzert\u200b\u2060', 'konzert', ['konzert', 'kon\u00adzert']],
  'other signs': ['A → B ★ “q” ‹a› ©', 'a-→-b-★-q-a', ['→', '★']],
};

const encoded = (text: string): string => encodeURIComponent(text);
const lower = (address: string): string => address.replace(/%../g, (octet) => octet.toLowerCase());
const decomposed = (text: string): string => text.normalize('NFD');
const capitals = (text: string): string => text.toUpperCase();
/** False for the iota subscript, whose capital form is two letters. */
const hasCapitals = (text: string): boolean => !text.normalize('NFD').includes('\u0345');
const spellings = (text: string): string[] => [
  text,
  text.normalize('NFC'),
  decomposed(text),
  ...(hasCapitals(text) ? [capitals(text), decomposed(capitals(text))] : []),
  text.toLowerCase(),
];

const TYPES = [
  { plural: 'events', name: 'title', more: DATES, query: 'start_date=2030-01-01', scripts: ['Greek', 'emoji'] },
  { plural: 'venues', name: 'venue', more: {}, query: '', scripts: ['Turkish'] },
  { plural: 'tags', name: 'name', more: {}, query: 'hide_empty=false', scripts: ['what nobody sees'] },
] as const;
const NONE = ['', '', []] as const;

describe('Slugs and search in any script: slugify and fold', () => {
  for (const [script, [text, slug, others]] of Object.entries(SCRIPTS))
    it(`make the slug ${slug}, and fold every spelling alike: ${script}`, () => {
      expect(slugify(text)).to.equal(slug);
      for (const spelling of [slug, decomposed(slug), ...(hasCapitals(slug) ? [capitals(slug)] : [])])
        expect(slugOfAddress(spelling), JSON.stringify(spelling)).to.equal(slug);
      for (const spelling of spellings(text)) expect(fold(spelling), JSON.stringify(spelling)).to.equal(fold(text));
      for (const spelling of others) expect(fold(text), JSON.stringify(spelling)).to.include(fold(spelling));
    });
});

describe('Names in any script over HTTP', () => {
  const { stage } = openPromises();

  for (const { plural, name, more, query, scripts } of TYPES)
    for (const script of scripts) {
      const [text, slug, others] = SCRIPTS[script] ?? NONE;
      it(`finds ${plural} by slug and by search: ${script}`, async () => {
        const { body } = await stage().step(create({ path: `/${plural}`, json: { [name]: text, ...more } }, { status: 201 }));
        expect(body).to.include({ slug, [name]: script === 'what nobody sees' ? 'Konzert' : text });
        expect(body.url).to.match(new RegExp(`/${lower(encoded(slug))}/$`));
        const words = [text, ...text.split(' ')].filter((word) => plural !== 'events' || word.length > 1);
        for (const search of new Set([...words.flatMap(spellings), ...others])) {
          const found = await stage().step({ path: `/${plural}?per_page=50&search=${encoded(search)}&${query}` });
          expect(
            found.body[plural].map(({ id }: { id: number }) => id),
            `search ${search}`,
          ).to.include(body.id);
        }
        if (name === 'name')
          return stage().step({ path: `/${plural}?slug=${encoded(text)}&${query}`, has: { [`${plural}[0].id`]: body.id } });
        const addresses = [slug, decomposed(slug), ...(hasCapitals(slug) ? [capitals(slug)] : [])].map(encoded);
        for (const address of new Set(addresses.flatMap((address) => [address, lower(address)])))
          await stage().step({ path: `/${plural}/by-slug/${address}`, status: 200, has: { id: body.id } });
      });
    }

  for (const script of ['Turkish', 'Korean'])
    it(`links the venue, organizer, tag and category of a name in any spelling: ${script}`, async () => {
      const [text] = SCRIPTS[script] ?? NONE;
      const name = `${text} x`;
      await stage().give({ venue: venue(name), organizer: organizer(name), tag: tag(name), category: category(name) });
      for (const spelling of [capitals(name), decomposed(name)])
        await stage().step(
          create(
            event('Linked', {
              ...{ venue: { venue: spelling }, organizer: { organizer: spelling }, tags: [spelling], categories: [spelling] },
            }),
            { has: { 'venue.id': '{venue}', 'organizer[0].id': '{organizer}', 'tags[0].id': '{tag}', 'categories[0].id': '{category}' } },
          ),
        );
      for (const spelling of [decomposed(name), name.toLowerCase()])
        await stage().step(create(tag(spelling), { status: 400, code: 'term_exists' }));
    });

  it('finds the last word of a long name of four-byte characters', async () => {
    const name = `${'😀'.repeat(190)} zuletzt`;
    await stage().give({ long: tag(name) });
    await stage().step({ path: '/tags?hide_empty=false&search=zuletzt', lists: ['long'] });
    await stage().step(create(tag(name), { status: 400, code: 'term_exists' }));
  });

  it('finds terms by parts of their slugs, with accents or without', async () => {
    await stage().give({ party: tag('Abend', { slug: 'Soirée dansante' }) });
    for (const search of ['SOIRÉE', 'soiree', 'dansante', 'rée'])
      await stage().step({ path: `/tags?hide_empty=false&search=${encoded(search)}`, lists: ['party'] });
  });

  it('finds events by their slugs and by each word in any spelling, for random titles', async () => {
    const letter = fc.constantFrom(...'aéÅßœøđIıİςΣάϊйЁїґمُدשָׁकि़ค้한がｶﾞＡﬁ٣²漢😀👋🏽e\u0301\u00ad\u200d\u0640→、');
    const word = fc.array(letter, { minLength: 2, maxLength: 8 }).map((letters) => letters.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(), async (words, number) => {
        const title = `x${number} ${words.join(' ')}`;
        const { body } = await stage().step(create(event(title)));
        await stage().step({ path: `/events/by-slug/${encoded(body.slug)}`, has: { id: body.id } });
        await stage().step({ path: `/events/by-slug/${lower(encoded(decomposed(body.slug)))}`, has: { id: body.id } });
        for (const spelling of words.flatMap((one) => [one, capitals(one), decomposed(one), one.toLowerCase()])) {
          const { body: found } = await stage().step({
            path: `/events?search=${encoded(`"x${number}" "${spelling}"`)}&start_date=2030-01-01`,
          });
          expect(
            found.events.map(({ id }: { id: number }) => id),
            JSON.stringify([title, spelling]),
          ).to.include(body.id);
        }
        for (const query of ['', '?force=true']) await stage().step(remove(`/events/${body.id}${query}`));
      }),
      { numRuns: runs(25) },
    );
  });

  describe('Slugs', () => {
    const given = (slug: unknown, title = 'Title'): Pick<Scenario, 'as' | 'method' | 'path' | 'json'> => ({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: { title, slug, ...DATES },
    });
    const read = (address: string, status: number): Scenario => ({
      title: `${status === 200 ? 'are' : 'are not'} found at by-slug/${address}`,
      path: `/events/by-slug/${address}`,
      status,
      ...(status === 200 && { has: { id: '{own}' } }),
    });
    before(() =>
      stage().give({
        own: given('Plan B'),
        draft: { ...given(undefined, 'Draft'), json: { title: 'Draft', status: 'draft', ...DATES } },
        art: given('τέχνη'),
      }),
    );
    playOn(stage, [
      { title: 'are made of a given one as of a title', ...given('Été À la Plage!'), has: { slug: 'ete-a-la-plage' } },
      { title: 'are decoded where they come from an address', ...given('%e6%97%a5%E6%9C%AC'), has: { slug: '日本' } },
      { title: 'are numbered where another normal form is taken', ...given(decomposed('τέχνη')), has: { slug: 'τέχνη-2' } },
      { title: 'are numbered where capitals are taken', ...given('ΤΈΧΝΗ'), has: { slug: 'τέχνη-3' } },
      { title: 'come from the title where nothing is left of a given one', ...given('\u200b…', 'Plan Ü'), has: { slug: 'plan-u' } },
      {
        title: 'are the ID where nothing is left of the title either',
        ...given('…', '«»'),
        has: { title: '«»' },
        says: /"id":(\d+).*"slug":"\1"/,
      },
      {
        title: 'are cut to 200 characters, each with its marks',
        ...given(`${'か'.repeat(199)}क\u093f`),
        has: { slug: 'か'.repeat(199) },
      },
      {
        title: 'are cut for their number, with no dash before the dash',
        given: { long: { ...given(`${'x'.repeat(197)}-yy`) } },
        ...given(`${'x'.repeat(197)}-yy`),
        has: { slug: `${'x'.repeat(197)}-2` },
        next: [{ path: `/events/by-slug/${'x'.repeat(197)}-2`, status: 200 }],
      },
      {
        title: 'are cut for their number and leave no letter without its marks',
        given: { marked: { ...given(`${'か'.repeat(197)}क\u093fのの`) } },
        ...given(`${'か'.repeat(197)}क\u093fのの`),
        has: { slug: `${'か'.repeat(197)}-2` },
      },
      {
        title: 'of the trash are marked in any script, and free the address',
        given: { gone: { ...given('Прощай') } },
        as: 'admin',
        method: 'DELETE',
        path: `/events/by-slug/${encoded('ПРОЩАЙ')}`,
        has: { slug: 'прощай__trashed' },
        next: [
          { path: `/events/by-slug/${encoded('прощай')}`, status: 404 },
          { as: 'admin', path: `/events/by-slug/${encoded('Прощай__TRASHED')}`, status: 200, has: { id: '{gone}' } },
        ],
      },
      read('ete-%c3%89t%c3%a9', 404),
      read('Plan-B', 200),
      read('plan%20b', 200),
      read('--plan--b-', 200),
      read('plan_b', 404),
      read('%2E%2E%2E', 404),
      read('%E2%80%8B', 404),
      {
        title: 'of drafts that have none are no address for an administrator either',
        as: 'admin',
        path: '/events/by-slug/-',
        status: 404,
      },
    ]);
  });
});
