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
    cache.keep('key', value, 10, cache.begin());
    expect(cache.find('key')).to.equal(value);
    freshness.now = 2;
    expect(cache.find('key')).to.equal(undefined);
  });

  it('does not store a value that a change has outdated', () => {
    const { cache, freshness } = opened();
    const begun = cache.begin();
    freshness.now = 2;
    cache.keep('key', {}, 10, begun);
    expect(cache.find('key')).to.equal(undefined);
  });

  it('finds a value whose dependencies have not changed', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    const begun = cache.begin();
    freshness.now = 2;
    cache.keep('kept', value, 10, begun, ['events 1']);
    cache.keep('lost', {}, 10, begun, ['events 1', 'changed']);
    freshness.now = 3;
    expect(cache.find('kept')).to.equal(value);
    expect(cache.find('lost')).to.equal(undefined);
  });

  it('peek answers an outdated value and its state', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    cache.keep('key', value, 10, cache.begin());
    freshness.now = 2;
    expect(cache.peek('key')).to.deep.equal({ value, state: 1 });
    freshness.now = undefined;
    expect(cache.peek('key')).to.equal(undefined);
  });

  it('is not used while changes may be missed', () => {
    const { cache, freshness } = opened();
    const value = { one: 1 };
    cache.keep('key', value, 10, cache.begin());
    freshness.now = undefined;
    expect(cache.begin()).to.equal(undefined);
    cache.keep('other', {}, 10, cache.begin());
    expect(cache.find('key')).to.equal(undefined);
    freshness.now = 1;
    expect(cache.find('key')).to.equal(value);
    expect(cache.find('other')).to.equal(undefined);
  });

  it('evicts the least recently used values, and rejects a value that would take most of its bytes', () => {
    const { cache } = opened(40_000);
    for (let number = 0; number < 20; number++) {
      cache.keep(`key${number}`, { number }, 1000, cache.begin());
      cache.find('key0');
    }
    expect(cache.use().bytes).to.be.within(6000, 10_000);
    expect(cache.find('key0')).to.deep.equal({ number: 0 });
    expect(cache.find('key1')).to.equal(undefined);
    expect(cache.find('key19')).to.deep.equal({ number: 19 });
    cache.keep('large', {}, 3000, cache.begin());
    expect(cache.find('large')).to.equal(undefined);
  });

  it('does not evict lasting values in favour of those that any change outdates', () => {
    const { cache } = opened(20_000);
    const value = { one: 1 };
    cache.keep('lasting', value, 1000, cache.begin(), ['events 1']);
    for (let number = 0; number < 40; number++) cache.keep(`key${number}`, { number }, 1000, cache.begin());
    expect(cache.find('lasting')).to.equal(value);
    expect(cache.use().bytes).to.be.below(20_000);
  });

  it('shares its bytes between lasting values and others', () => {
    const { cache, freshness } = opened(40_000);
    const isKept = (name: string, number: number) => cache.find(`${name}${number}`) !== undefined;
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const keepAll = (name: string, madeOf?: readonly string[]) => {
      for (const number of numbers) cache.keep(`${name}${number}`, { number }, 1000, cache.begin(), madeOf);
    };
    keepAll('lasting', ['events 1']);
    expect(cache.use().bytes).to.be.within(38_000, 40_000);
    cache.keepMaintained('held', {}, 8000);
    keepAll('spoiled');
    expect(cache.use().bytes).to.be.within(38_000, 40_000);
    expect(isKept('spoiled', 39)).to.equal(true);
    expect(cache.find('held')).to.deep.equal({});
    const left = numbers.filter((number) => isKept('lasting', number));
    expect(left).to.deep.equal(numbers.slice(-left.length)).and.to.have.length.within(14, 17);
    freshness.now = 2;
    keepAll('lasting', ['events 1']);
    expect(isKept('spoiled', 39)).to.equal(false);
    expect(numbers.filter((number) => isKept('lasting', number))).to.have.length.within(22, 25);
    expect(cache.use().bytes).to.be.within(38_000, 40_000);
  });

  it('stores nothing with 0 bytes', () => {
    const { cache } = opened(0);
    cache.keep('key', {}, 10, cache.begin());
    expect(cache.find('key')).to.equal(undefined);
    expect(cache.use()).to.deep.equal({ entries: 0, bytes: 0, found: 0, missed: 0 });
  });
});
