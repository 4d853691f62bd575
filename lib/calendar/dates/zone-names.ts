import { ZONE_ABBREVIATIONS } from './zone-abbreviations';
import { ABBREVIATION_NAMES } from './zones';

/** Further zone names: newer and older names of zones without letter abbreviations, and offsets. `Intl` lists other names. */
const OTHERS =
  'America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza America/Nuuk America/Porto_Acre America/Rosario Asia/Ashkhabad Asia/Choibalsan Asia/Dacca Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Thimbu Asia/Ulan_Bator Asia/Yangon Australia/LHI Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West Chile/Continental Chile/EasterIsland Etc/GMT+1 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT-1 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Iran Kwajalein NZ-CHAT Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei Pacific/Yap Singapore Turkey';

/** The names of time zones that `canonicalZone` accepts, in their usual spelling, sorted. */
export const ZONE_NAMES: readonly string[] = [
  ...new Set([
    ...Intl.supportedValuesOf('timeZone'),
    // A file of tzdata that `Intl` does not know as a zone.
    ...ZONE_ABBREVIATIONS.flatMap(([, names]) => names.split(' ')).filter((name) => name !== 'posixrules'),
    ...ABBREVIATION_NAMES,
    ...OTHERS.split(' '),
  ]),
].sort();

// 15 hours are read too, but not with every minute.
const HOURS = '[+-](?:0?[0-9]|1[0-4])';

const areas = new Map<string, string[]>();
for (const name of ZONE_NAMES) {
  const area = name.split('/', 1)[0] ?? '';
  const places = areas.get(area) ?? [];
  places.push(name.slice(area.length));
  areas.set(area, places);
}
/** The zone names as patterns by area: `Europe(?:/Paris|/Rome)`. */
const names = Array.from(areas, ([area, places]) => `${area}(?:${places.join('|')})`.replaceAll('+', '\\+').replace('(?:)', ''));

/** The JSON Schema pattern of a time zone: a name, an offset (`UTC+2`, `UTC+5.5`, `UTC+5:30`, `+02:00`, `-0500`, `GMT+2`), or ''. */
export const ZONE_PATTERN = `^(?:|${names.join('|')}|[Uu][Tt][Cc]${HOURS}(?:\\.[0-9]{1,2}|:[0-5][0-9])?|(?:[Gg][Mm][Tt])?${HOURS}(?::?[0-5][0-9])?)$`;
