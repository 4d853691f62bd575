import { expect } from 'chai';
import { addAccount } from '../../../lib/program/commands/accounts';
import { type Running, startService } from '../../support/service';

describe('Authorization: failed logins (429)', () => {
  let running: Running;
  let passwords: Record<string, string>;
  before(async () => {
    running = await startService({ environment: { TRUST_PROXY: '1' } });
    const { users } = running.service.services;
    const added = await Promise.all(['ann', 'Bob', 'zoé@example.org'].map((login) => addAccount(users, login, 'editor')));
    passwords = Object.fromEntries(added.map(({ login, application_password: password }) => [login, password]));
  });
  after(() => running.stop());

  const asking = (login: string, password = '', address = '10.0.0.1') =>
    running.ask('GET', '/events', {
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`, 'x-forwarded-for': address },
    });

  const scenarios: readonly (readonly [title: string, login: string, of: string, allow: string | undefined, code: string | undefined])[] = [
    ['is found as it was spelt', 'Bob', 'Bob', 'GET, POST', undefined],
    ['in lower case is found in capitals too', 'ANN', 'ann', 'GET, POST', undefined],
    ['in lower case is found with a capital', 'Ann', 'ann', 'GET, POST', undefined],
    ['may be an e-mail address, in any case', 'Zoé@Example.ORG', 'zoé@example.org', 'GET, POST', undefined],
    ['with capitals is found only so', 'bob', 'Bob', undefined, 'invalid_username'],
    ['keeps its password whatever its case', 'ANN', 'Bob', undefined, 'incorrect_password'],
    ['that is an unknown e-mail address is told apart', 'ann@example.org', 'ann', undefined, 'invalid_email'],
  ];
  for (const [title, login, of, allow, code] of scenarios) {
    it(title, async () => {
      const { status, headers, body } = await asking(login, passwords[of]);
      expect([status, headers['allow'], body.code]).to.deep.equal([code === undefined ? 200 : 401, allow, code]);
    });
  }

  it('counts failures of a login in every spelling together', async () => {
    const spellings = ['admin', 'Admin', 'aDmin', 'adMin', 'admIn', 'admiN'];
    const answers = [];
    for (let attempt = 0; attempt < 21; attempt += 1) answers.push(await asking(spellings[attempt % spellings.length] ?? '', 'guess'));
    expect(answers.map(({ status }) => status)).to.deep.equal([...Array(20).fill(401), 429]);
  });

  it('refuses further attempts from the address, also with the right password, and nobody else', async () => {
    const right = passwords['zoé@example.org'];
    expect((await asking('zoé@example.org', right)).status).to.equal(200);
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await asking('zoé@example.org', 'guess')).status).to.equal(401);
    for (const password of ['guess', right]) {
      const { status, headers, body } = await asking('zoé@example.org', password);
      expect([status, body.code]).to.deep.equal([429, 'too_many_failed_logins']);
      expect(Number(headers['retry-after'])).to.be.within(1, 10);
    }
    const others = [await asking('zoé@example.org', right, '10.0.0.2'), await asking('Bob', passwords['Bob'])];
    const nobody = await running.ask('GET', '/events', { headers: { 'x-forwarded-for': '10.0.0.1' } });
    expect([...others, nobody].map(({ status }) => status)).to.deep.equal([200, 200, 200]);
  });

  it('refuses further attempts at once', async () => {
    expect((await asking('ann', passwords['ann'])).status).to.equal(200);
    const guesses = Array.from({ length: 60 }, (_, index) => asking('ann', index < 55 ? `guess ${index}` : passwords['ann']));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).to.not.include(200);
    expect((await asking('ann', passwords['ann'])).status).to.equal(429);
  });
});
