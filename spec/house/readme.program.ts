import { expect } from 'chai';
import { buildFixtures } from '../../fixtures/fixtures';
import { toUser } from '../../lib/program/authentication';
import { renewPassword } from '../../lib/program/commands/accounts';
import { seed } from '../../lib/program/seed/seed';
import { startRewriting } from '../clients/rewriting';
import { clockAt, type Running, startService } from '../support/service';
import { blocksOf, commandsOf } from './blocks';
import { repository } from './repository';
import { shell } from './shell';

/** The blocks that guide.program.ts leaves to this one: the first needs the fixtures, the second a proxy. */
const tried = blocksOf('README.md').find(({ section }) => section === 'Try it')?.text ?? '';
const proxied = blocksOf('README.md').find(({ section }) => section === 'Whose clients')?.text ?? '';

/** The queries of the table under a headline, by what they are for. */
const queriesOf = (section: string): ReadonlyMap<string, string> => {
  const [, table = ''] = new RegExp(`\\n## ${section}\\n([\\s\\S]*?)\\n## `).exec(repository.read('README.md')) ?? [];
  return new Map([...table.matchAll(/^\| ([^|]+?) +\| `(\?[^`]+)`/gm)].map(([, what = '', query = '']) => [what, query]));
};

describe('README', () => {
  let running: Running;
  let answers: { command: string; text: string }[] = [];

  /** The answer of the first command that holds this. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const answerTo = (part: string): any => JSON.parse(answers.find(({ command }) => command.includes(part))?.text ?? 'null');

  before(async function () {
    this.timeout(120_000);
    const clock = clockAt('2029-12-01T12:00:00Z');
    running = await startService({ clock });
    const { services } = running.service;
    const admin = await services.users.byLogin('admin');
    if (!admin) throw new Error('There is no administrator.');
    const fixtures = buildFixtures(clock.now());
    await seed(
      { ...fixtures, events: fixtures.events.filter(({ start_date: start }) => start >= '2029-12' && start < '2030-07') },
      services,
      toUser(admin),
    );
    const { application_password: password } = await renewPassword(services.users, 'admin');
    const commands = commandsOf(tried).map((command) =>
      command.replace(/^PASSWORD=.*/, `PASSWORD="${password}"`).replace(/^API=.*/, `API=${running.address}`),
    );
    const texts = await shell(commands);
    answers = commands.map((command, at) => ({ command, text: texts[at] ?? '' }));
  });

  after(() => running.stop());

  it('has ten commands to try, and each is answered without an error', () => {
    const asked = answers.filter(({ command }) => command.startsWith('curl'));
    expect(asked).to.have.length.of.at.least(10);
    for (const { command, text } of asked) expect(JSON.parse(text), command).to.be.an('object').that.does.not.have.property('code');
  });

  it('shows what is on', () => {
    expect(answerTo('/en/cal/events/v1/events?per_page=3').events).to.have.length(3);
  });

  it('finds music in French', () => {
    const { events } = answerTo('search=musique');
    expect(events).not.to.deep.equal([]);
    expect(events[0].language).to.equal('fr');
  });

  it('shows the index and the OpenAPI document', () => {
    expect(answerTo('/en/cal/events/v1"').namespace).to.equal('cal/events/v1');
    expect(answerTo('/doc').openapi).to.match(/^3\.1\./);
  });

  it('creates an event with what it names', () => {
    const { title, venue, organizer, categories } = answerTo('"title"');
    expect({ title, venue: venue.venue, organizer: organizer[0].organizer, category: categories[0].name }).to.deep.equal({
      title: 'Tea in the garden',
      venue: 'Rose Garden',
      organizer: 'Tea Society',
      category: 'Gatherings',
    });
  });

  it('finds it in the list', () => {
    expect(answerTo('search=tea').events.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['tea-in-the-garden']);
  });

  it('changes it through the other language and reads it by its slug', () => {
    expect(answerTo('PATCH').language).to.equal('en');
    const { cost, all_day: allDay } = answerTo('by-slug/tea-in-the-garden"');
    expect({ cost, allDay }).to.deep.equal({ cost: 'Free', allDay: true });
  });

  it('moves it to the trash and removes it for good', async () => {
    expect(answerTo('-X DELETE').status).to.equal('trash');
    const { id } = answerTo('"title"');
    expect((await running.ask('GET', `/events/${id}`, { as: 'editor' })).status).to.equal(404);
  });

  it('tells how to ask for what is on', async () => {
    const create = async (title: string, start_date: string, end_date: string) => {
      const json = { title, start_date, end_date, timezone: 'UTC', tags: ['What is on'] };
      expect((await running.ask('POST', '/events', { as: 'editor', json })).status).to.equal(201);
    };
    // It is noon of 1 December 2029.
    await create('running for weeks', '2029-11-20 10:00', '2029-12-20 10:00');
    await create('since yesterday', '2029-11-30 00:00', '2029-12-10 10:00');
    await create('over', '2029-12-01 08:00', '2029-12-01 09:00');
    await create('until tonight', '2029-12-01 08:00', '2029-12-01 18:00');
    await create('a summer’s day', '2030-06-01 10:00', '2030-06-01 11:00');
    await create('around it', '2030-05-20 10:00', '2030-06-20 11:00');
    await create('in three years', '2032-12-05 10:00', '2032-12-05 11:00');
    const titles = async (query: string) => {
      const { status, body } = await running.ask('GET', `/events${query}${query === '' ? '?' : '&'}tags=what-is-on`);
      expect(status).to.equal(200);
      return body.events.map(({ title }: { title: string }) => title);
    };
    const queries = queriesOf('What is on');
    expect(queries.size).to.equal(7);
    expect(await titles('')).to.deep.equal(['since yesterday', 'over', 'until tonight', 'around it', 'a summer’s day']);
    const asked: [string, string[]][] = [];
    for (const [what, query] of queries) asked.push([what, await titles(query)]);
    expect(asked).to.deep.equal([
      ['on now or later', ['running for weeks', 'since yesterday', 'until tonight', 'around it', 'a summer’s day', 'in three years']],
      ['on at this moment', ['running for weeks', 'since yesterday', 'until tonight']],
      ['on on a day, here 1 June 2030', ['around it', 'a summer’s day']],
      ['on this weekend', ['running for weeks', 'since yesterday', 'over', 'until tonight']],
      ['that start on an evening or later', ['since yesterday']],
      ['free, within 5 km of a point', []],
      ['all there are', ['running for weeks', 'since yesterday', 'over', 'until tonight', 'around it', 'a summer’s day', 'in three years']],
    ]);
    const { body } = await running.ask('GET', '/events?start_date=1970-01-01&per_page=1000');
    expect(body.events).to.have.length(50);
    expect(body.next_rest_url).to.match(/page=2/);
  });

  it('tells by which rewrite other clients of the plugin reach it, and where the links of its answers lead', async () => {
    const [, from = '', to = ''] = /^location (\S+) \{\n +proxy_pass http:\/\/127\.0\.0\.1:3000(\S+);\n/.exec(proxied) ?? [];
    const [, others = ''] = /\nlocation ~ (\S+) \{/.exec(proxied) ?? [];
    const proxy = await startRewriting(running.address, from, to);
    const reach = async (address: string) => {
      const answer = await fetch(address);
      expect(answer.status, address).to.equal(200);
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
      return { body: (await answer.json()) as any, link: answer.headers.get('link') };
    };
    const { body, link } = await reach(`${proxy.address}/wp-json/tribe/events/v1/events?start_date=1970-01-01&per_page=1`);
    for (const found of [body.rest_url, body.next_rest_url, body.events[0].rest_url, /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1]]) {
      expect(found).to.match(new RegExp(`^${proxy.address}/en/cal/events/v1/events`));
      expect(new URL(found).pathname).to.match(new RegExp(others));
      await reach(found);
    }
    expect((await reach(`${proxy.address}/wp-json/tribe/events/v1`)).body.namespace).to.equal('cal/events/v1');
    await proxy.stop();
  });
});
