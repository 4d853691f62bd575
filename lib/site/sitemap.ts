import { setImmediate as pause } from 'node:timers/promises';
import { canRead } from '../access';
import { amongTranslations, NOT_PROPOSED, type PostRecord, postUrl, type Services, siteUrl } from '../content';
import type { Stored } from '../database';
import { errors } from '../errors';
import { type Html, html, markupOf, XML_DECLARATION, xml } from '../html';
import type { Language } from '../language';
import { createLimiter } from '../limiter';
import { type Reply, reply } from '../registry';
import { isServedHere, type Pages } from './requests/page-request';

/** The number of IDs of one sitemap. A sitemap may have at most 50,000 addresses. */
const IDS = 10_000;
/** The longest wait of a robot for its turn, in ms, and the time until it may retry, in seconds. */
const WAIT_MILLISECONDS = 5000;
const RETRY_SECONDS = 10;
/** The time that robots may cache a sitemap, in seconds. */
const FRESH_SECONDS = 3600;

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const MAP = /^\/sitemaps\/(?:(pages)|(posts|terms)-(0|[1-9]\d{0,8}))\.xml$/;

/** A page in a sitemap: address, last change, and the addresses of all translations, itself included. */
interface Place {
  readonly url: string;
  readonly modified?: Date;
  readonly alternates?: Readonly<Record<string, string>>;
}

