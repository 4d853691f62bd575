import { expect } from 'chai';
import { readRequestedMoment } from '../../../lib/calendar/dates/dates';
import { requestedDates, type WindowParams } from '../../../lib/calendar/dates/window';
import { datesCondition, nowWindow } from '../../../routes/events/filters/date-filters';

const CONTEXT = { siteZone: 'UTC', now: new Date('2030-01-15T12:00:00Z') };
const date = (text: string) => readRequestedMoment(text, CONTEXT) ?? { text };

const at = (text: string): Date => new Date(`2030-06-${text}:00Z`);

/** True if the conditions match an event that lasts from `startsAt` to `endsAt`. */
const matches = (conditions: readonly object[], startsAt: Date, endsAt: Date): boolean => {
  const holds = (value: Date, bounds: Readonly<Record<string, Date>>) =>
    Object.entries(bounds).every(([operator, bound]) => {
      if (operator === '$gt') return value > bound;
      if (operator === '$gte') return value >= bound;
      return operator === '$lt' ? value < bound : value <= bound;
    });
  return conditions.every((condition) =>
    Object.entries(condition).every(([name, operand]): boolean => {
      if (name === '$or') return (operand as object[]).some((one) => matches([one], startsAt, endsAt));
      if (name === '_id') return false;
      return holds(name === 'startsAt' ? startsAt : endsAt, operand as Record<string, Date>);
    }),
  );
};

const findsIn = (params: WindowParams, startsAt: Date, endsAt: Date): boolean =>
  matches(datesCondition(requestedDates({ ...params, overlaps: true }, CONTEXT).window), startsAt, endsAt);

describe('overlaps: the window of running events', () => {
  const strict = { strict_dates: true, start_date: date('2030-06-02T10:00:00Z'), end_date: date('2030-06-02T12:00:00Z') };
  const day = { start_date: date('2030-06-02'), end_date: date('2030-06-02') };

  for (const [title, params, start, end, isFound] of [
    ['leaves out an event that ends when the window begins', strict, '02T08:00', '02T10:00', false],
    ['leaves out an event that starts when the window ends', strict, '02T12:00', '02T13:00', false],
    ['finds an event that starts when the window begins', strict, '02T10:00', '02T11:00', true],
    ['finds an event without length that is when the window begins', strict, '02T10:00', '02T10:00', true],
    ['leaves out an event without length that is when the window ends', strict, '02T12:00', '02T12:00', false],
    ['finds an event that holds the window', strict, '01T00:00', '03T00:00', true],
    ['leaves out an event that ends when the day begins', day, '01T22:00', '02T00:00', false],
    ['leaves out an event that starts when the day is over', day, '03T00:00', '03T02:00', false],
    ['finds an event of the last minute of the day', day, '02T23:59', '03T02:00', true],
  ] as const)
    it(title, () => expect(findsIn(params, at(start), at(end))).to.equal(isFound));

  it('finds nothing in a window that ends before it begins', () => {
    const turned = { start_date: date('2030-06-05'), end_date: date('2030-06-01') };
    expect(findsIn(turned, at('01T00:00'), at('09T00:00'))).to.equal(false);
    const turnedStrict = { strict_dates: true, start_date: strict.end_date, end_date: strict.start_date };
    expect(findsIn(turnedStrict, at('01T00:00'), at('09T00:00'))).to.equal(false);
  });

  it('takes a window without length for a moment', () => {
    const moment = { strict_dates: true, start_date: strict.start_date, end_date: strict.start_date };
    expect(findsIn(moment, at('02T10:00'), at('02T11:00'))).to.equal(true);
    expect(findsIn(moment, at('02T09:00'), at('02T10:00'))).to.equal(false);
  });

  it('keeps the bound of starts_before', () => {
    const both = { ...strict, starts_before: date('2030-06-02T11:00:00Z') };
    expect(findsIn(both, at('02T11:30'), at('02T13:00'))).to.equal(false);
    expect(findsIn(both, at('02T10:30'), at('02T13:00'))).to.equal(true);
  });
});

describe('now: the window of this moment', () => {
  it('leaves out an event that ends now, and includes one that starts now', () => {
    const conditions = datesCondition(nowWindow(at('02T10:00')));
    expect(matches(conditions, at('02T09:00'), at('02T10:00'))).to.equal(false);
    expect(matches(conditions, at('02T10:00'), at('02T10:00'))).to.equal(true);
  });
});
