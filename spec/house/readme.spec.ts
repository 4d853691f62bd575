import { expect } from 'chai';
import { buildFixtures } from '../../fixtures/fixtures';
import { renewPassword } from '../../lib/program/accounts';
import { toUser } from '../../lib/program/authentication';
import { seed } from '../../lib/program/seed';
import { clockAt, type Running, startService } from '../support/service';
import { plugin as countdown } from './countdown';
import { repository } from './repository';
import { shell } from './shell';

const readme = repository.read('README.md');

/** The fenced block of a section. */
const blockOf = (section: string): string =>
  new RegExp(`\n## ${section}\n[\\s\\S]*?\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(readme)?.[1] ?? '';

/** Commands: a line that does not go on with the one before, which is where quotes are closed. */
function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    if (open === '' && (line === '' || line.startsWith('#'))) continue;
    open += open === '' ? line : `\n${line}`;
    if ((open.split("'").length - 1) % 2 === 1) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}

describe('README', () => {
  let running: Running;
  let answers: { command: string; text: string }[] = [];

  /** The answer of the first command that holds this. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const answerTo = (part: string): any => JSON.parse(answers.find(({ command }) => command.includes(part))?.text ?? 'null');

  before(async function () {
    this.timeout(120_000);
    const clock = clockAt('2029-12-01T12:00:00Z');
    running = await startService({ clock, plugins: [countdown] });
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
    const commands = commandsOf(blockOf('Try it')).map((command) =>
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

  it('declares a route that compiles: it is the one here', () => {
    const here = repository
      .read('spec/house/countdown.ts')
      .replaceAll("'../../lib/", "'../lib/")
      .replace("'../../routes/services'", "'./services'");
    expect(`${blockOf('Declare a route')}\n`).to.equal(here);
  });

  const countdowns: readonly (readonly [string, number, object])[] = [
    ['/countdown/2030', 200, { year: 2030, days: 31 }],
    ['/countdown/2030?unit=weeks', 200, { year: 2030, weeks: 5 }],
    ['/countdown/1999', 200, { year: 1999, days: 0 }],
    ['/countdown/2030?unit=years', 400, { code: 'rest_invalid_param' }],
    ['/countdown/soon', 404, { code: 'rest_no_route' }],
  ];
  for (const [path, status, part] of countdowns) {
    it(`declares a route that answers ${path} with ${status}`, async () => {
      const answer = await running.ask('GET', path);
      expect(answer.status).to.equal(status);
      expect(answer.body).to.include(part);
    });
  }

  it('declares a route that the index shows', async () => {
    const { body } = await running.ask('GET', '');
    expect(body.routes).to.have.property('/cal/events/v1/countdown/(?P<year>\\d+)');
  });
});
