import { createHook } from 'node:async_hooks';
import { expect } from 'chai';
import { waitAtMost, withDeadline } from '../lib/deadline';
import { until } from './http/library';

const trouble = () => new Error('too late');
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('A deadline', () => {
  it('hands on what work in time comes to', async () => {
    const results = await withDeadline(60_000, trouble, async (within) => [
      await within(Promise.resolve(1)),
      await within(2),
      await reasonOf(within(Promise.reject(undefined))),
    ]);
    expect(results).to.deep.equal([1, 2, undefined]);
  });

  it('is one for all pieces of the work', async () => {
    const endless = new Promise(() => undefined);
    const late = await withDeadline(1, trouble, async (within) => [await reasonOf(within(endless)), await reasonOf(within(endless))]);
    for (const error of late) expect(error).to.be.an('error').with.property('message', 'too late');
    expect(late).to.have.length(2);
  });

  it('leaves no timer behind', async () => {
    const timers = new Set<number>();
    let isBeginning = true;
    const hook = createHook({
      init: (id, type) => {
        if (isBeginning && type === 'Timeout') timers.add(id);
      },
      destroy: (id) => void timers.delete(id),
    }).enable();
    await withDeadline(60_000, trouble, async (within) => {
      isBeginning = false;
      await within(Promise.resolve());
      expect(timers.size).to.equal(1);
    });
    await until(() => timers.size === 0);
    hook.disable();
    expect(timers.size).to.equal(0);
  });
});

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
