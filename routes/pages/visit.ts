import { siteUrl } from '../../lib/kinds/addresses';
import type { View } from '../../lib/kinds/post-like/context';
import type { Services, User } from '../../lib/kinds/services';
import type { Language } from '../../lib/language';

/** A request for a page of the site. */
export interface Visit {
  readonly services: Services;
  readonly query: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly user: User | undefined;
  /** The address above the languages, without a slash at its end. */
  readonly root: string;
  /** The address of the language root, without a slash at its end. */
  readonly base: string;
}

/** How the visitor sees records. */
export const viewOf = ({ user, base, language }: Visit, single: boolean): View => ({ user, baseUrl: base, language, single });

/** Tells whether the pages of records are ours to serve: their addresses lead here (DESIGN 3). */
export const isServedHere = ({ services: { site }, root, base }: Pick<Visit, 'services' | 'root' | 'base'>): boolean =>
  new URL(siteUrl(base, site)).href === new URL(root).href;

/** The text of a parameter of the query; '' without one. */
export const askedText = ({ query }: Visit, name: string): string => (typeof query[name] === 'string' ? query[name] : '');

/** The page of a list that is asked for: a number from 1 on, else 1. */
export const askedPage = (visit: Visit): number => (/^[1-9]\d{0,8}$/.test(askedText(visit, 'page')) ? Number(askedText(visit, 'page')) : 1);
