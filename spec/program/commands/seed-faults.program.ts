import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { freshFolder, freshPlace, run } from '../program';

const both = (text: string) => ({ en: text, fr: text });

const event = (key: string, more: object = {}) => ({
  key,
  title: both(key),
  description: both('A talk'),
  start_date: '2030-01-05 10:00:00',
  end_date: '2030-01-05 11:00:00',
  timezone: 'Europe/Paris',
  all_day: false,
  categories: [],
  tags: [],
  ...more,
});

/** Fixtures with errors of the file format, of the API and of the database. */
const WRONG = {
  categories: [{ key: 'blank', name: { en: ' \u00a0 ', fr: '<b></b>' } }],
  tags: [{ key: 'long', name: { en: 'x'.repeat(201), fr: 'Long' } }],
  venues: [{ key: 'hall', venue: both('Hall'), geo_lat: 91 }],
  organizers: [{ key: 'town', translation_of: 987_654, organizer: { fr: 'Ville' } }],
  events: [event('one', { title: { en: '<i> </i>', fr: 'Un' } }), event('two', { end_date: '2030-01-04 10:00:00' })],
};

describe('seed FILE', () => {
  const place = freshPlace();
  const write = (name: string, content: string | Buffer): string => {
    const file = path.join(freshFolder(), name);
    writeFileSync(file, content);
    return file;
  };
  const faultsOf = async (file: string): Promise<string> => {
    const { code, err, out } = await run(['seed', file], place);
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.include(file);
    expect(err).to.not.match(/\n\s+at |must NOT|must match|must be|instancePath/);
    return err.replaceAll(file, 'FILE');
  };
  before(async () => {
    expect((await run(['user', 'add', 'owner', '--role', 'administrator'], place)).code).to.equal(0);
  });

  const REASONS = [
    /categories(?:\[0\])?\.name\.en is refused: /,
    /categories(?:\[0\])?\.name\.fr is refused: /,
    /tags(?:\[0\])?\.name\.en is refused: Send .*200 characters\./,
    /venues(?:\[0\])?\.geo_lat is more than 90\./,
    /organizers(?:\[0\])?\.translation_of is 987654, which is not one of the organizers: /,
    /events(?:\[0\])?\.title\.en is refused: /,
    /events(?:\[1\])?\.end_date is before the start\./,
  ];

  it('reports all faults of a JSON file at once, with file, line and reason, and stores nothing', async () => {
    const output = await faultsOf(write('wrong.json', JSON.stringify(WRONG, null, 1)));
    const lines = output.split('\n').filter((line) => line.startsWith('FILE, line '));
    expect(lines).to.have.lengthOf(REASONS.length);
    for (const reason of REASONS) expect(output).to.match(new RegExp(`^FILE, line \\d+: ${reason.source}`, 'm'));
    expect(lines.map((line) => Number(/line (\d+)/.exec(line)?.[1]))).to.deep.equal([6, 7, 15, 27, 33, 43, 68]);
  });

  it('reports all faults of a record at once, with any faults of its shape', async () => {
    const blank = { en: '<i> </i>', fr: 'Bon' };
    const records = {
      categories: { key: 'c', name: blank, nam: 1, parent: 'nowhere' },
      venues: { key: 'v', venue: blank, geo_lat: 91, geo: 1 },
      organizers: { translation_of: 987_654, organizer: { en: '<i> </i>' }, org: 1 },
      events: event('e', { title: blank, start_date: 'soon', nonsense: 1, categories: ['nowhere'], venue: 'nowhere' }),
    };
    const lists = { tags: [], ...Object.fromEntries(Object.entries(records).map(([list, record]) => [list, [record]])) };
    const lines = Object.entries(records).map(([list, record]) => JSON.stringify({ [list]: record }));
    for (const file of [write('shapes.json', JSON.stringify(lists)), write('shapes.ndjson', lines.join('\n'))]) {
      const output = (await faultsOf(file)).replaceAll('[0]', '');
      for (const fault of [
        /categories has "nam"/,
        /categories\.name\.en is refused/,
        /venues has "geo"/,
        /venues\.geo_lat is more than 90/,
        /venues is refused: .*not blank/,
        /organizers has "org"/,
        /organizers lacks "key"/,
        /organizers\.translation_of is 987654/,
        /organizers is refused: .*not blank/,
        /events has "nonsense"/,
        /events\.start_date is not a date/,
        /events\.title\.en is refused/,
      ])
        expect(output).to.match(fault);
      expect(output.match(/names "nowhere"/g)).to.have.lengthOf(3);
    }
  });

  it('does so with a file with a record a line, whose records before the first fault stay', async () => {
    const records = Object.entries(WRONG).flatMap(([list, all]) => all.map((record) => JSON.stringify({ [list]: record })));
    const first = JSON.stringify({ tags: { key: 'right', name: both('Right') } });
    const others: readonly (readonly [line: object, says: string])[] = [
      [{ events: event('two-members'), tags: {} }, 'It has 2 members: a line has one record, below the name of its list.'],
      [{ films: {} }, 'films is unknown: the lists are categories, tags, venues, organizers, events.'],
      [{ events: event('nowhere', { timezone: 'Europe/Nowhere' }) }, 'events.timezone is not a time zone like Europe/Paris.'],
      [
        { events: event('half', { title: { en: 'Half' }, description: { fr: 'Faux' } }) },
        'events.description is not in the same languages as the title.',
      ],
      [
        { categories: { key: 'below', parent: 'above', name: both('A') } },
        'it names "above", which is not one of the categories before it.',
      ],
    ];
    const lines = [first, ...records, ...others.map(([line]) => JSON.stringify(line)), '{', 'x'];
    const output = await faultsOf(write('wrong.ndjson', lines.join('\n')));
    for (const reason of REASONS) expect(output).to.match(new RegExp(`^FILE, line [2-7]: ${reason.source}`, 'm'));
    for (const [place, [, says]] of others.entries()) expect(output).to.include(`FILE, line ${8 + place}: ${says}`);
    expect(output).to.match(/^FILE, line 13: This is not JSON: a closing } is missing\.$/m);
    expect(output).to.match(/^FILE, line 14: This is not JSON: .+\.$\n2 records were created before the first of them\.$/m);
  });

  it('cleans names as the API does', async () => {
    const named = both('  <b>Chamber</b>  music\u0000 ');
    const file = write(
      'named.json',
      JSON.stringify({
        categories: [{ key: 'c', name: named }],
        tags: [{ key: 't', name: named }],
        venues: [{ key: 'v', venue: named }],
        organizers: [{ key: 'o', organizer: named }],
        events: [event('named', { title: named })],
      }),
    );
    const { code, out } = await run(['seed', file], place);
    expect({ code, out }).to.deep.equal({ code: 0, out: '10 records created.\n' });
    const lines = write('named.ndjson', JSON.stringify({ categories: { key: 'again', name: named } }));
    expect((await run(['seed', lines], place)).out).to.equal('2 records created.\n');
  });

  it('accepts a byte order mark (BOM)', async () => {
    const lists = { categories: [], tags: [{ key: 'bom', name: both('BOM') }], venues: [], organizers: [], events: [] };
    expect((await run(['seed', write('bom.json', `\ufeff${JSON.stringify(lists)}`)], place)).out).to.equal('2 records created.\n');
    const line = JSON.stringify({ tags: { key: 'bom-line', name: both('BOM line') } });
    expect((await run(['seed', write('bom.ndjson', `\ufeff${line}\r\n`)], place)).out).to.equal('2 records created.\n');
  });

  it('refuses Latin-1 in .json as in .ndjson, by the lines', async () => {
    const lists = { categories: [], tags: [{ key: 'x', name: both('Fête') }], venues: [], organizers: [], events: [] };
    const json = await faultsOf(write('latin.json', Buffer.from(JSON.stringify(lists, null, 1), 'latin1')));
    expect(json.match(/^FILE, line \d+: It is not UTF-8\.$/gm)).to.deep.equal([
      'FILE, line 7: It is not UTF-8.',
      'FILE, line 8: It is not UTF-8.',
    ]);
    const lines = await faultsOf(write('latin.ndjson', Buffer.from(JSON.stringify({ tags: lists.tags[0] }), 'latin1')));
    expect(lines).to.include('FILE, line 1: It is not UTF-8. 0 records were created before it.');
  });

  it('says in one sentence that a folder is no file, and that there is no file', async () => {
    for (const name of ['folder.json', 'folder.ndjson']) {
      const folder = path.join(freshFolder(), name);
      expect(await faultsOf(folder)).to.match(/ENOENT/);
      mkdirSync(folder);
      expect(await faultsOf(folder)).to.match(/EISDIR|is not a file/);
    }
  });
});
