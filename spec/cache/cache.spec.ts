import { expect } from 'chai';
import { createCache } from '../../lib/cache/cache';

describe('createCache', () => {
  const opened = (bytes = 100_000) => {
    const freshness: { now: number | undefined } = { now: 1 };
    return { freshness, cache: createCache(bytes, { state: () => freshness.now, changedSince: (_, keys) => keys.includes('changed') }) };
  };

  it('finds a value until something changes', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    cache.keep('key', { value, state: cache.state(), dependencies: ['changed'] }, 10);
    expect(cache.find('key')).to.equal(value);
    freshness.now = 2;
    expect(cache.find('key')).to.equal(undefined);
  });

  it('does not store a value that a change has outdated', () => {
    const { cache, freshness } = opened();
    const begun = cache.state();
    freshness.now = 2;
    cache.keep('key', { value: {}, state: begun, dependencies: ['changed'] }, 10);
    expect(cache.find('key')).to.equal(undefined);
  });

  it('finds a value whose dependencies have not changed', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    const begun = cache.state();
    freshness.now = 2;
    cache.keep('kept', { value, state: begun, dependencies: ['events 1'] }, 10);
    cache.keep('lost', { value: {}, state: begun, dependencies: ['events 1', 'changed'] }, 10);
    freshness.now = 3;
    expect(cache.find('kept')).to.equal(value);
    expect(cache.find('lost')).to.equal(undefined);
  });

  it('peek answers an outdated value and its state', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    cache.keep('key', { value, state: cache.state(), dependencies: ['changed'] }, 10);
    freshness.now = 2;
    expect(cache.peek('key')).to.deep.equal({ value, state: 1 });
    freshness.now = undefined;
    expect(cache.peek('key')).to.equal(undefined);
  });

  it('is not used while changes may be missed', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    cache.keep('key', { value, state: cache.state(), dependencies: ['changed'] }, 10);
    freshness.now = undefined;
    expect(cache.state()).to.equal(undefined);
    cache.keep('other', { value: {}, state: cache.state(), dependencies: [] }, 10);
    expect(cache.find('key')).to.equal(undefined);
    freshness.now = 1;
    expect(cache.find('key')).to.equal(value);
    expect(cache.find('other')).to.equal(undefined);
  });

  it('evicts the least recently used values, and rejects a value that would take most of its bytes', () => {
    const { cache } = opened(20_000);
    for (let number = 0; number < 20; number++) {
      cache.keep(`key${number}`, { value: { number }, state: cache.state(), dependencies: [] }, 1000);
      cache.find('key0');
    }
    expect(cache.usage().bytes).to.be.within(6000, 10_000);
    expect(cache.find('key0')).to.deep.equal({ number: 0 });
    expect(cache.find('key1')).to.equal(undefined);
    expect(cache.find('key19')).to.deep.equal({ number: 19 });
    cache.keep('large', { value: {}, state: cache.state(), dependencies: [] }, 3500);
    expect(cache.find('large')).to.equal(undefined);
  });

  it('shares its bytes between whole answers, parts of answers, and values that their owners update', async () => {
    const { cache } = opened(42_000);
    const isKept = (name: string, number: number) => cache.find(`${name}${number}`) !== undefined;
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    cache.keep('total', { value: {}, state: cache.state(), dependencies: [] }, 2000, 'maintained');
    for (const number of numbers) {
      cache.keep(`part${number}`, { value: { number }, state: cache.state(), dependencies: ['events 1'] }, 1000);
      const recorded = await cache.track(async () => ({ number }));
      cache.keep(`answer${number}`, recorded, 1000, 'answers');
    }
    expect(cache.usage().bytes).to.be.within(32_000, 42_000);
    expect(cache.find('total')).to.deep.equal({});
    const parts = numbers.filter((number) => isKept('part', number));
    expect(parts).to.deep.equal(numbers.slice(-parts.length)).and.to.have.length.within(14, 16);
    const answers = numbers.filter((number) => isKept('answer', number));
    expect(answers).to.deep.equal(numbers.slice(-answers.length)).and.to.have.length.within(9, 11);
  });

  it('stores nothing with 0 bytes', () => {
    const { cache } = opened(0);
    cache.keep('key', { value: {}, state: cache.state(), dependencies: [] }, 10);
    expect(cache.find('key')).to.equal(undefined);
    expect(cache.usage()).to.deep.equal({ entries: 0, bytes: 0, found: 0, missed: 0 });
  });
});
