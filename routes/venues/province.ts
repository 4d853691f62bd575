import { oneLine } from '../../lib/calendar';
import type { Sent } from '../../lib/content';
import type { Text } from '../../lib/language';

/** What the country is called whose states count for more than provinces. */
export const UNITED_STATES: Text = { en: 'United States', fr: 'États-Unis' };
/** A country that is not said is that one. */
const COUNTRIES_OF_STATES = new Set(['', 'US', ...Object.values(UNITED_STATES)]);

/** What of a venue its province is made of. */
interface Place {
  readonly country: string;
  readonly province: string;
  readonly state: string;
}

interface Filled {
  readonly stateprovince: string;
}

const provinceOf = ({ country, province, state }: Place): string => (state !== '' && COUNTRIES_OF_STATES.has(country) ? state : province);

/**
 * The state and province where it is not said itself: filled from what is said of state, province and country.
 * An update fills it as one of the two changes, with what is left where what it was filled from is emptied; else it stays.
 */
export function filledProvince(sent: Sent, { current }: { readonly current: (Place & Filled) | undefined }): Partial<Filled> {
  if (sent['stateprovince']) return {};
  const said = (name: keyof Place): string => (typeof sent[name] === 'string' ? oneLine(sent[name]) : '');
  const place = { country: said('country'), province: said('province'), state: said('state') };
  const filled = provinceOf(place);
  if (!current) return { stateprovince: filled };
  const changed = (['province', 'state'] as const).some((name) => sent[name] !== undefined && said(name) !== current[name]);
  if (!changed) return {};
  if (filled !== '') return { stateprovince: filled };
  if (current.stateprovince !== provinceOf(current)) return {};
  const left = (name: keyof Place): string => (sent[name] === undefined ? current[name] : place[name]);
  return { stateprovince: provinceOf({ country: left('country'), province: left('province'), state: left('state') }) };
}
