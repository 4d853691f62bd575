import { isShownTwice } from '../icalendar/transitions';
import { zoneAbbreviation } from './zones';

/** The zone of a moment in few letters if its clocks show that time twice, since they are set back: `CEST`. Undefined for all other moments. */
export const repeatedHourZone = (zone: string, instant: Date): string | undefined =>
  isShownTwice(zone, instant) ? zoneAbbreviation(zone, instant) : undefined;
