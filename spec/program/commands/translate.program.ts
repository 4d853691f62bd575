import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { mongoUri } from '../../support/server';
import { ask, freshFolder, freshMongo, PASSWORD, type Program, run, said, start, stop } from '../program';
import { startProxy } from '../serving/proxy';

const DATES = { start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

/** A plugin with a post-like and a term-like content type. */
const OWN_KINDS = `
const text = (en, fr) => ({ en, fr });
exports.plugin = (registry) => {
  registry.registerTermLike({ kind: 'style', plural: 'styles', name: text('style', 'style'), names: text('styles', 'styles'), hierarchical: true });
  registry.registerPostLike({
    kind: 'hall', plural: 'halls', name: text('hall', 'salle'), names: text('halls', 'salles'),
    fields: { seats: { type: 'integer', shared: true, description: text('The seats', 'Les places') } },
  });
};`;

type Language = 'en' | 'fr';

interface Calendar {
  readonly place: Readonly<Record<string, string>>;
  make(language: Language, plural: string, json: object): Promise<Document>;
  read(plural: string, id: number): Promise<Document>;
  patch(plural: string, id: number, json: object, tag: string): Promise<number>;
  /** Runs the command on lines, which are texts or objects for JSON. */
  link(...lines: readonly (string | object)[]): Promise<{ readonly code: number | null; readonly out: readonly string[] }>;
  stop(): Promise<void>;
}

const written = (lines: readonly (string | object)[]): string => {
  const file = path.join(freshFolder(), 'pairs.ndjson');
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
};

const linesOf = (out: string): readonly string[] => out.split('\n').slice(0, -1);

async function startCalendar(given: Readonly<Record<string, string>>): Promise<Calendar> {
  const plugin = path.join(freshFolder(), 'own-kinds.js');
  writeFileSync(plugin, OWN_KINDS);
  const place = { ...given, PLUGINS: plugin };
  const server: Program = start(['serve'], { ...place, PORT: '0', SEED: 'none' });
  const address = await said(server, /http:\/\/\S+/);
  await said(server, PASSWORD);
  const login = `admin:${PASSWORD.exec(server.out())?.[1]}`;
  const at = (language: Language, plural: string) => `/${language}/cal/events/v1/${plural}`;
  return {
    place,
    async make(language, plural, json) {
      const { status, body } = await ask(address, at(language, plural), { method: 'POST', login, json });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    },
    async read(plural, id) {
      const { status, body, headers } = await ask(address, `${at('en', plural)}/${id}`);
      expect(status).to.equal(200);
      return { ...body, tag: headers.etag };
    },
    patch: async (plural, id, json, tag) =>
      (await ask(address, `${at('en', plural)}/${id}`, { method: 'PATCH', login, json, headers: { 'if-match': tag } })).status,
    async link(...lines) {
      const { code, out, err } = await run(['translate', '--link', written(lines)], place);
      expect(err).to.match(/^Database: [^\n]+\n$/);
      return { code, out: linesOf(out) };
    },
    stop: () => stop(server),
  };
}

/** Content types of the calendar and of a plugin, with their name field and some fields. `shared` fields are equal in all translations. */
const KINDS: readonly { readonly plural: string; readonly name: string; readonly more: object; readonly shared?: object }[] = [
  { plural: 'events', name: 'title', more: DATES, shared: { cost: '5', start_date: '2030-05-06 19:00:00' } },
  { plural: 'tags', name: 'name', more: {} },
  { plural: 'halls', name: 'title', more: {}, shared: { seats: 9 } },
  { plural: 'styles', name: 'name', more: {} },
];

const NEVER = { joined: 0, already: 0, refused: 0 };
const total = (some: Partial<typeof NEVER>): string => {
  const { joined, already, refused } = { ...NEVER, ...some };
  const all = joined + already + refused;
  return `${all} pair${all === 1 ? '' : 's'}: ${joined} joined, ${already} joined already, ${refused} refused.`;
};

describe('The command translate --link', function () {
  this.timeout(120_000);
  let client: MongoClient;
  let db: Db;
  let calendar: Calendar;
  before(async () => {
    client = await MongoClient.connect(await mongoUri());
    const name = freshMongo();
    db = client.db(name);
    calendar = await startCalendar({ MONGODB_URI: await mongoUri(), MONGODB_DB: name });
  });
  after(async () => {
    await calendar.stop();
    await client.close();
  });

  const stored = async (): Promise<string> =>
    JSON.stringify(await Promise.all(KINDS.map(({ plural }) => db.collection(plural).find().sort({ _id: 1 }).toArray())));

  it('joins records of posts and terms by IDs and by slugs, which changes what the service shows; twice changes nothing', async () => {
    const lines: object[] = [];
    const pairs: { readonly plural: string; readonly first: Document; readonly second: Document; readonly shared: object }[] = [];
    for (const { plural, name, more, shared = {} } of KINDS) {
      for (const by of ['id', 'slug'] as const) {
        const first = await calendar.make('en', plural, { ...more, ...shared, [name]: `First ${plural} by ${by}` });
        const second = await calendar.make('fr', plural, { ...more, [name]: `Deuxième ${plural} par ${by}` });
        lines.push({
          kind: plural,
          records:
            by === 'id'
              ? [first['id'], second['id']]
              : [
                  { language: 'en', slug: first['slug'] },
                  { language: 'fr', slug: second['slug'] },
                ],
        });
        const shown = Object.fromEntries(Object.keys(shared).map((field) => [field, first[field]]));
        pairs.push({
          plural,
          first: await calendar.read(plural, first['id']),
          second: await calendar.read(plural, second['id']),
          shared: shown,
        });
      }
    }
    expect(await calendar.link(...lines)).to.deep.equal({ code: 0, out: [total({ joined: lines.length })] });
    for (const { plural, first, second, shared } of pairs) {
      const now = [await calendar.read(plural, first['id']), await calendar.read(plural, second['id'])] as const;
      expect([now[0]['translations'].fr.id, now[1]['translations'].en.id]).to.deep.equal([second['id'], first['id']]);
      expect(now[1]).to.deep.include(shared);
      // A change of shared fields counts as an edit of the second record only, so its old ETag gets 412.
      expect(await calendar.patch(plural, second['id'], {}, second['tag'])).to.equal(412);
      expect(await calendar.patch(plural, first['id'], {}, first['tag'])).to.equal(200);
    }
    const before = await stored();
    expect(await calendar.link(...lines)).to.deep.equal({ code: 0, out: [total({ already: lines.length })] });
    const turned = (lines as { kind: string; records: unknown[] }[]).map(({ kind, records }) => ({
      kind,
      records: [...records].reverse(),
    }));
    expect(await calendar.link(...turned)).to.deep.equal({ code: 0, out: [total({ already: lines.length })] });
    expect(await stored()).to.equal(before);
    expect(await run(['check'], calendar.place)).to.deep.include({ code: 0 });
  });

  for (const order of ['venues first', 'events first'] as const) {
    it(`lets records of the other language link to the translation afterwards, ${order}`, async () => {
      const hall = await calendar.make('en', 'venues', { venue: `Hall, ${order}` });
      const salle = await calendar.make('fr', 'venues', { venue: `Salle, ${order}` });
      const concert = await calendar.make('en', 'events', { ...DATES, title: 'Concert', venue: hall['id'] });
      const récital = await calendar.make('fr', 'events', { ...DATES, title: 'Récital' });
      const lines = [
        { kind: 'venues', records: [{ language: 'en', slug: hall['slug'] }, salle['id']] },
        { kind: 'events', records: [concert['id'], récital['id']] },
      ];
      const ordered = order === 'venues first' ? lines : lines.reverse();
      expect(await calendar.link(...ordered)).to.deep.equal({ code: 0, out: [total({ joined: 2 })] });
      expect((await calendar.read('events', récital['id']))['venue'].id).to.equal(salle['id']);
      expect((await calendar.read('events', concert['id']))['venue'].id).to.equal(hall['id']);
    });
  }

  it('lists refused lines with their reasons, leaves their records unchanged, and joins the others', async () => {
    const tag = async (language: Language, name: string) => (await calendar.make(language, 'tags', { name }))['id'] as number;
    const [a, b, c, d] = [await tag('en', 'A'), await tag('fr', 'B'), await tag('en', 'C'), await tag('fr', 'D')];
    const [alone, seul] = [await tag('en', 'Alone'), await tag('fr', 'Seul')];
    const [last, dernier] = [await tag('en', 'Last'), await tag('fr', 'Dernier')];
    const { id: event } = await calendar.make('en', 'events', { ...DATES, title: 'Event' });
    const tags = (...records: readonly unknown[]) => ({ kind: 'tags', records });
    expect(await calendar.link(tags(a, b), tags(c, d))).to.deep.include({ code: 0 });

    const FORM = /: It is not a pair of records\. A line looks like/;
    const refusals: readonly (readonly [string | object, RegExp])[] = [
      [tags(a, d), /: Both records already have translations\./],
      [
        tags(a, seul),
        new RegExp(`: ${a} already has a translation into French: ${b}\\. First separate that one with translation_of=0\\.$`),
      ],
      [tags(alone, b), new RegExp(`: ${b} already has a translation into English: ${a}\\. `)],
      [tags(seul, a), new RegExp(`: ${a} already has a translation into French: ${b}\\. `)],
      [tags(alone, last), /: Both records are in English\. Send the ID of one in another language\.$/],
      [tags(alone, alone), new RegExp(`: Both are the same tag, ${alone}\\.$`)],
      [tags(alone, 987654), /: There is no tag 987654\.$/],
      [tags(987653, 987654), /: There is no tag 987653\. There is no tag 987654\.$/],
      [tags(alone, { language: 'en', slug: 'seul' }), /: There is no tag with the slug "seul" in the language "en"\.$/],
      [{ kind: 'venues', records: [event, 987654] }, /: There is no venue \d+\. There is no venue 987654\.$/],
      [
        { kind: 'films', records: [alone, seul] },
        /: There is no content type "films": use one of categories, events, halls, .*, venues\. .*PLUGINS/,
      ],
      [{ kind: '__proto__', records: [alone, seul] }, /: There is no content type "__proto__"/],
      [{ kind: 'tag\u001b[2J', records: [alone, seul] }, /^Line \d+, \{"kind":"tag\\u001b\[2J",.*: There is no content type "tag \[2J"/],
      [{ records: [alone, seul] }, FORM],
      [{ kind: 7, records: [alone, seul] }, FORM],
      [{ kind: 'tags' }, FORM],
      [tags(alone), FORM],
      [tags(alone, seul, last), FORM],
      [tags(alone, 1.5), FORM],
      [tags(alone, -1), FORM],
      [tags(alone, String(seul)), FORM],
      [tags(alone, null), FORM],
      [tags(alone, { language: 'de', slug: 'seul' }), FORM],
      [tags(alone, { slug: 'seul' }), FORM],
      [tags(alone, { language: 'fr' }), FORM],
      [tags(alone, { language: 'fr', slug: '' }), FORM],
      [tags(alone, { language: 'fr', slug: 'seul', id: seul }), FORM],
      [{ ...tags(alone, seul), dry: true }, FORM],
      ['[]', FORM],
      ['null', FORM],
      ['tags 12 87', /^Line \d+, tags 12 87: It is not JSON\. A line looks like/],
      ['\u001b[2J\u202Etags', /^Line \d+, \[2J tags: It is not JSON\./],
      [`{"kind":"tags","records":[${alone},${seul}]${' '.repeat(70_000)}}`, /…: It is longer than 65536 bytes\.$/],
    ];
    const before = await stored();
    const { code, out } = await calendar.link(...refusals.map(([line]) => line), tags(last, dernier));
    expect([code, out.length, out.at(-1)], out.join('\n')).to.deep.equal([
      1,
      refusals.length + 1,
      total({ joined: 1, refused: refusals.length }),
    ]);
    for (const [index, [, reason]] of refusals.entries()) {
      expect(out[index]).to.match(reason);
      expect(out[index]).to.match(new RegExp(`^Line ${index + 1}, `));
    }
    const ofThese = (all: string) => (JSON.parse(all) as Document[][]).flat().filter((one) => ![last, dernier].includes(one['_id']));
    expect(ofThese(await stored())).to.deep.equal(ofThese(before));
    expect((await calendar.read('tags', last))['translations'].fr.id).to.equal(dernier);
  });

  it('reads standard input with a byte order mark, other line ends, blank lines and no final line end', async () => {
    const [one, un] = [await calendar.make('en', 'tags', { name: 'One' }), await calendar.make('fr', 'tags', { name: 'Un' })];
    const [two, deux] = [await calendar.make('en', 'tags', { name: 'Two' }), await calendar.make('fr', 'tags', { name: 'Deux' })];
    const pair = (...records: readonly Document[]) => JSON.stringify({ kind: 'tags', records: records.map(({ id }) => id) });
    const file = path.join(freshFolder(), 'pairs');
    writeFileSync(file, `\uFEFF${pair(one, un)}\r\n\r\n  \n${pair(two, un)}\r\n${pair(two, deux)}`);
    // The command joins all stored records, even in a language that the service does not serve.
    const fromFile = start(['translate', '--link', '-'], { ...calendar.place, LANGUAGES: 'fr' }, `exec < '${file}'`);
    expect(await fromFile.ended).to.deep.include({
      code: 1,
      out: `Line 4, ${pair(two, un)}: ${un['id']} already has a translation into English: ${one['id']}. First separate that one with translation_of=0.\n${total({ joined: 2, refused: 1 })}\n`,
    });
    const fromPipe = start(['translate', '--link', '-'], calendar.place, `exec < <(cat '${file}')`);
    expect(await fromPipe.ended).to.deep.include({ code: 1 });
    expect((await fromPipe.ended).out).to.contain(total({ already: 2, refused: 1 }));
  });

  it('does nothing with a file without pairs, and refuses one that cannot be read', async () => {
    expect(await calendar.link()).to.deep.equal({ code: 0, out: [total({})] });
    const folder = await run(['translate', '--link', freshFolder()], calendar.place);
    expect([folder.code, folder.err.split('\n').at(-2)]).to.match(
      /^1,The file \S+ cannot be read \(EISDIR\): check its name and rights\.$/,
    );
  });

  it('joins a pair once by two concurrent runs', async () => {
    const [one, un] = [
      await calendar.make('en', 'venues', { venue: 'One', zip: '69001', city: 'Lyon' }),
      await calendar.make('fr', 'venues', { venue: 'Un', zip: '75001', city: 'Paris' }),
    ];
    const line = { kind: 'venues', records: [one['id'], un['id']] };
    const both = await Promise.all([calendar.link(line), calendar.link(line)]);
    expect(both.map(({ out }) => out[0]).sort()).to.deep.equal([total({ already: 1 }), total({ joined: 1 })]);
    const { zip, city, translations } = await calendar.read('venues', un['id']);
    expect([zip, city, translations.en.id]).to.deep.equal(['69001', 'Paris', one['id']]);
  });

  it('reports in one sentence that the database is gone, with the work done before', async () => {
    const proxy = await startProxy();
    const [one, un] = [await calendar.make('en', 'tags', { name: 'Near' }), await calendar.make('fr', 'tags', { name: 'Proche' })];
    const file = written([{ kind: 'tags', records: [one['id'], un['id']] }, 'nothing']);
    const gone = path.join(freshFolder(), 'gone');
    const pairs = `exec < <(cat '${file}'; until [ -e '${gone}' ]; do sleep 0.05; done; cat '${file}')`;
    const program = start(['translate', '--link', '-'], { ...calendar.place, MONGODB_URI: proxy.uri }, pairs);
    await said(program, /Line 2, nothing/);
    await proxy.down();
    writeFileSync(gone, '');
    const { code, out, err } = await program.ended;
    expect([code, linesOf(out).at(-1)]).to.deep.equal([1, total({ joined: 1, refused: 1 })]);
    expect(err).to.match(/^Database: [^\n]+\nThe database \S+ at \S+ does not answer \([^\n]+\): start it, [^\n]+ try again\.\n$/);
    expect((await calendar.read('tags', one['id']))['translations'].fr.id).to.equal(un['id']);
  });

  it('refuses a database without records, and one without an administrator, before it reads anything', async () => {
    const file = written([{ kind: 'events', records: [1, 2] }]);
    const empty = await run(['translate', '--link', file], { MONGODB_URI: await mongoUri(), MONGODB_DB: freshMongo() });
    expect([empty.code, empty.out]).to.deep.equal([1, '']);
    expect(empty.err).to.match(/\nThere is nothing to link: the database has no records\. Check MONGODB_URI, MONGODB_DB and DATA_DIR\.\n$/);
    const name = freshMongo();
    await client.db(name).collection<Document & { _id: number }>('events').insertOne({ _id: 1 });
    const unowned = await run(['translate', '--link', file], { MONGODB_URI: await mongoUri(), MONGODB_DB: name });
    expect([unowned.code, unowned.out]).to.deep.equal([1, '']);
    expect(unowned.err).to.match(/\nThere is no administrator yet [^\n]*"user add LOGIN --role administrator"[^\n]*\n$/);
  });
});
