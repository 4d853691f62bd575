import type { Language } from '../../language';
import type { Query } from '../types';

/**
 * Writes a query as links carry it: encoded, absent members left out, lists with commas, or item by item where one has a
 * comma of its own; objects member by member.
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

/** Where a list was asked for, and the language that it is in. */
export interface LinkBase {
  readonly baseUrl: string;
  readonly language: Language;
  /** The parameters that shape the answer. Links to the next and the previous page repeat them. */
  readonly meta?: Query | undefined;
}

/** What links say of the language of a list: nothing where its address does already. */
export const languageParameter = (baseUrl: string, language: Language): Query => ({
  ml_language: baseUrl.endsWith(`/${language}`) ? undefined : language,
});
