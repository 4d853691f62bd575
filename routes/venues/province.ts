import { oneLine } from '../../lib/calendar';
import type { Sent } from '../../lib/content';
import type { Text } from '../../lib/language';

/** The name, by language, of the country whose states take precedence over provinces. */
export const UNITED_STATES: Text = { en: 'United States', fr: 'États-Unis' };
/** Countries whose addresses have states. An empty country counts too. */
const COUNTRIES_OF_STATES = new Set(['', 'US', ...Object.values(UNITED_STATES)]);

/** The members of a venue from which `stateprovince` is derived. */
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
 * Derives `stateprovince` from state, province and country if the request lacks it. An update derives it only if state or province changes.
 * If the result is empty, a derived value is derived again from the remaining members, and any other value stays.
 */
export function filledProvince(sent: Sent, { current }: { readonly current: (Place & Filled) | undefined }): Partial<Filled> {
  if (sent['stateprovince']) return {};
  const sentText = (name: keyof Place): string => (typeof sent[name] === 'string' ? oneLine(sent[name]) : '');
  const place = { country: sentText('country'), province: sentText('province'), state: sentText('state') };
  const filled = provinceOf(place);
  if (!current) return { stateprovince: filled };
  const changed = (['province', 'state'] as const).some((name) => sent[name] !== undefined && sentText(name) !== current[name]);
  if (!changed) return {};
  if (filled !== '') return { stateprovince: filled };
  if (current.stateprovince !== provinceOf(current)) return {};
  const left = (name: keyof Place): string => (sent[name] === undefined ? current[name] : place[name]);
  return { stateprovince: provinceOf({ country: left('country'), province: left('province'), state: left('state') }) };
}