const file = (type: string, body: string): Reply<string> =>
  reply(body, { type: `${type}; charset=utf-8`, headers: { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` } });

const placeItem = ({ url, modified, alternates = {} }: Place): Html => xml`<url><loc>${url}</loc>${
  modified !== undefined && html`<lastmod>${modified.toISOString()}</lastmod>`
}${Object.entries(alternates).map(([language, href]) => xml`<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)}</url>
`;

/** A record in a sitemap, with its type. */
interface Listed {
  readonly record: Stored & { readonly status?: string };
  readonly kind: Parameters<typeof amongTranslations>[1];
}

/** The number of entries that are written in one turn of the event loop. */
const TURN = 500;

/** Writes a sitemap. Between its parts the event loop serves other requests. */
const urlset = async <T>(all: readonly T[], placeOf: (one: T) => Place): Promise<Reply<string>> => {
  const items: string[] = [];
  for (let start = 0; start < all.length; start += TURN) {
    if (start > 0) await pause();
    for (const one of all.slice(start, start + TURN)) items.push(markupOf(placeItem(placeOf(one))));
  }
  return file(
    'application/xml',
    `${XML_DECLARATION}<urlset ${NAMESPACES} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${items.join('')}</urlset>\n`,
  );
};

/**
 * Makes `/robots.txt`, and `/sitemap.xml` with the sitemaps that it lists (sitemaps.org). Each covers a range of IDs, so that it needs
 * one query for each type. Undefined for other addresses. They list the records that public lists show.
 */
export const createSitemap = (services: Services, pages: Pages) => {
  const { site, postLikes, termLikes, kinds } = services;
  const { languages, first } = site.served;
  // A sitemap is much work, so only one is made at a time.
  const turns = createLimiter(1);

  const lastId = async (plurals: Iterable<string>): Promise<number> => {
    const last = await Promise.all(
      [...plurals].map((plural) =>
        services.connection
          .db()
          .collection<Stored>(plural)
          .find({}, { projection: { _id: 1 } })
          .sort({ _id: -1 })
          .limit(1)
          .next(),
      ),
    );
    return Math.max(0, ...last.map((one) => one?._id ?? 0));
  };

  const index = async (address: string): Promise<Reply<string>> => {
    const [posts, terms] = await Promise.all([lastId(postLikes.keys()), lastId(termLikes.keys())]);
    const ranges = (name: string, last: number) => Array.from({ length: Math.floor(last / IDS) + 1 }, (_, place) => `${name}-${place}`);
    const names = ['pages', ...ranges('posts', posts), ...ranges('terms', terms)];
    return file(
      'application/xml',
      `${XML_DECLARATION}<sitemapindex ${NAMESPACES}>\n${names.map((name) => markupOf(xml`<sitemap><loc>${address}/sitemaps/${name}.xml</loc></sitemap>\n`)).join('')}</sitemapindex>\n`,
    );
  };

  const inAll = (path: string, address: string): Place[] => {
    const alternates = Object.fromEntries(languages.map((language) => [language, `${address}/${language}/${path}`]));
    return Object.values(alternates).map((url) => ({ url, ...(languages.length > 1 && { alternates }) }));
  };

  const folders = (address: string): Place[] => {
    const sections = pages.sections.flatMap((plural) => postLikes.get(plural) ?? termLikes.get(plural) ?? []);
    return ['', ...sections.map(({ segment }) => `${encodeURI(segment)}/`)].flatMap((path) => inAll(path, address));
  };

  const placeOf = ({ record, kind }: Listed, address: string): Place => {
    const { _id: id, language, slug, status, modified } = record;
    const baseUrl = `${address}/${language}`;
    const origin = siteUrl(baseUrl, site);
    const named = amongTranslations(record, kind, { baseUrl, origin, served: site.served }, (sibling) =>
      canRead(undefined, kind.plural, sibling),
    );
    const alternates = Object.fromEntries(Object.entries(named).flatMap(([spoken, one]) => (one === undefined ? [] : [[spoken, one.url]])));
    return {
      url: postUrl({ id, language, slug, status }, kind.segment, origin),
      modified,
      ...(Object.keys(alternates).length > 1 && { alternates }),
    };
  };

  /** The public records in a range of IDs, without hidden and password-protected ones. */
  const records = async (name: string, range: number): Promise<Listed[]> => {
    const isPosts = name === 'posts';
    const within = { _id: { $gte: range * IDS, $lt: (range + 1) * IDS }, language: { $in: languages as Language[] } };
    const found = await Promise.all(
      (isPosts ? [...postLikes.values()] : [...termLikes.values()]).map(async (kind) => {
        const filter = { ...within, ...(isPosts ? { status: 'publish' } : NOT_PROPOSED) };
        const collection = isPosts ? kinds.posts<PostRecord>(kind.plural).collection() : kinds.terms(kind.plural).collection();
        const projection = { language: 1, slug: 1, status: 1, modified: 1, translations: 1, group: 1, hidden: 1, password: 1, author: 1 };
        const all = (await collection
          .find(filter as object, { projection, hint: '_id_' })
          .sort({ _id: 1 })
          .toArray()) as unknown as readonly PostRecord[];
        return all.filter(isListed).map((record) => ({ record, kind }));
      }),
    );
    return found.flat();
  };

  return async ({ path, address }: { readonly path: string; readonly address: string }): Promise<Reply<string> | undefined> => {
    const isHere = isServedHere({ services, root: address, base: `${address}/${first}` });
    if (path === '/robots.txt') {
      const map = isHere ? `\nSitemap: ${address}/sitemap.xml\n` : '';
      return file('text/plain', `User-agent: *\nDisallow:\n${map}`);
    }
    if (!isHere) return undefined;
    if (path === '/sitemap.xml') return index(address);
    const [, isPages, name = '', range] = MAP.exec(path) ?? [];
    if (isPages !== undefined) return urlset(folders(address), (place) => place);
    if (name === '') return undefined;
    const leave = await turns.take({ milliseconds: WAIT_MILLISECONDS, late: () => errors.overloaded(RETRY_SECONDS) });
    try {
      return await urlset(await records(name, Number(range)), (one) => placeOf(one, address));
    } finally {
      leave();
    }
  };
};

const isListed = (record: PostRecord & { readonly hidden?: boolean }): boolean => record.hidden !== true && (record.password ?? '') === '';
