import { type CalendarEvent, zonedMoments } from './vevent';
import { vtimezone, zoneId } from './vtimezone';

/** The zones that the events of a calendar use, and the period of each. */
interface ZoneUse {
  note(event: CalendarEvent): void;
  /** Yields the lines of each VTIMEZONE one by one, since the first scan of a zone takes some ms. */
  timezones(): IterableIterator<string[]>;
}

export const createZoneUse = (): ZoneUse => {
  const used = new Map<string, { readonly zone: string; readonly from: number; readonly to: number }>();
  return {
    note(event) {
      const moments = zonedMoments(event);
      const id = zoneId(event.timezone);
      if (id === undefined || moments.length === 0) return;
      const { from, to } = used.get(id) ?? { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
      used.set(id, { zone: event.timezone, from: Math.min(from, ...moments), to: Math.max(to, ...moments) });
    },
    *timezones() {
      for (const { zone, from, to } of used.values()) yield vtimezone(zone, new Date(from), new Date(to));
    },
  };
};
