import { expect } from 'chai';
import { createAdmission } from '../../lib/http/admission';
import { DEFAULT_LIMITS } from '../../lib/http/options';
import { createPace, createWorkCosts } from '../../lib/http/work-costs';

const times = (count: number, work: () => void): void => {
  for (let done = 0; done < count; done += 1) work();
};

describe('createWorkCosts: cost of requests by sort', () => {
  it('is 1 for unknown sorts and for requests without one', () => {
    const costs = createWorkCosts(16);
    costs.learn(undefined, 5000);
    expect([costs.of('feed'), costs.of(undefined)]).to.deep.equal([1, 1]);
  });

  it('is learnt per sort relative to the mean, up to the maximum', () => {
    const costs = createWorkCosts(16);
    times(200, () => {
      costs.learn('list', 10);
      costs.learn('list', 10);
      costs.learn('page', 40);
    });
    costs.learn('feed', 4000);
    expect([costs.of('list'), costs.of('page'), costs.of('feed')]).to.deep.equal([1, 1, 16]);
    times(300, () => costs.learn('list', 10));
    expect(costs.of('page')).to.equal(4);
  });

  it('does not depend on the load', () => {
    const costs = createWorkCosts(16);
    for (const load of [1, 10, 3])
      times(200, () => {
        times(9, () => costs.learn('list', 10 * load));
        costs.learn('document', 100 * load);
        expect(costs.of('list')).to.equal(1);
      });
    expect(costs.of('document')).to.be.within(4, 8);
  });

  it('ignores refusals, preflights and cached answers', () => {
    const costs = createWorkCosts(16);
    times(50, () => costs.learn('list', 20));
    times(1000, () => costs.learn(undefined, 0.1));
    expect(costs.of('list')).to.be.within(1, 4);
  });
});

describe('mean duration of work', () => {
  it('is the mean, where the first ones count equally', () => {
    const costs = createWorkCosts(16);
    for (const took of [1000, 10, 10, 20]) costs.learn('list', took);
    expect(costs.mean()).to.be.closeTo(260, 0.001);
  });

  it('leaves out the time spent waiting for other work', () => {
    const costs = createWorkCosts(16);
    // Twenty that come at once and take turns, each of which takes 30 ms.
    for (let round = 0; round < 20; round += 1)
      for (let place = 0; place < 20; place += 1) costs.learn('creation', 30 * (place + 1), 30 * (19 - place));
    expect(costs.mean()).to.be.within(5, 90);
  });

  it('is 0 where there was only waiting', () => {
    const costs = createWorkCosts(16);
    costs.learn('creation', 3000, 7000);
    expect(costs.mean()).to.equal(0);
  });
});

describe('cost of work without load', () => {
  it('is one place each, however long it waits', async () => {
    const admission = createAdmission({ ...DEFAULT_LIMITS, concurrent: 16, queueMilliseconds: 60_000 });
    for (let done = 0; done < 30; done += 1) await admission.run(async () => undefined, { sort: 'list' });
    await admission.run(() => new Promise((resolve) => setTimeout(resolve, 200)), { sort: 'remote' });
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // What is done leaves its place in the next turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 10));
    const all = Array.from({ length: 20 }, () => admission.run(() => ended, { sort: 'remote' }));
    expect(admission.load()).to.include({ inside: 16, waiting: 4 });
    end();
    await Promise.all(all);
  });
});

describe('createPace: pace of the queue', () => {
  it('is unknown until a request has waited', () => {
    const pace = createPace(1000);
    pace.done(1, false, 0);
    pace.done(1, false, 1000);
    expect(pace.each()).to.equal(undefined);
  });

  it('is the time between two starts per cost while others wait', () => {
    const pace = createPace(1000);
    for (let now = 0; now <= 1000; now += 10) pace.done(1, true, now);
    expect(pace.each()).to.be.closeTo(10, 0.001);
    for (let now = 1080; now <= 20_000; now += 80) pace.done(4, true, now);
    expect(pace.each()).to.be.closeTo(20, 1);
  });

  it('is not slowed by idle time', () => {
    const pace = createPace(1000);
    for (const [began, waits] of [
      [0, true],
      [10, false],
      [60_000, true],
      [60_010, true],
    ] as const)
      pace.done(1, waits, began);
    expect(pace.each()).to.be.closeTo(10, 0.001);
  });

  it('is forgotten when the queue is empty', () => {
    const pace = createPace(1000);
    for (const now of [0, 900, 1800]) pace.done(1, true, now);
    expect(pace.each()).to.be.closeTo(900, 0.001);
    pace.done(1, false, 1900);
    expect(pace.each()).to.equal(undefined);
  });

  it('is bounded after the process stood still', () => {
    const pace = createPace(1000);
    for (const now of [0, 10, 60_000]) pace.done(1, true, now);
    expect(pace.each()).to.be.below(1000);
  });
});
