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

/** The declaration of a post-like or a term-like type. */
export type ContentDeclaration =
  | { readonly posts: PostLikeDeclaration; readonly terms?: undefined }
  | { readonly terms: TermDeclaration; readonly posts?: undefined };

/** The main plugin: the subject of the service, to which other plugins add. */
export interface MainPlugin {
  /** The namespace of the routes of all types. */
  readonly namespace: string;
  readonly about: About;
  /** Its part of the pages for people. */
  pages(): Pages;
  kinds(services: Services): readonly ContentDeclaration[];
  /** Declares its routes, after all types are compiled. */
  declareRoutes(registry: CalendarRegistry, services: Services): void;
}

/** The main plugin's part of the pages. */
export interface Pages {
  /** The plural of the main type. The start page lists its records, and its folder redirects there. */
  readonly main: string;
  /** The title of the start page in the sections, and the text of links back to it. */
  readonly home: { readonly title: Text; readonly back: Text };
  /** The plurals of other types whose folders every page links. */
  readonly sections: readonly string[];
  /** The members of answers that name a record, in order of preference. */
  readonly names: readonly string[];
  /** The filters of the main type's list by linked type: plural to filter name. */
  readonly filters: Readonly<Record<string, string>>;
  /** The search form for records of the main type, for pages without other content. */
  search(request: PageRequest): Part;
  start(request: PageRequest): Promise<Reply<string>>;
  /** The start page if the pages for people are served elsewhere. */
  elsewhere(request: PageRequest): Reply<string>;
  /** The page of a record of the main type. Throws if the visitor may not read it. */
  record(request: PageRequest, record: PostRecord): Promise<Reply<string>>;
  /** The page that other sites show in a frame: a selection of records, or one record. */
  embed(request: PageRequest): Promise<Reply<string>>;
  /** The embeddable form of a start page. Throws for an invalid selection. */
  embeddable(request: PageRequest): Promise<Embeddable>;
  /** The embeddable form of a record of the main type. Undefined if it is not public. */
  embeddableRecord(request: PageRequest, record: PostRecord): Embeddable | undefined;
  /** Finds the meaning of an address of The Events Calendar. `path` is decoded; `today` is the day of the site, YYYY-MM-DD. */
  old(path: string, query: Readonly<Record<string, unknown>>, today: string): OldAddress | undefined;
  /** The facts of a record of another type, from its answer. */
  facts(request: PageRequest, shown: ShownRecord): Facts;
  /** The records of the main type that match a filter, below the page of the linked record. `repeated` is the filter as in addresses. */
  linkedList(request: PageRequest, filters: Sent, repeated: Query, address: string): LinkedList;
}

/** Facts of a record, each with its name. */
export type Facts = readonly (readonly [Text, Part])[];

/** An address of a site of The Events Calendar, as this site names it. Paths lie below a language root. */
export type OldAddress =
  /** A view of the start page. */
  | { readonly view: Readonly<Record<string, string>> }
  /** The page of a record: its path here. */
  | { readonly path: string }
  /** The feed of the records that match some filters. */
  | { readonly feed: Readonly<Record<string, string>> }
  /** The calendar of the records that match some filters. */
  | { readonly calendar: Readonly<Record<string, string>> }
  /** The calendar of one record of the main type, by its slug. */
  | { readonly event: string };

/** An embeddable page. The height is that of its frame, in pixels. */
export interface Embeddable {
  readonly title: string;
  readonly address: string;
  readonly height: number;
}

export interface Subscription {
  readonly type: string;
  readonly href: string;
}

/** The list of the main type below another record's page. */
interface LinkedList {
  /** The address of the page, with the parameters of this list. */
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
  /** The address above the languages, without a trailing slash. */
  readonly root: string;
  /** The address of the language root, without a trailing slash. */
  readonly base: string;
}

/** Makes a page request. Its locale and language root follow from the rest. */
export const pageRequestOf = (options: Omit<PageRequest, 'locale' | 'base'>): PageRequest => ({
  ...options,
  locale: options.services.site.locales[options.language],
  base: `${options.root}/${options.language}`,
});

/** The visitor's view of records, as in lists. `single` shows a record as on its own page. */
export const viewOf = ({ user, base, language }: PageRequest, { single = false }: { readonly single?: boolean } = {}): View => ({
  user,
  baseUrl: base,
  language,
  single,
  shortened: true,
});

/** The address of a stored record's page. */
export const pageUrl = (
  { services, base }: PageRequest,
  { segment }: { readonly segment: string },
  { _id: id, language, slug, status }: Pick<Stored, '_id' | 'language' | 'slug'> & { readonly status?: string },
): string => postUrl({ id, language, slug, status }, segment, siteUrl(base, services.site));

/** True if this service serves the pages of records, and not another site. */
export const isServedHere = ({ services: { site }, root }: Pick<PageRequest, 'services' | 'root'>): boolean =>
  site.url === undefined || new URL(site.url).href === new URL(root).href;

/** True if other sites may embed pages. */
export const isEmbeddable = ({ services: { site } }: Pick<PageRequest, 'services'>): boolean => site.embedders.length > 0;

/** The text of a query parameter; '' if it is missing. */
export const queryText = ({ query }: PageRequest, name: string): string => (typeof query[name] === 'string' ? query[name] : '');

/** A query parameter as `read` understands it. Undefined if it is missing or empty. Throws `rest_invalid_param` with `advice`. */
export const readParam = <T>({ query }: PageRequest, name: string, read: (text: string) => T | undefined, advice: Text): T | undefined => {
  const { [name]: text = '' } = query;
  if (text === '') return undefined;
  const found = typeof text === 'string' ? read(text) : undefined;
  if (found === undefined) throw invalidParam(name, advice);
  return found;
};

/** The requested page of a list, by default 1. Throws `rest_invalid_param` if it is no page number. */
export const queryPage = (request: PageRequest): number =>
  readParam(request, 'page', (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined), {
    en: 'Send the number of a page, from 1 on.',
    fr: 'Envoyez le numéro d’une page, à partir de 1.',
  }) ?? 1;
