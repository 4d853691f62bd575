import ICAL from 'ical.js';

/** An event read by ical.js. Times are in ms, dates of all-day events are `YYYY-MM-DD`. */
export interface ReadEvent {
  readonly uid: string;
  readonly start: number | string;
  readonly end: number | string | undefined;
  /** The first value of a property. */
  text(name: string): string | undefined;
  all(name: string): readonly string[];
  parameter(name: string, parameter: string): string | undefined;
}

export interface ReadCalendar {
  readonly events: readonly ReadEvent[];
  readonly zones: readonly string[];
  text(name: string): string | undefined;
}

const timeOf = (value: unknown): number | string | undefined => {
  if (!(value instanceof ICAL.Time)) return undefined;
  return value.isDate ? value.toString() : value.toUnixTime() * 1000;
};

const readEvent = (component: ICAL.Component): ReadEvent => {
  const start = timeOf(component.getFirstPropertyValue('dtstart'));
  if (start === undefined) throw new Error('An event has no start.');
  const text = (name: string) => component.getFirstPropertyValue(name)?.toString();
  return {
    uid: text('uid') ?? '',
    start,
    end: timeOf(component.getFirstPropertyValue('dtend')),
    text,
    all: (name) => component.getAllProperties(name).flatMap((property) => property.getValues().map(String)),
    parameter: (name, parameter) => component.getFirstProperty(name)?.getFirstParameter(parameter),
  };
};

/** Parses an iCalendar text with ical.js, which uses its VTIMEZONEs. Throws an error for invalid text. */
export const readCalendar = (text: string): ReadCalendar => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    events: calendar.getAllSubcomponents('vevent').map(readEvent),
    zones: calendar.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))),
    text: (name) => calendar.getFirstPropertyValue(name)?.toString(),
  };
};
