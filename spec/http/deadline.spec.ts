import { createHook } from 'node:async_hooks';
import { expect } from 'chai';
import { createDeadline } from '../../lib/http/deadline';
import { until } from './library';

const trouble = () => new Error('too late');
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('A deadline', () => {
  it('hands on what work in time comes to', async () => {
    const deadline = createDeadline(60_000, trouble);
    expect(await deadline.within(Promise.resolve(1))).to.equal(1);
    expect(await deadline.within(2)).to.equal(2);
    expect(await reasonOf(deadline.within(Promise.reject(undefined)))).to.equal(undefined);
    deadline.end();
  });

  it('is one for all pieces of the work', async () => {
    const deadline = createDeadline(1, trouble);
    const endless = new Promise(() => undefined);
    expect(await reasonOf(deadline.within(endless)))
      .to.be.an('error')
      .with.property('message', 'too late');
    expect(await reasonOf(deadline.within(endless)))
      .to.be.an('error')
      .with.property('message', 'too late');
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
    const deadline = createDeadline(60_000, trouble);
    isBeginning = false;
    await deadline.within(Promise.resolve());
    expect(timers.size).to.equal(1);
    deadline.end();
    await until(() => timers.size === 0);
    hook.disable();
    expect(timers.size).to.equal(0);
  });
});
