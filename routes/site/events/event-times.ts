import { isFixedZone, repeatedHourZone, toInstant, toWall, wallToMs, zoneAbbreviation, zoneOffset } from '../../../lib/calendar';
import { html, localTimeLine, localZoneName, type Part } from '../../../lib/html';
import { type PageRequest, type ShownRecord, type Times, textIn, whenText } from '../../../lib/site';
import { WORDS } from '../words';
import { attendanceIn } from './facts';

const momentsOf = ({ utcStart, utcEnd }: Pick<Times, 'utcStart' | 'utcEnd'>) =>
  [toInstant(utcStart, 'UTC'), toInstant(utcEnd, 'UTC')] as const;

const isOffsetChanged = (zone: string, [start, end]: readonly [Date, Date]): boolean => zoneOffset(zone, start) !== zoneOffset(zone, end);

/** Returns the abbreviations of the zone at local times that occur twice. If the offsets differ, both times get one. */
const repeatedZones = (zone: string, moments: readonly [Date, Date]): Pick<Times, 'startZone' | 'endZone'> => {
  const [start, end] = moments;
  const [startZone, endZone] = [repeatedHourZone(zone, start), repeatedHourZone(zone, end)];
  const isRepeated = startZone !== undefined || endZone !== undefined;
  if (isRepeated && isOffsetChanged(zone, moments)) return bothZones(zone, moments);
  return { ...(startZone && { startZone }), ...(endZone && { endZone }) };
};

const bothZones = (zone: string, [start, end]: readonly [Date, Date]) => ({
  startZone: zoneAbbreviation(zone, start),
  endZone: zoneAbbreviation(zone, end),
});

/** Reads the times of an event from its API response. Undefined if a plugin has replaced a date by another value. */
export const shownTimes = (event: ShownRecord): Times | undefined => {
  const [start, end, utcStart, utcEnd] = [
    textIn(event, 'start_date'),
    textIn(event, 'end_date'),
    textIn(event, 'utc_start_date'),
    textIn(event, 'utc_end_date'),
  ];
  if ([start, end, utcStart, utcEnd].some((wall) => Number.isNaN(wallToMs(wall)))) return undefined;
  // For protected events `all_day` is null; hours from 00:00:00 to 23:59:59 then mean whole days.
  const allDay = event['all_day'] === true || (event['all_day'] === null && start.endsWith(' 00:00:00') && end.endsWith(' 23:59:59'));
  const zone = textIn(event, 'timezone');
  const zones = allDay ? {} : repeatedZones(zone, momentsOf({ utcStart, utcEnd }));
  return { start, end, utcStart, utcEnd, allDay, ...zones };
};

/** Returns the abbreviation of an event's zone in the reader's locale, else from the API response. '' if it has no letters. */
const zoneLetters = (event: ShownRecord, times: Times, request: PageRequest): string => {
  const [zone, letters] = [textIn(event, 'timezone'), textIn(event, 'timezone_abbr')];
  // A fixed offset, such as UTC+2, has no other name.
  const name = isFixedZone(zone) ? undefined : localZoneName(zone, toInstant(times.utcStart, 'UTC'), request);
  return name ?? (letters === zone ? '' : letters);
};

/** Returns the times of an event in a list, with the zone if its clocks differ from the site's. Undefined like `shownTimes`. */
export const listedTimes = (event: ShownRecord, request: PageRequest): { readonly times: Times; readonly zone?: string } | undefined => {
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const here = (utc: string) => toWall(toInstant(utc, 'UTC'), request.services.site.timezone);
  const isHere = here(times.utcStart) === times.start && here(times.utcEnd) === times.end;
  const areNamed = times.startZone !== undefined || times.endZone !== undefined;
  if (isHere || times.allDay || areNamed) return { times };
  const [zone, moments] = [textIn(event, 'timezone'), momentsOf(times)];
  if (isOffsetChanged(zone, moments)) return { times: { ...times, ...bothZones(zone, moments) } };
  return { times, zone: zoneLetters(event, times, request) || zone };
};

/** Renders the time of an event in its own zone. A script adds the reader's zone, and online events show UTC too. */
export const whenFact = (event: ShownRecord, request: PageRequest): Part => {
  const { language } = request;
  const times = shownTimes(event);
  if (times === undefined) return undefined;
  const own = html`<p>${whenText(times, request)}</p>`;
  if (times.allDay) return own;
  const [zone, letters] = [textIn(event, 'timezone'), zoneLetters(event, times, request)];
  const isOnline = attendanceIn(event) !== 'offline';
  const { utcStart, utcEnd } = times;
  const isUtc = times.start === utcStart && times.end === utcEnd;
  const utc = { start: utcStart, end: utcEnd, utcStart, utcEnd, allDay: false };
  const moments = momentsOf(times);
  const offsets = moments.map((moment) => Math.round(zoneOffset(zone, moment)));
  // The abbreviation of the start would be wrong for an end with another offset.
  const isZoneAlone = letters === zone || letters === '' || isOffsetChanged(zone, moments);
  return html`${own}
<p class="quiet">${WORDS.zone[language]} ${isZoneAlone ? zone : `${zone} (${letters})`}</p>
${isOnline && !isUtc && html`<p class="quiet">${WORDS.utc[language]} ${whenText(utc, request, { begins: false })}</p>\n`}${localTimeLine(times, offsets, request)}`;
};
