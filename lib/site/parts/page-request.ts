import { type PostRecord, type Query, type Sent, type Services, siteUrl, type User, type View } from '../../content';
import { invalidParam } from '../../errors';
import type { InLocale, Part } from '../../html';
import type { Text } from '../../language';
import type { Reply } from '../../registry';
import type { ShownRecord } from './shown-record';

/** What the main plugin brings to the pages of all kinds. */
export interface Pages {
  /** The plural of the kind that the site is about: the start page lists its records, and its folder leads there. */
  readonly main: string;
  /** What the start page is called in the sections of every page, and where the way back to it is shown. */
  readonly home: { readonly title: Text; readonly back: Text };
  /** The plurals of the kinds whose folders every page links besides. */
  readonly sections: readonly string[];
  /** The members of answers that records are called by, those that come first before others. */
  readonly names: readonly string[];
  /** The filters of the main kind's list by records of other kinds, by their plurals. */
  readonly filters: Readonly<Record<string, string>>;
  /** The form that finds records of the main kind, for pages that have nothing else to show. */
  search(visit: PageRequest): Part;
  start(visit: PageRequest): Promise<Reply<string>>;
  /** The start page where the pages for people are elsewhere. */
  elsewhere(visit: PageRequest): Reply<string>;
  /** The page of a record of the main kind; throws for those who may not read it. */
  record(visit: PageRequest, record: PostRecord): Promise<Reply<string>>;
  /** The page that other sites show in a frame: what is chosen of the records of the main kind, or one of them. */
  embed(visit: PageRequest): Promise<Reply<string>>;
  /** What other sites may show in the place of a start page; throws for a choice that is none. */
  embeddable(visit: PageRequest): Promise<Embeddable>;
  /** The same for a record of the main kind; undefined for one that is not there for everybody. */
  embeddableRecord(visit: PageRequest, record: PostRecord): Embeddable | undefined;
  /** Finds the meaning of an address that a site of The Events Calendar had. `path` is decoded; `today` is the day of the site, YYYY-MM-DD. */
  old(path: string, query: Readonly<Record<string, unknown>>, today: string): OldAddress | undefined;
  /** What is known of a record of another kind, as its answer shows it. */
  facts(visit: PageRequest, shown: ShownRecord): readonly (readonly [Text, Part])[];
  /** The records of the main kind that pass a filter, below the page of what they belong to; `repeated` is the filter as addresses repeat it. */
  belonging(visit: PageRequest, filters: Sent, repeated: Query, address: string): Belonging;
}

/** An address that a site of The Events Calendar had, as this site says it. Paths lie below a language root. */
export type OldAddress =
  /** A view of the start page. */
  | { readonly view: Readonly<Record<string, string>> }
  /** The page of a record: its path here. */
  | { readonly path: string }
  /** The feed of what passes some filters. */
  | { readonly feed: Readonly<Record<string, string>> }
  /** The calendar of what passes some filters. */
  | { readonly calendar: Readonly<Record<string, string>> }
  /** The calendar of one record of the main kind, by its slug. */
  | { readonly event: string };

/** What other sites may show in a frame: the address of a page of ours, and how high it stands there, in pixels. */
export interface Embeddable {
  readonly title: string;
  readonly address: string;
  readonly height: number;
}

/** Where programs follow what changes: an address, and the content type of what is there. */
export interface Subscription {
  readonly type: string;
  readonly href: string;
}

/** What stands below the page of what records belong to. */
export interface Belonging {
  /** The address of the page with what was asked of this part. */
  readonly canonical: string;
  readonly subscriptions: readonly Subscription[];
  part(): Promise<Part>;
}

/** A request for a page of the site. */
export interface PageRequest extends InLocale {
  readonly pages: Pages;
  readonly services: Services;
  readonly query: Readonly<Record<string, unknown>>;
  readonly user: User | undefined;
  /** The address above the languages, without a slash at its end. */
  readonly root: string;
  /** The address of the language root, without a slash at its end. */
  readonly base: string;
}

/** What a visit is made of; `root` is the address above the languages. */
type Visited = Omit<PageRequest, 'locale' | 'base'>;

/** Makes a visit: how its language is written, and the address of its root, follow from the rest. */
export const pageRequestOf = (visited: Visited): PageRequest => {
  const { services, language, root } = visited;
  return { ...visited, locale: services.site.locales[language], base: `${root}/${language}` };
};

/** How the visitor sees records. */
export const viewOf = ({ user, base, language }: PageRequest, single: boolean): View => ({
  user,
  baseUrl: base,
  language,
  single,
  shortened: true,
});

/** Tells whether the pages of records are ours to serve: their addresses lead here. */
export const isServedHere = ({ services: { site }, root, base }: Pick<PageRequest, 'services' | 'root' | 'base'>): boolean =>
  new URL(siteUrl(base, site)).href === new URL(root).href;

/** Tells whether other sites may show anything of this one. */
export const isEmbeddable = ({ services: { site } }: Pick<PageRequest, 'services'>): boolean => site.embedders.length > 0;

/** The text of a parameter of the query; '' without one. */
export const queryText = ({ query }: PageRequest, name: string): string => (typeof query[name] === 'string' ? query[name] : '');

/** The page of a list that is asked for, the first unless said; throws `rest_invalid_param` for what is no number of a page. */
export const queryPage = ({ query }: PageRequest): number => {
  const { page = '' } = query;
  if (page === '') return 1;
  if (typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page)) return Number(page);
  throw invalidParam('page', { en: 'Send the number of a page, from 1 on.', fr: 'Envoyez le numéro d’une page, à partir de 1.' });
};
