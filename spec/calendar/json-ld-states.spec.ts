import { expect } from 'chai';
import { eventJsonLd } from '../../lib/calendar/json-ld';

const EVENT = {
  title: 'Fair',
  url: 'https://e.org/en/event/fair/',
  start_date: '2030-07-02 00:00:00',
  end_date: '2030-07-04 23:59:59',
  utc_start_date: '2030-07-01 22:00:00',
  utc_end_date: '2030-07-04 21:59:59',
};

const modeOf = (attendance: string | undefined, event_status?: string): string =>
  eventJsonLd({ ...EVENT, attendance, event_status }).eventAttendanceMode.replace(/^.*\/|EventAttendanceMode$/g, '');

describe('eventJsonLd', () => {
  it('writes the days of an event that takes whole days as dates', () => {
    expect(eventJsonLd({ ...EVENT, all_day: true })).to.include({ startDate: '2030-07-02', endDate: '2030-07-04' });
    expect(eventJsonLd({ ...EVENT, all_day: null })).to.include({ startDate: '2030-07-02T00:00:00+02:00' });
  });

  it('gives online attendance to an event that moved online', () => {
    expect([modeOf(undefined), modeOf('online'), modeOf('mixed')]).to.deep.equal(['Offline', 'Online', 'Mixed']);
    expect([undefined, 'offline', 'online', 'mixed'].map((one) => modeOf(one, 'moved_online'))).to.deep.equal([
      'Online',
      'Online',
      'Online',
      'Mixed',
    ]);
    expect(modeOf('offline', 'cancelled')).to.equal('Offline');
  });
});
