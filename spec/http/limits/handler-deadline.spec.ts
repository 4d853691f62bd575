import { createHook } from 'node:async_hooks';
import { expect } from 'chai';
import { withHandlerDeadline } from '../../../lib/http/limits/deadlines';
import { until } from '../library';

const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('withHandlerDeadline', () => {
  it('hands on what work in time comes to', async () => {
    const results = await withHandlerDeadline({ handlerMilliseconds: 60_000 }, 'GET /books', async (within) => [
      await within(Promise.resolve(1)),
      await within(2),
      await reasonOf(within(Promise.reject(undefined))),
    ]);
    expect(results).to.deep.equal([1, 2, undefined]);
  });

  it('is one for all pieces of the work', async () => {
    const endless = new Promise(() => undefined);
    const late = await withHandlerDeadline({ handlerMilliseconds: 1 }, 'GET /books', async (within) => [
      await reasonOf(within(endless)),
      await reasonOf(within(endless)),
    ]);
    for (const error of late)
      expect(error).to.be.an('error').with.property('message', 'GET /books did not answer within 0.001 s (TIMEOUT_SECONDS)');
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
    await withHandlerDeadline({ handlerMilliseconds: 60_000 }, 'GET /books', async (within) => {
      isBeginning = false;
      await within(Promise.resolve());
      expect(timers.size).to.equal(1);
    });
    await until(() => timers.size === 0);
    hook.disable();
    expect(timers.size).to.equal(0);
  });
});
