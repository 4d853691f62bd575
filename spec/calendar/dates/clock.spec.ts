import { expect } from 'chai';
import { systemClock } from '../../../lib/calendar/dates/wall-time';

describe('systemClock', () => {
  it('answers the present time', () => {
    const before = Date.now();
    expect(systemClock.now().getTime()).to.be.within(before, Date.now());
  });
});
