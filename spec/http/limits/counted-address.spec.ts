import { expect } from 'chai';
import { countedAddress } from '../../../lib/http/requests/address';
import { startService } from '../../support/service';
import { send, startLibrary } from '../library';

describe('countedAddress', () => {
  const scenarios: readonly (readonly [address: string, counted: string])[] = [
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['2001:db8:0:2::5', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:10.0.0.1', '10.0.0.1'],
    ['::ffff:0a00:0001', '10.0.0.1'],
    ['0:0:0:0:0:ffff:a00:2', '10.0.0.2'],
    ['unknown', 'unknown'],
    ['', ''],
  ];
  for (const [address, counted] of scenarios) {
    it(`of ${address || 'nothing'} is ${counted || 'nothing'}`, () => {
      expect(countedAddress(address)).to.equal(counted);
    });
  }
});

describe('IPv6 clients are counted by their network of 64 bits', () => {
  it('where RATE_LIMIT counts requests', async () => {
    const library = await startLibrary({ rateLimit: 2, trustProxy: 1 });
    const statuses: number[] = [];
    for (const address of ['2001:db8::1', '[2001:db8::2]:443', '2001:db8::3', '2001:db8:0:1::1', '::ffff:10.0.0.1', '::ffff:10.0.0.2'])
      statuses.push((await send(library, { path: '/en/library/v1/books', headers: { 'x-forwarded-for': address } })).status);
    await library.close(1000);
    expect(statuses).to.deep.equal([200, 200, 429, 200, 200, 200]);
  });

  it('where wrong passwords are counted', async () => {
    const running = await startService({ environment: { TRUST_PROXY: '1' } });
    const guess = (address: string) =>
      running.ask('GET', '/events', { headers: { authorization: `Basic ${btoa('admin:guess')}`, 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt += 1) statuses.push((await guess(`2001:db8::${attempt + 1}`)).status);
    statuses.push((await guess('2001:db8:0:1::1')).status);
    await running.stop();
    expect(statuses).to.deep.equal([...Array(20).fill(401), 429, 401]);
  });
});
