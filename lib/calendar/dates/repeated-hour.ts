import { isShownTwice } from '../icalendar/transitions';
import { zoneAbbreviation } from './zones';

/** The zone abbreviation (`CEST`) of a moment whose wall time occurs twice because the clocks go back. Otherwise undefined. */
export const repeatedHourZone = (zone: string, instant: Date): string | undefined =>
  isShownTwice(zone, instant) ? zoneAbbreviation(zone, instant) : undefined;
