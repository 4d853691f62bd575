import { expect } from 'chai';
import { systemClock } from '../../lib/calendar/clock';

describe('the system clock', () => {
  it('shows the present moment', () => {
    const before = Date.now();
    expect(systemClock.now().getTime()).to.be.within(before, Date.now());
  });
});
