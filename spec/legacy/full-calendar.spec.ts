import { expect } from 'chai';
import { openStage, type Stage } from '../support/scenario';
import { event } from '../support/stage';

describe('GET /events?format=fullcalendar', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      before: event('Before', { start_date: '2030-04-28 10:00:00', end_date: '2030-04-30 12:00:00' }),
      into: event('Into May', { start_date: '2030-04-30 20:00:00', end_date: '2030-05-01 04:00:00', timezone: 'Europe/Paris' }),
      whole: event('Whole days', { all_day: true, start_date: '2030-05-10', end_date: '2030-05-11' }),
      after: event('After', { start_date: '2030-06-03 10:00:00', end_date: '2030-06-03 12:00:00' }),
    });
  });
  after(() => stage.stop());

  const WINDOW = 'start=2030-05-01T00%3A00%3A00Z&end=2030-06-01T00%3A00%3A00Z&timeZone=UTC';

  it('is a bare array of the events between start and end, with offsets', async () => {
    const { status, body, headers } = await stage.ask('GET', `/events?format=fullcalendar&${WINDOW}`);
    expect([status, headers['content-type'], headers['ignored-params']]).to.deep.equal([
      200,
      'application/vnd.fullcalendar+json',
      'timeZone',
    ]);
    const [first, second] = body;
    expect(body).to.have.length(2);
    expect(first).to.deep.include({ id: String(stage.names['into']), title: 'Into May', allDay: false });
    expect([first.start, first.end]).to.deep.equal(['2030-04-30T20:00:00+02:00', '2030-05-01T04:00:00+02:00']);
    expect(first.url).to.match(/\/en\/event\/into-may\/$/);
    expect(second).to.deep.include({ title: 'Whole days', start: '2030-05-10', end: '2030-05-12', allDay: true });
  });

  it('is found below /wp-json/ too, and obeys the filters of the list', async () => {
    const { body } = await stage.ask('GET', `//wp-json/tribe/events/v1/events?format=fullcalendar&${WINDOW}&search=whole`);
    expect(body.map(({ title }: { title: string }) => title)).to.deep.equal(['Whole days']);
  });

  it('means the same by start and end as by ends_after and starts_before', async () => {
    const lists = await Promise.all(
      [WINDOW, 'ends_after=2030-05-01&starts_before=2030-06-01&strict_dates=true'].map((query) => stage.ask('GET', `/events?${query}`)),
    );
    const [one, other] = lists.map(({ body }) => body.events.map(({ id }: { id: number }) => id));
    expect(one).to.deep.equal(other);
    expect((await stage.ask('GET', '/events?start=x')).body).to.deep.include({ code: 'rest_invalid_param' });
  });
});
