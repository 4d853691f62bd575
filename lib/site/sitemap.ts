import { setImmediate as pause } from 'node:timers/promises';
import { createTaskQueue, NOT_PROPOSED, type PostRecord, postUrl, type Services, siteUrl } from '../content';
import type { Stored } from '../database';
import { markupOf, XML_DECLARATION, xml } from '../html';
import type { Language } from '../language';
import { type Reply, reply } from '../registry';
import { sectionTypes } from './parts/frame';
import { isServedHere, type Pages } from './requests/page-request';

/** The number of record IDs that one sitemap covers. A sitemap may have at most 50,000 addresses. */
const IDS = 10_000;
/** The time that robots may cache a sitemap, in seconds. */
const FRESH_SECONDS = 3600;
/** The number of sitemap entries that are written in one turn of the event loop. */
const ENTRIES_BETWEEN_PAUSES = 500;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const MAP = /^\/sitemaps\/(?:(pages)|(posts|terms)-(0|[1-9]\d{0,8}))\.xml$/;

/** A request for a sitemap. The address is the service's, without a trailing slash. */
interface SitemapRequest {
  readonly services: Services;
  readonly pages: Pages;
  readonly address: string;
}

interface SitemapEntry {
  readonly url: string;
  readonly modified?: Date;
}

/**
 * Makes the function that replies with `/robots.txt`, and with `/sitemap.xml` and the sitemaps in it (sitemaps.org). They contain the
 * records that public lists show. Each sitemap covers a range of IDs, so that it needs one query for each type. Undefined for other
 * addresses.
 */
export const createSitemap = (services: Services, pages: Pages) => {
  const inTurn = createTaskQueue();
  return async ({ path, address }: { readonly path: string; readonly address: string }): Promise<Reply<string> | undefined> => {
    const request = { services, pages, address };
    const isHere = isServedHere({ services, root: address });
    if (path === '/robots.txt') {
      const map = isHere ? `\nSitemap: ${address}/sitemap.xml\n` : '';
      return file('text/plain', `User-agent: *\nDisallow:\n${map}`);
    }
    if (!isHere) return undefined;
    if (path === '/sitemap.xml') return sitemapIndex(request);
    const [, isPages, name, range] = MAP.exec(path) ?? [];
    if (isPages !== undefined) return urlset(folders(request));
    return name === undefined ? undefined : inTurn(async () => urlset(await publicRecords(request, name, Number(range))));
  };
};

const file = (type: string, body: string): Reply<string> =>
  reply(body, { type: `${type}; charset=utf-8`, headers: { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` } });

/** Writes a sitemap in XML. Between batches of entries the event loop serves other requests. */
const urlset = async (entries: readonly SitemapEntry[]): Promise<Reply<string>> => {
  const items: string[] = [];
  for (const entry of entries) {
    items.push(entryXml(entry));
    if (items.length % ENTRIES_BETWEEN_PAUSES === 0) await pause();
  }
  return file('application/xml', `${XML_DECLARATION}<urlset ${NAMESPACE}>\n${items.join('')}</urlset>\n`);
};

const entryXml = ({ url, modified }: SitemapEntry): string => {
  const date = modified !== undefined && xml`<lastmod>${modified.toISOString()}</lastmod>`;
  return markupOf(xml`<url><loc>${url}</loc>${date}</url>\n`);
};

const sitemapIndex = async ({ services, address }: SitemapRequest): Promise<Reply<string>> => {
  const [posts, terms] = await Promise.all([lastId(services, services.postLikes.keys()), lastId(services, services.termLikes.keys())]);
  const ranges = (name: string, last: number) => Array.from({ length: Math.floor(last / IDS) + 1 }, (_, index) => `${name}-${index}`);
  const names = ['pages', ...ranges('posts', posts), ...ranges('terms', terms)];
  const items = names.map((name) => markupOf(xml`<sitemap><loc>${address}/sitemaps/${name}.xml</loc></sitemap>\n`));
  return file('application/xml', `${XML_DECLARATION}<sitemapindex ${NAMESPACE}>\n${items.join('')}</sitemapindex>\n`);
};

const lastId = async ({ connection }: Services, plurals: Iterable<string>): Promise<number> => {
  const newest = { projection: { _id: 1 }, sort: { _id: -1 } } as const;
  const last = await Promise.all([...plurals].map((plural) => connection.db().collection<Stored>(plural).findOne({}, newest)));
  return Math.max(0, ...last.map((one) => one?._id ?? 0));
};

const folders = (request: SitemapRequest): SitemapEntry[] => {
  const { languages } = request.services.site.served;
  return ['', ...sectionTypes(request).map(({ segment }) => `${encodeURI(segment)}/`)].flatMap((path) =>
    languages.map((language) => ({ url: `${request.address}/${language}/${path}` })),
  );
};

const PROJECTION = { language: 1, slug: 1, status: 1, modified: 1, hidden: 1, password: 1 } as const;

/** Reads the public records in a range of IDs, without hidden and password-protected ones. */
const publicRecords = async ({ services, address }: SitemapRequest, name: string, range: number): Promise<SitemapEntry[]> => {
  const { site, postLikes, termLikes, connection } = services;
  const [types, state] = name === 'posts' ? [postLikes, { status: 'publish' }] : [termLikes, NOT_PROPOSED];
  const within = { _id: { $gte: range * IDS, $lt: (range + 1) * IDS }, language: { $in: site.served.languages as Language[] } };
  const entries = [...types.values()].map(async ({ plural, segment }): Promise<SitemapEntry[]> => {
    const records = await connection
      .collection<PostRecord & { readonly hidden?: boolean }>(plural)
      .find({ ...within, ...state } as object, { projection: PROJECTION, hint: '_id_' })
      .sort({ _id: 1 })
      .toArray();
    const shown = records.filter(({ hidden, password = '' }) => hidden !== true && password === '');
    return shown.map(({ _id: id, language, slug, status, modified }) => {
      const url = postUrl({ id, language, slug, status }, segment, siteUrl(`${address}/${language}`, site));
      return { url, modified };
    });
  });
  return (await Promise.all(entries)).flat();
};
