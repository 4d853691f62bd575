import { expect } from 'chai';
import { createAdmission } from '../../lib/http/admission';
import { DEFAULT_LIMITS } from '../../lib/http/options';

/** Work that ends when it is told to. */
const work = () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, run: () => ended };
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  );

describe('createAdmission: the queue of requests', () => {
  it('runs a bounded number at once, the others first come, first served', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 1 });
    const order: string[] = [];
    const first = work();
    const done = ['a', 'b', 'c'].map((name) =>
      admission.run(async () => {
        order.push(name);
        if (name === 'a') await first.run();
      }),
    );
    await nextTurn();
    expect(order).to.deep.equal(['a']);
    first.end();
    await Promise.all(done);
    expect(order).to.deep.equal(['a', 'b', 'c']);
  });

  it('refuses what has waited too long', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 1, queueMilliseconds: 1 });
    const first = work();
    const inside = admission.run(first.run);
    let worked = false;
    const code = await codeOf(
      admission.run(async () => {
        worked = true;
      }),
    );
    expect([code, worked]).to.deep.equal(['rest_overloaded', false]);
    first.end();
    await inside;
    // Its place is given away a turn later: who asks before that waits, be it for longer than a millisecond.
    await nextTurn();
    expect(await codeOf(admission.run(async () => undefined))).to.equal('done');
  });

  it('starts no work while clients connect', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 4 });
    const first = work();
    const began: string[] = [];
    const inside = admission.run(first.run);
    admission.arrived();
    const second = admission.run(async () => began.push('second'));
    for (let turn = 0; turn < 10; turn += 1) {
      await nextTurn();
      admission.arrived();
      expect([began, admission.load().inside]).to.deep.equal([[], 1]);
    }
    await nextTurn();
    await nextTurn();
    await nextTurn();
    expect(began).to.deep.equal(['second']);
    first.end();
    await Promise.all([inside, second]);
  });

  it('starts work however many clients connect', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 4 });
    let ended = false;
    const connecting = (async () => {
      while (!ended) {
        admission.arrived();
        await nextTurn();
      }
    })();
    for (let done = 0; done < 5; done += 1) await admission.run(async () => undefined);
    ended = true;
    await connecting;
  });

  it('starts more work while others wait, up to the maximum', async () => {
    const spin = async () => {
      for (const began = performance.now(); performance.now() - began < 30; );
    };
    let waiting = 0;
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 12, queueMilliseconds: 10_000 }, undefined, () => waiting);
    while (admission.load().most > 8) await Promise.all([admission.run(spin), admission.run(spin)]);
    const pieces = Array.from({ length: 14 }, work);
    const done = pieces.map(({ run }) => admission.run(run));
    const inside = async () => {
      admission.check();
      await nextTurn();
      return admission.load().inside;
    };
    expect(await inside()).to.equal(8);
    waiting = 2;
    expect(await inside()).to.equal(10);
    waiting = 14;
    expect(await inside()).to.equal(12);
    for (const { end } of pieces) end();
    await Promise.all(done);
  });

  it('frees its place when work fails', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 1 });
    const failure = admission.run(() => Promise.reject(Object.assign(new Error('no'), { code: 'own' })));
    expect(await codeOf(failure)).to.equal('own');
    expect(await codeOf(admission.run(async () => undefined))).to.equal('done');
  });
});
