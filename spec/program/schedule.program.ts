import { expect } from 'chai';
import { ask, freshPlace, PASSWORD, said, serve, start, stop, until } from './program';

const EVENTS = '/en/cal/events/v1/events';
const EVENT = { title: 'Concert', start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };

describe('The schedule', () => {
  it('publishes scheduled records on time, also those that became due while no service ran', async () => {
    const place = freshPlace();
    const program = start(['serve'], { ...place, PORT: '0', SEED: 'none' });
    const address = await said(program, /http:\/\/\S+/);
    await said(program, PASSWORD);
    const login = `admin:${PASSWORD.exec(program.out())?.[1]}`;
    // The clock of the program may differ from that of the specs.
    const { headers } = await ask(address, '/healthz');
    const soon = (seconds: number) => `@${Math.floor(Date.parse(String(headers.date)) / 1000) + seconds}`;
    const make = (date_utc: string) => ask(address, EVENTS, { method: 'POST', login, json: { ...EVENT, date_utc } });
    const [one, other] = [await make(soon(3)), await make(soon(8))];
    expect([one.body.status, other.body.status]).to.deep.equal(['future', 'future']);
    await until(200, () => ask(address, `${EVENTS}/${one.body.id}`));
    await stop(program);
    const again = await serve({ ...place, SEED: 'none' });
    await until(200, () => ask(again.address, `${EVENTS}/${other.body.id}`));
    await stop(again);
    expect(again.err()).to.match(/Scheduled records were published/);
  });
});
