import type { Language } from '../../language';
import type { Query } from '../types';

/**
 * Writes a query string. Undefined members and empty lists are left out. Lists have commas between their items, or one parameter for each
 * item if one contains a comma. Objects get one parameter for each member.
 */
export function toQuery(query: Query): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .flatMap(([name, value]) => (isPlain(value) ? [`${name}=${encoded(value).replaceAll('%2C', ',')}`] : members(name, value as object)));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const encoded = (value: unknown): string => encodeURIComponent(String(value)).replaceAll('%20', '+');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isPlain = (value: unknown): boolean =>
  !isObject(value) || (Array.isArray(value) && !value.some((item) => isObject(item) || String(item).includes(',')));

const members = (name: string, value: object): string[] =>
  Object.entries(value).flatMap(([key, member]) => {
    const own = `${name}%5B${Array.isArray(value) && !isObject(member) ? '' : encodeURIComponent(key)}%5D`;
    return isObject(member) ? members(own, member) : [`${own}=${encoded(member)}`];
  });

/** The base address and the language of a list, for its links. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly language: Language;
  /** Parameters that shape the answer, such as `_fields`. Links to the neighbours repeat them. */
  readonly meta?: Query | undefined;
}

/** The parameter that tells the language of a list. Empty if the address tells it. */
export const languageParameter = (baseUrl: string, language: Language): Query => ({
  ml_language: baseUrl.endsWith(`/${language}`) ? undefined : language,
});
