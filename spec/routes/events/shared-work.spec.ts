import { expect } from 'chai';
import { createSharedWork } from '../../../routes/events/shared-work';

describe('createSharedWork', () => {
  it('runs a few pieces at a time, once for equal keys, and refuses where too many wait', async () => {
    const shared = createSharedWork<string>({ most: 1, waiting: 1, again: 7 });
    const begun: string[] = [];
    let finish = (): void => undefined;
    const first = shared.take('a', () => {
      begun.push('a');
      return new Promise((resolve) => {
        finish = () => resolve('first');
      });
    });
    const same = shared.take('a', async () => 'never');
    const second = shared.take('b', async () => {
      begun.push('b');
      return 'second';
    });
    expect(() => shared.take('c', async () => 'third'))
      .to.throw()
      .that.includes({ code: 'rest_overloaded', status: 503 });
    expect(begun).to.deep.equal(['a']);
    finish();
    expect(await Promise.all([first, same, second])).to.deep.equal(['first', 'first', 'second']);
    expect(await shared.take('a', async () => 'again')).to.equal('again');
  });

  it('runs once per request without a key', async () => {
    const shared = createSharedWork<number>({ most: 2, waiting: 0, again: 7 });
    let done = 0;
    const work = async () => ++done;
    expect(await Promise.all([shared.take(undefined, work), shared.take(undefined, work)])).to.deep.equal([1, 2]);
  });

  it('goes on after a failure', async () => {
    const shared = createSharedWork<string>({ most: 1, waiting: 1, again: 7 });
    const failed = shared.take('a', () => Promise.reject(new Error('broken')));
    const next = shared.take('b', async () => 'fine');
    expect(await failed.catch(({ message }) => message)).to.equal('broken');
    expect(await next).to.equal('fine');
  });
});
