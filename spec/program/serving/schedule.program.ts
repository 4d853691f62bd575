import { expect } from 'chai';
import { ask, freshPlace, PASSWORD, said, serve, stop, until } from '../program';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

describe('The schedule', () => {
  it('publishes scheduled records on time', async () => {
    const server = await serve({ ...freshPlace(), SEED: 'none' });
    await said(server, PASSWORD);
    const login = `admin:${PASSWORD.exec(server.out())?.[1]}`;
    // The clock of the program may differ from that of the specs.
    const { headers } = await ask(server.address, '/healthz');
    const date_utc = `@${Math.floor(Date.parse(String(headers.date)) / 1000) + 3}`;
    const { body } = await ask(server.address, EVENTS, { method: 'POST', login, json: { ...EVENT, date_utc } });
    expect(body.status).to.equal('future');
    await until(200, () => ask(server.address, `${EVENTS}/${body.id}`));
    await stop(server);
    expect(server.err()).to.match(/Scheduled records were published/);
  });
});
