import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { clockAt, type Running, startService } from '../../support/service';
import { TRIALS } from '../../trials/trials';
import { repository } from '../repository';
import { blocksOf } from './blocks';

const DATES = 'docs/use/dates-and-windows.md';
const MOVING = 'docs/move/from-the-events-calendar.md';

const sectionOf = (paper: string, section: string): string =>
  new RegExp(`\\n## ${section}\\n([\\s\\S]*?)(?:\\n## |$)`).exec(repository.read(paper))?.[1] ?? '';

const firstNames = (table: string): string[] =>
  [...table.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

/** Reads the queries of a table, by the text in the first column. */
const queriesIn = (table: string): ReadonlyMap<string, string> =>
  new Map([...table.matchAll(/^\| ([^|]+?) +\| `(\?[^`]+)`/gm)].map(([, title = '', query = '']) => [title, query]));

describe('README', () => {
  let running: Running;
  before(async () => {
    // 12:00 on a Saturday.
    running = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
  });
  after(() => running.stop());

  it('lists every address of the calendar', async () => {
    const { body } = await running.ask('GET', '/doc');
    const shown = firstNames(sectionOf('README.md', 'Endpoints'));
    // Venues and organizers have the same addresses as events.
    const documented = Object.keys(body.paths).map((one) => one.replace(/^\/(?:venues|organizers)\//, '/events/'));
    expect(documented.length).to.be.above(15);
    expect(documented.filter((one) => one !== '/' && !shown.includes(one))).to.deep.equal([]);
  });

  it('has thirty answers or more, each with a link into docs', () => {
    const rows = sectionOf('README.md', 'How do I …\\?').match(/^\| \[.+\]\(docs\/.+\)/gm);
    expect(rows?.length).to.be.at.least(30);
  });

  it('proves what it promises with seven commands that exist', () => {
    const commands = [...sectionOf('README.md', 'What is proved').matchAll(/\| `npm run ([^`]+)` +\|$/gm)].map(
      ([, command = '']) => command,
    );
    const { scripts } = JSON.parse(repository.read('package.json')) as { scripts: object };
    expect(commands).to.have.length(7);
    expect(commands.filter((command) => !Object.hasOwn(scripts, command.split(' ')[0] ?? ''))).to.deep.equal([]);
    const trials = commands.flatMap((command) => /^trial -- (\S+)/.exec(command)?.[1] ?? []);
    expect(trials.filter((trial) => !Object.hasOwn(TRIALS, trial))).to.deep.equal([]);
  });
});

describe('The page about dates', () => {
  let running: Running;
  before(async () => {
    running = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
    const create = async (title: string, start_date: string, end_date: string) => {
      const json = { title, start_date, end_date, timezone: 'UTC' };
      expect((await running.ask('POST', '/events', { as: 'editor', json })).status).to.equal(201);
    };
    await create('running for weeks', '2029-11-20 10:00', '2029-12-20 10:00');
    await create('since yesterday', '2029-11-30 00:00', '2029-12-10 10:00');
    await create('over', '2029-12-01 08:00', '2029-12-01 09:00');
    await create('until tonight', '2029-12-01 08:00', '2029-12-01 18:00');
    await create('a summer’s day', '2030-06-01 10:00', '2030-06-01 11:00');
    await create('around it', '2030-05-20 10:00', '2030-06-20 11:00');
    await create('in three years', '2032-12-05 10:00', '2032-12-05 11:00');
  });
  after(() => running.stop());

  const titles = async (query: string): Promise<string[]> => {
    const { status, body } = await running.ask('GET', `/events${query}`);
    expect(status, query).to.equal(200);
    return body.events.map(({ title }: { title: string }) => title);
  };

  const SOON = ['since yesterday', 'over', 'until tonight'];
  const LATER = ['around it', 'a summer’s day'];
  const FOUND: Readonly<Record<string, readonly string[]>> = {
    'On now or later': ['running for weeks', 'since yesterday', 'until tonight', ...LATER, 'in three years'],
    'On at this moment': ['running for weeks', 'since yesterday', 'until tonight'],
    Today: ['running for weeks', ...SOON],
    'On one day': LATER,
    'In one month': LATER,
    'On this weekend': ['running for weeks', ...SOON],
    'Starting on a weekend evening': ['since yesterday'],
    'All there are': ['running for weeks', ...SOON, ...LATER, 'in three years'],
  };
  const queries = queriesIn(sectionOf(DATES, 'The usual window'));

  it('tells what is listed without dates', async () => {
    expect(await titles('')).to.deep.equal([...SOON, ...LATER]);
  });

  it('has a query for each kind of dates', () => {
    expect([...queries.keys()]).to.have.members(Object.keys(FOUND));
  });

  for (const [title, query] of queries) {
    it(`lists what it promises: ${title}`, async () => {
      expect(await titles(query)).to.deep.equal(FOUND[title]);
    });
  }
});

describe('The page for those who come from The Events Calendar', () => {
  let old: Running;
  before(async () => {
    old = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
    const json = {
      title: 'Tea & cake',
      start_date: '2030-06-01 15:00',
      end_date: '2030-06-01 18:00',
      timezone: 'Europe/Paris',
      image: 'https://example.org/tea.jpg',
      venue: { venue: 'Rose Garden', city: 'Lyon' },
      organizer: [{ organizer: 'Tea Society' }, { organizer: 'Cake Society' }],
      categories: ['Gatherings'],
      tags: ['tea'],
    };
    expect((await old.ask('POST', '/events', { as: 'admin', json })).status).to.equal(201);
    expect((await old.ask('POST', '/events', { as: 'admin', json: { ...json, title: 'More tea', venue: [] } })).status).to.equal(201);
  });
  after(() => old.stop());

  it('copies events with what they link to', async () => {
    const block = blocksOf(MOVING).find(({ file }) => file === '/move.mjs');
    const folder = mkdtempSync(path.join(tmpdir(), 'moving-'));
    const file = path.join(folder, 'move.mjs');
    writeFileSync(file, block?.text ?? '');
    const running = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
    try {
      const addresses = [`${old.address}/wp-json/tribe/events/v1`, `${running.address}/en/cal/events/v1`];
      const { stdout } = await promisify(execFile)(process.execPath, [file, ...addresses, running.password('admin')]);
      expect(stdout).to.equal('2 events are copied.\n');
      const { body } = await running.ask('GET', '/events/by-slug/tea-cake');
      expect({
        title: body.title,
        start: body.utc_start_date,
        image: body.image.url,
        venue: body.venue.venue,
        organizers: body.organizer.map(({ organizer }: { organizer: string }) => organizer),
        terms: [...body.categories, ...body.tags].map(({ name }: { name: string }) => name),
      }).to.deep.equal({
        title: 'Tea & cake',
        start: '2030-06-01 13:00:00',
        image: 'https://example.org/tea.jpg',
        venue: 'Rose Garden',
        organizers: ['Tea Society', 'Cake Society'],
        terms: ['Gatherings', 'tea'],
      });
      expect((await running.ask('GET', '/venues')).body.total).to.equal(1);
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
