import { expect } from 'chai';
import type { Document } from 'mongodb';
import type { Answer } from '../../support/service';
import { category, event } from '../../support/stage';
import { BATCH_SIZE, bodiesOf, openAtOnce, type SentEvent } from './at-once';

/** Enough events for some of them to share a transaction. */
const FEW = 12;

type Json = SentEvent['json'];

/** Titles, each with the slug of its first event. */
const SLUGS = { Jazz: 'jazz', Fête: 'fete', Chess: 'chess' } as const;
const TITLES = Object.keys(SLUGS);

describe('POST /events: concurrent creations (group commit)', () => {
  const { stage, id, post, each, createTogether, sizes, commits } = openAtOnce();

  const countOf = async (plural: string, name: string) => {
    const { connection } = stage().service.services;
    return (await connection.collection<{ _id: number; count: number }>(plural).findOne({ _id: id(name) }))?.count ?? 0;
  };
  /** Records that count events: kind, name, language of the events, member, and the values that link to the record. */
  const COUNTED: readonly (readonly [plural: string, name: string, language: string, member: string, ...sentAs: string[]])[] = [
    ['venues', 'hall', 'en', 'venue', 'hall', 'salle'],
    ['venues', 'salle', 'fr', 'venue', 'hall', 'salle'],
    ['venues', 'quay', 'en', 'venue', 'quay'],
    ['organizers', 'ann', 'en', 'organizer', 'ann'],
    ['organizers', 'bob', 'en', 'organizer', 'bob'],
    ['categories', 'music', 'en', 'categories', 'music'],
    ['categories', 'musique', 'fr', 'categories', 'music'],
    ['categories', 'trade', 'en', 'categories', 'trade'],
    ['tags', 'red', 'en', 'tags', 'red'],
  ];
  const counts = () => Promise.all(COUNTED.map(([plural, name]) => countOf(plural, name)));
  const same = async ({ as, language }: SentEvent, body: Answer['body']) => {
    const read = await stage().ask('GET', `/events/${body.id}`, { as, language });
    expect(alike(body)).to.deep.equal(alike(read.body));
  };

  it('share commits, answer as GET does, and are counted one by one', async () => {
    const sent = each(BATCH_SIZE, (place) => ({
      title: TITLES[place % 3],
      start_date: `2030-05-${10 + (place % 20)} 10:00:00`,
      end_date: `2030-05-${10 + (place % 20)} 12:00:00`,
      venue: id(place % 5 === 4 ? 'quay' : place % 2 ? 'hall' : 'salle'),
      organizer: place % 4 === 3 ? [] : [id('ann'), id('bob')].slice(place % 2),
      categories: [id('music'), id('trade')].slice(0, place % 3),
      tags: place % 2 ? [id('red')] : [],
      description: `Number ${place}`,
    }));
    const before = [await counts(), commits()] as const;
    const bodies = bodiesOf(await createTogether(sent));
    expect(commits() - before[1]).to.be.below(BATCH_SIZE / 2);
    for (const [place, { as, language, json }] of sent.entries()) {
      const author = id(as);
      expect(bodies[place]).to.include({
        title: json['title'],
        language,
        author,
        status: 'publish',
        description: `<p>Number ${place}</p>`,
      });
      if (place % 4 === 0) await same(sent[place] as SentEvent, bodies[place]);
    }
    expect(new Set(bodies.map((body) => body.id)).size).to.equal(BATCH_SIZE);
    for (const language of ['en', 'fr'])
      for (const [title, slug] of Object.entries(SLUGS)) {
        const slugs = bodies.filter((body) => body.title === title && body.language === language).map((body) => body.slug);
        expect(slugs).to.have.members(slugs.map((_, place) => (place === 0 ? slug : `${slug}-${place + 1}`)));
      }
    const after = await counts();
    for (const [place, [, name, language, member, ...sentAs]] of COUNTED.entries()) {
      const names = ({ [member]: value }: Json) => sentAs.some((one) => [value].flat().includes(id(one)));
      const expected = sent.filter((one) => one.language === language && names(one.json)).length;
      expect(expected, name).to.be.above(0);
      expect((after[place] ?? 0) - (before[0][place] ?? 0), name).to.equal(expected);
    }
  });

  it('share commits if they are pending and link nothing', async () => {
    const sent = each(
      BATCH_SIZE,
      (place) => ({ title: `Shared ${place % 2}`, status: 'publish', ...(place === 0 && { venue: id('hall') }) }),
      ['editor', 'contributor', 'contributor'],
    );
    const before = commits();
    const bodies = bodiesOf(await createTogether(sent));
    expect(commits() - before).to.be.below(BATCH_SIZE / 2);
    for (const [place, one] of sent.entries()) {
      expect(bodies[place]).to.include({ status: one.as === 'contributor' ? 'pending' : 'publish', author: id(one.as) });
      if (place % 4 === 0) await same(one, bodies[place]);
    }
  });

  it('look up the names and slugs of terms once for all events of a language', async () => {
    await stage().give({
      tea: category('Tea & Cake', { slug: 'afternoon' }),
      tango: category('Tango'),
      milonga: category('Tango (milonga)', { slug: 'milonga' }),
      gouter: category('Goûter', { translation_of: '{tea}' }, { language: 'fr' }),
      bal: category('Tango', { translation_of: '{tango}' }, { language: 'fr' }),
    });
    /** Sent categories, and the terms that they mean in each language. */
    const NAMES: readonly (readonly [sent: unknown, expected: Readonly<Record<SentEvent['language'], readonly string[]>>])[] = [
      ['TANGO', { en: ['tango'], fr: ['bal'] }],
      [[id('tea'), 'tango'], { en: ['tea', 'tango'], fr: ['gouter', 'bal'] }],
      ['tango, Tango', { en: ['tango'], fr: ['bal'] }],
    ];
    const OF_ONE = {
      en: ['afternoon, tea & cake, Tango (Milonga)', ['milonga', 'tea']],
      fr: ['gouter,GOÛTER', ['gouter']],
    } as const;
    const sent = each(BATCH_SIZE, () => ({})).map((one, place): SentEvent => {
      const [categories] = NAMES[place % 4] ?? OF_ONE[one.language];
      return { ...one, json: { title: `Named ${place}`, categories } };
    });
    const queries: unknown[] = [];
    const { client } = stage().service.services.connection.db();
    const listen = ({ command }: { readonly command: Document }) => {
      if (command['find'] === 'categories' && command['filter']?.['keys.name']) queries.push(command['filter'].language);
    };
    client.on('commandStarted', listen);
    const before = commits();
    const bodies = bodiesOf(await createTogether(sent));
    client.off('commandStarted', listen);
    expect(commits() - before).to.be.below(BATCH_SIZE / 2);
    expect(queries.length).to.be.below(BATCH_SIZE / 2);
    for (const [place, one] of sent.entries()) {
      const expected = NAMES[place % 4]?.[1][one.language] ?? OF_ONE[one.language][1];
      const ids = bodies[place].categories.map((term: { readonly id: number }) => term.id);
      expect(ids, JSON.stringify(one.json)).to.have.members(expected.map(id));
    }
  });

  it('commit drafts with links one by one', async () => {
    const before = commits();
    const sent = each(FEW, () => ({ title: 'Draft', status: 'draft', venue: id('hall'), categories: [id('music')] }));
    const bodies = bodiesOf(await Promise.all(sent.map(post)));
    expect(commits() - before).to.equal(FEW);
    for (const body of bodies) expect(body).to.include({ status: 'draft', slug: '' });
  });

  it('create translations of different events', async () => {
    const inEnglish = each(FEW, (place) => ({ title: `Fair ${place}`, venue: id('hall') })).map((one) => ({
      ...one,
      language: 'en' as const,
    }));
    const originals = bodiesOf(await Promise.all(inEnglish.map(post)));
    const sent = originals.map(
      (original, place): SentEvent => ({
        as: 'editor',
        language: 'fr',
        json: { title: `Foire ${place}`, ...(place % 3 && { translation_of: original.id }) },
      }),
    );
    const bodies = bodiesOf(await Promise.all(sent.map(post)));
    for (const [place, one] of sent.entries()) {
      await same(one, bodies[place]);
      const { body } = await stage().ask('GET', `/events/${originals[place].id}`);
      expect([bodies[place].translations.en?.id, body.translations.fr?.id]).to.deep.equal(
        place % 3 ? [originals[place].id, bodies[place].id] : [undefined, undefined],
      );
    }
  });

  it('may differ: inline records, translations, drafts, images, Idempotency-Key', async () => {
    const originals = bodiesOf(
      await Promise.all(each(FEW, (place) => event(`Original ${place}`).json as Json).map((one) => post({ ...one, language: 'en' }))),
    );
    /** Builders of different events. `place` is the number within a sort. */
    const SORTS: readonly ((place: number) => Partial<SentEvent> & { readonly json: Json })[] = [
      () => ({ json: { venue: id('hall'), categories: [id('music')] } }),
      () => ({ json: { venue: { venue: 'Barn' }, organizer: [id('ann'), { organizer: 'Cleo' }] }, as: 'editor', language: 'en' }),
      () => ({ json: { venue: id('quay'), tags: ['fresh', id('red')] }, language: 'en' }),
      (place) => ({ json: { translation_of: originals[place].id }, as: 'editor', language: 'fr' }),
      () => ({ json: { status: 'draft', venue: id('hall'), categories: [id('trade')] } }),
      () => ({ json: { image: 'https://example.org/shared.png', venue: id('hall') } }),
      () => ({ json: { venue: id('quay'), organizer: [id('bob')] }, as: 'contributor' }),
      (place) => ({ json: { venue: id('hall') }, headers: { 'idempotency-key': `at-once-${place}` } }),
      () => ({ json: { categories: ['Anew'], status: 'private' }, as: 'editor', language: 'en' }),
    ];
    const sent = each(4 * SORTS.length, () => ({})).map((one, place): SentEvent => {
      const { json, ...more } = SORTS[place % SORTS.length]?.(Math.floor(place / SORTS.length)) ?? { json: {} };
      return { ...one, ...more, json: { title: `Sort ${place % SORTS.length}`, ...json } };
    });
    const before = await sizes();
    const bodies = bodiesOf(await Promise.all(sent.map(post)));
    for (const [place, one] of sent.entries()) await same(one, bodies[place]);
    const one = (size: number) => size + 1;
    expect(await sizes()).to.deep.equal({
      ...before,
      events: before.events + sent.length,
      venues: one(before.venues),
      organizers: one(before.organizers),
      tags: one(before.tags),
      categories: one(before.categories),
      media: one(before.media),
    });
    for (const [place, keyed] of sent.entries())
      if (keyed.headers !== undefined) expect((await post(keyed)).body.id).to.equal(bodies[place].id);
    expect((await sizes()).events).to.equal(before.events + sent.length);
  });
});

/** Removes the members that other events change and those that only single records have. */
const alike = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'count' && name !== 'json_ld');
  return Object.fromEntries(members.map(([name, member]) => [name, alike(member)]));
};
