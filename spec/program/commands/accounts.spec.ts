import { expect } from 'chai';
import { digestPassword } from '../../../lib/access/credentials';
import { addAccount, changeRole, removeAccount, renewPassword } from '../../../lib/program/commands/accounts';
import { type Running, startService } from '../../support/service';

describe('accounts', () => {
  let running: Running;
  before(async () => {
    running = await startService();
  });
  after(() => running.stop());

  const administrators = async () => {
    const users = await running.service.services.users.list();
    return users.filter(({ role }) => role === 'administrator').map(({ login }) => login);
  };

  it('the last administrator cannot be removed and keeps the role', async () => {
    const { services } = running.service;
    for (const end of [() => removeAccount(services, 'admin'), () => changeRole(services, 'admin', 'editor')]) {
      const refusal = await end().then(
        () => undefined,
        (error: Error) => error,
      );
      expect(refusal?.name).to.equal('StartError');
      expect(refusal?.message).to.match(/^The user admin is the last administrator: create another one first/);
    }
    await changeRole(services, 'admin', 'administrator');
    await changeRole(services, 'editor', 'administrator');
    await changeRole(services, 'editor', 'editor');
    await removeAccount(services, 'contributor');
    expect(await administrators()).to.deep.equal(['admin']);
    for (const end of [() => removeAccount(services, 'contributor'), () => changeRole(services, 'contributor', 'author')])
      expect(String(await end().catch((error: Error) => error.message))).to.match(/^The user contributor does not exist/);
  });

  it('one administrator stays when many are removed at once', async () => {
    const { services } = running.service;
    for (const round of [1, 2, 3]) {
      const logins = await administrators();
      for (const one of ['a', 'b', 'c']) logins.push((await addAccount(services.users, `${one}${round}`, 'administrator')).login);
      const ends = await Promise.allSettled(
        logins.map((login, index) => (index % 2 === 0 ? removeAccount(services, login) : changeRole(services, login, 'subscriber'))),
      );
      expect(ends.filter(({ status }) => status === 'rejected')).to.have.lengthOf(1);
      expect(await administrators()).to.have.lengthOf(1);
    }
  });

  it('a new password is returned for every stored role', async () => {
    const { users } = running.service.services;
    for (const role of ['none', 'of another version']) {
      await users.add({ login: role, role, passwordDigest: '' });
      const { application_password, ...account } = await renewPassword(users, role);
      const stored = await users.byLogin(role);
      expect(account).to.deep.equal({ id: stored?._id, login: role, role });
      expect(stored?.passwordDigest).to.equal(digestPassword(application_password));
    }
  });
});
