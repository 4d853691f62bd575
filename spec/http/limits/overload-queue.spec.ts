import { expect } from 'chai';
import { createQueue } from '../../../lib/http/limits/overload-queue';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('createQueue: requests that wait', () => {
  /** Makes a function that adds requests, and records the ones that begin or are refused. */
  const adder = (queue: ReturnType<typeof createQueue>) => {
    const begun: string[] = [];
    const refused: string[] = [];
    const add = (name: string, { isConnected = true, waited = 0 } = {}) =>
      queue.add({
        address: name.charAt(0),
        waited,
        isConnected: () => isConnected,
        begin: () => void begun.push(name),
        refuse: () => void refused.push(name),
      });
    const beginAll = () => {
      while (queue.beginNext());
      return begun;
    };
    return { add, refused, beginAll };
  };

  it('begins requests in the order of arrival', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000 }));
    for (const name of ['a1', 'b1', 'a2']) add(name);
    expect([beginAll(), refused]).to.deep.equal([['a1', 'b1', 'a2'], []]);
  });

  it('refuses requests that have waited too long, inside and outside of the queue', async () => {
    const queue = createQueue({ milliseconds: 20 });
    const { add, beginAll, refused } = adder(queue);
    add('a1');
    add('a2', { waited: 19 });
    await pause(40);
    expect([beginAll(), refused, queue.size()]).to.deep.equal([[], ['a2', 'a1'], 0]);
  });

  it('drops requests whose clients have gone', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000 }));
    add('a1', { isConnected: false });
    add('a2');
    expect([beginAll(), refused]).to.deep.equal([['a2'], ['a1']]);
  });

  it('refuses new requests of the address with the most waiting requests when it is full', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000, most: 3 }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name);
    expect([refused, beginAll()]).to.deep.equal([['a4'], ['a1', 'a2', 'a3']]);
  });

  it('lets a new request of another address replace the last one of that address', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000, most: 5 }));
    for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'c1', 'b2', 'c2']) add(name);
    // The queue holds two requests of a, two of b and one of c. It refuses another one of c.
    expect([refused, beginAll()]).to.deep.equal([
      ['a4', 'a3', 'c2'],
      ['b1', 'a1', 'a2', 'c1', 'b2'],
    ]);
  });

  it('leaves out an address that has its share, and takes others although it is full', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000, most: 2, mayBegin: (address) => address !== 'a' }));
    for (const name of ['a1', 'a2', 'a3', 'b1']) add(name);
    expect([refused, beginAll()]).to.deep.equal([['a3'], ['b1']]);
  });

  it('is also full once the first request has waited for half of the time', () => {
    const { add, beginAll, refused } = adder(createQueue({ milliseconds: 60_000 }));
    add('a1', { waited: 30_001 });
    add('a2');
    expect([refused, beginAll()]).to.deep.equal([['a2'], ['a1']]);
  });
});
