import { expect } from 'chai';
import { memoizeText } from '../../../lib/calendar/text/memoize-text';

describe('memoizeText', () => {
  it('computes a text once, again after eviction, and every time for a very long one', () => {
    const computed: string[] = [];
    const shout = memoizeText((text) => {
      computed.push(text);
      return text.toUpperCase();
    });
    const long = 'x'.repeat(10_000);
    const times = (text: string): number => computed.filter((one) => one === text).length;
    for (const text of ['a', 'a', long, long]) expect(shout(text)).to.equal(text.toUpperCase());
    expect([times('a'), times(long)]).to.deep.equal([1, 2]);
    for (let other = 0; other < 600; other += 1) shout(`other ${other}`);
    expect(shout('a')).to.equal('A');
    expect(times('a')).to.equal(2);
  });
});
