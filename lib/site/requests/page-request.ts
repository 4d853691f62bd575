import {
  type About,
  type CalendarRegistry,
  type PostLikeDeclaration,
  type PostRecord,
  postUrl,
  type Query,
  type Sent,
  type Services,
  siteUrl,
  type TermDeclaration,
  type User,
  type View,
} from '../../content';
import type { Stored } from '../../database';
import { invalidParam } from '../../errors';
import type { InLocale, Part } from '../../html';
import type { Text } from '../../language';
import type { Reply } from '../../registry';
import type { ShownRecord } from '../values/shown-record';

export type ContentDeclaration =
  | { readonly posts: PostLikeDeclaration; readonly terms?: undefined }
  | { readonly terms: TermDeclaration; readonly posts?: undefined };

/** The main plugin, which declares the main content type of the service. Other plugins add to it. */
export interface MainPlugin {
  /** The API namespace of the routes of all types. */
  readonly namespace: string;
  readonly about: About;
  /** Returns the main plugin's part of the pages for people. */
  pages(): Pages;
  types(services: Services): readonly ContentDeclaration[];
  /** Declares the routes of the main plugin, after all types are compiled. */
  declareRoutes(registry: CalendarRegistry, services: Services): void;
}

/** Functions and texts by which the main plugin adds to the pages for people. */
export interface Pages {
  /** The plural of the main type. The start page lists its records, so the path of its list redirects there. */
  readonly main: string;
  /** The title of the start page in the sections, and the text of links back to it. */
  readonly home: { readonly title: Text; readonly back: Text };
  /** The names of the query parameters that its pages read, besides `page` and `p`. */
  readonly params: readonly string[];
  /** The plurals of other types whose lists the navigation of every page links. */
  readonly sections: readonly string[];
  /** The members of API responses that contain a record's title, in order of preference. */
  readonly names: readonly string[];
  /** The names of the main list's filters by a linked record, by the plural of the linked type. */
  readonly filters: Readonly<Record<string, string>>;
  /** Renders the search form for records of the main type, for pages without other content. */
  search(request: PageRequest): Part;
  start(request: PageRequest): Promise<Reply<string>>;
  /** Renders the start page if another site serves the pages for people. */
  elsewhere(request: PageRequest): Reply<string>;
  /** Renders the page of a record of the main type. Throws if the visitor may not read it. */
  record(request: PageRequest, record: PostRecord): Promise<Reply<string>>;
  /** Renders the page that other sites show in a frame: a selection of records, or one record. */
  embed(request: PageRequest): Promise<Reply<string>>;
  /** Describes how to embed a start page. Throws for an invalid selection. */
  embeddable(request: PageRequest): Promise<Embeddable>;
  /** Describes how to embed a record of the main type. Undefined if the record is not public. */
  embeddableRecord(request: PageRequest, record: PostRecord): Embeddable | undefined;
  /** Finds the current address for one of The Events Calendar. `path` is decoded; `today` is the site's day, YYYY-MM-DD. */
  legacyView(path: string, query: Readonly<Record<string, unknown>>, today: string): LegacyView | undefined;
  /** Returns the facts of a record of another type, from its API response. */
  facts(request: PageRequest, shown: ShownRecord): Facts;
  /** Makes the list of main records below the page of a linked record. `repeated` is the filter as in addresses. */
  linkedList(request: PageRequest, filters: Sent, repeated: Query, address: string): LinkedList;
}

/** Facts of a record, each with its name. */
export type Facts = readonly (readonly [Text, Part])[];

/** The address on this site for an address of The Events Calendar. Paths start below a language root. */
export type LegacyView =
  /** A view of the start page, as query. */
  | { readonly view: Readonly<Record<string, string>> }
  /** The page of a record: its path on this site. */
  | { readonly path: string }
  /** The Atom feed of the records that match the filters. */
  | { readonly feed: Readonly<Record<string, string>> }
  /** The iCalendar file of the records that match the filters. */
  | { readonly calendar: Readonly<Record<string, string>> }
  /** The iCalendar file of one record of the main type, by its slug. */
  | { readonly event: string };

/** The frame by which other sites embed a page: title, address, and height in pixels. */
export interface Embeddable {
  readonly title: string;
  readonly address: string;
  readonly height: number;
}

export interface Subscription {
  readonly type: string;
  readonly href: string;
}

/** The list of main records below the page of a linked record. */
interface LinkedList {
  /** The canonical address of the page, with the parameters of the list. */
  readonly canonical: string;
  readonly subscriptions: readonly Subscription[];
  part(): Promise<Part>;
}

export interface PageRequest extends InLocale {
  readonly pages: Pages;
  readonly services: Services;
  readonly query: Readonly<Record<string, unknown>>;
  readonly user: User | undefined;
  /** The address of the service, without a language and a trailing slash. */
  readonly root: string;
  /** The address of the language root, without a trailing slash. */
  readonly base: string;
}

/** Makes a page request; computes its locale and language root. */
export const pageRequestOf = (options: Omit<PageRequest, 'locale' | 'base'>): PageRequest => ({
  ...options,
  locale: options.services.site.locales[options.language],
  base: `${options.root}/${options.language}`,
});

/** Makes the view in which a page reads records, by default as in lists. `single` reads a record as on its own page. */
export const viewOf = ({ user, base, language }: PageRequest, { single = false }: { readonly single?: boolean } = {}): View => ({
  user,
  baseUrl: base,
  language,
  single,
  shortened: true,
});

export const pageUrl = (
  { services, base }: PageRequest,
  { segment }: { readonly segment: string },
  { _id: id, language, slug, status }: Pick<Stored, '_id' | 'language' | 'slug'> & { readonly status?: string },
): string => postUrl({ id, language, slug, status }, segment, siteUrl(base, services.site));

/** True if this service, and not another site, serves the pages of records. */
export const isServedHere = ({ services: { site }, root }: Pick<PageRequest, 'services' | 'root'>): boolean =>
  site.url === undefined || new URL(site.url).href === new URL(root).href;

export const isEmbeddable = ({ services: { site } }: Pick<PageRequest, 'services'>): boolean => site.embedders.length > 0;

/** Returns the text of a query parameter; '' if missing. */
export const queryText = ({ query }: PageRequest, name: string): string => (typeof query[name] === 'string' ? query[name] : '');

/** Parses a query parameter with `read`. Undefined if missing or empty. Throws `rest_invalid_param` with `advice` if `read` fails. */
export const readParam = <T>({ query }: PageRequest, name: string, read: (text: string) => T | undefined, advice: Text): T | undefined => {
  const { [name]: text = '' } = query;
  if (text === '') return undefined;
  const found = typeof text === 'string' ? read(text) : undefined;
  if (found === undefined) throw invalidParam(name, advice);
  return found;
};

/** Returns the page number from the query, by default 1. Throws `rest_invalid_param` if invalid. */
export const queryPage = (request: PageRequest): number =>
  readParam(request, 'page', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined), {
    en: 'Send a page number, 1 or more.',
    fr: 'Envoyez un numéro de page, 1 ou plus.',
  }) ?? 1;
