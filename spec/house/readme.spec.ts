import { expect } from 'chai';
import { buildFixtures } from '../../fixtures/fixtures';
import { renewPassword } from '../../lib/program/accounts';
import { toUser } from '../../lib/program/authentication';
import { seed } from '../../lib/program/seed';
import { clockAt, type Running, startService } from '../support/service';
import { blocksOf, commandsOf } from './blocks';
import { shell } from './shell';

/** The block that guide.spec.ts leaves to this one: it needs the fixtures. */
const tried = blocksOf('README.md').find(({ section }) => section === 'Try it')?.text ?? '';

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
});
