import { expect } from 'chai';
import { waitAtMost } from '../lib/deadline';

const trouble = () => new Error('too late');
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('A piece of work that is waited for at most so long', () => {
  const endless = new Promise<never>(() => undefined);
  const onTimeout = () => 'late';

  it('is what it comes to, where it is in time', async () => {
    expect(await waitAtMost(60_000, Promise.resolve(1), { onTimeout })).to.equal(1);
    expect(await waitAtMost(60_000, 2, { onTimeout })).to.equal(2);
    expect(await reasonOf(waitAtMost(60_000, Promise.reject(trouble()), { onTimeout }))).to.have.property('message', 'too late');
  });

  it('is what stands for it, where it comes too late', async () => {
    expect(await waitAtMost(1, endless, { onTimeout, keepsAlive: true })).to.equal('late');
    const refuse = () => {
      throw trouble();
    };
    expect(await reasonOf(waitAtMost(1, endless, { onTimeout: refuse, keepsAlive: true }))).to.have.property('message', 'too late');
  });

  it('leaves no rejection behind that nobody hears', async () => {
    let unheard = 0;
    const hear = () => {
      unheard += 1;
    };
    process.on('unhandledRejection', hear);
    const refuse = () => {
      throw trouble();
    };
    await waitAtMost(1, new Promise((resolve) => setTimeout(resolve, 0)), { onTimeout: refuse });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', hear);
    expect(unheard).to.equal(0);
  });
});
