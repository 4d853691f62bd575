import { readUrl } from '../calendar';
import type { Services } from '../content';
import { refusalOf } from '../database';
import { type ApiError, errors } from '../errors';
import { iframeMarkup, markupOf, XML_DECLARATION, xml } from '../html';
import { isServed, type Language, type Text } from '../language';
import { type Reply, reply } from '../registry';
import { findPost } from './parts/find-record';
import { findFolder, foldersOf } from './parts/folders';
import { type Embeddable, isServedHere, type Pages, pageRequestOf } from './parts/page-request';

/** How wide a frame is unless less is asked for, in pixels. */
const WIDTH = 600;
/** For how long (seconds) others may keep an answer. */
const FRESH_SECONDS = 3600;

const NO_URL: Text = {
  en: 'Send an address that begins with http:// or https://.',
  fr: 'Envoyez une adresse qui commence par http:// ou https://.',
};
const NO_SIZE: Text = { en: 'Send a number of pixels, from 1 on.', fr: 'Envoyez un nombre de pixels, à partir de 1.' };

/** What is asked for: the query as it was sent, and what reads that of another address. */
interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  queryOf(search: string): Readonly<Record<string, unknown>>;
  /** The address of the service, without a slash at its end. */
  readonly address: string;
}

interface Wanted {
  readonly url: URL;
  readonly isXml: boolean;
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** What may be shown of an address, in the language of that. */
type Shown = Embeddable & { readonly language: Language };

/** Reads what is asked for. Throws `rest_missing_callback_param`, `rest_invalid_param` by the names of what is wrong, and `oembed_unknown_format`. */
const readWanted = ({ query }: Asked): Wanted => {
  const { url: given = '', format = '' } = query;
  if (given === '') throw errors.missingParams(['url']);
  const url = typeof given === 'string' && /^https?:\/\//i.test(given) ? readUrl(given) : undefined;
  const wrong: Record<string, ApiError> = {};
  if (url === undefined) wrong['url'] = errors.invalidValue(NO_URL);
  const most = (name: string): number => {
    const { [name]: sent = '' } = query;
    if (sent === '') return Number.POSITIVE_INFINITY;
    if (typeof sent === 'string' && /^0*[1-9]\d*$/.test(sent)) return Number(sent);
    wrong[name] = errors.invalidValue(NO_SIZE);
    return 0;
  };
  const [maxWidth, maxHeight] = [most('maxwidth'), most('maxheight')];
  if (url === undefined || Object.keys(wrong).length > 0) throw errors.invalidParams(wrong);
  if (!['', 'json', 'xml'].includes(format as string)) throw errors.unknownEmbedFormat();
  return { url, isXml: format === 'xml', maxWidth, maxHeight };
};

/** Whose path begins with that of the service, what follows it, without a slash before it; undefined for addresses of others. */
const pathBelow = (url: URL, address: string): string | undefined => {
  const here = new URL(`${address}/`);
  const path = `${url.pathname}/` === here.pathname ? here.pathname : url.pathname;
  const isOurs = url.origin === here.origin && url.username === '' && url.password === '' && path.startsWith(here.pathname);
  return isOurs ? path.slice(here.pathname.length) : undefined;
};

/**
 * Makes what answers `/oembed` (https://oembed.com, version 1.0): what other sites may show of an address of this one, which is read and never
 * fetched. Undefined where pages are elsewhere. Throws the refusals of what is sent, and `oembed_invalid_url` for what is not there for everybody.
 */
export const createOEmbed = (services: Services, pages: Pages) => {
  const { site } = services;
  const folders = foldersOf(services);

  const shownAt = async (url: URL, asked: Asked, isLed = false): Promise<Shown | undefined> => {
    const below = pathBelow(url, asked.address);
    if (below === undefined) return undefined;
    const [, segment = '', path = '/'] = /^([^/]+)(\/.*)?$/.exec(below) ?? [];
    const spoken = segment.toLowerCase();
    const language = segment === '' ? site.served.first : isServed(spoken, site.served) ? spoken : undefined;
    if (language === undefined) return undefined;
    const query = asked.queryOf(url.search.slice(1));
    const visit = pageRequestOf({ pages, services, query, language, user: undefined, root: asked.address });
    if (path === '/') return { ...(await pages.embeddable(visit)), language };
    const { folder, name = '' } = findFolder(folders, path) ?? {};
    if (folder?.posts === undefined || folder.posts.plural !== pages.main || (name === '' && query['p'] === undefined)) return undefined;
    const there = await findPost(visit, folder, name);
    if (there.elsewhere === undefined) {
      const shown = pages.embeddableRecord(visit, there.record);
      return shown && { ...shown, language };
    }
    const elsewhere = isLed ? undefined : readUrl(there.elsewhere);
    return elsewhere && shownAt(elsewhere, asked, true);
  };

  const find = async (url: URL, asked: Asked): Promise<Shown> => {
    try {
      const shown = await shownAt(url, asked);
      if (shown !== undefined) return shown;
    } catch (error) {
      const refusal = refusalOf(error);
      // What is refused is nothing to show, for whatever reason; what fails may be there.
      if (refusal === undefined || refusal.status >= 500) throw error;
    }
    throw errors.nothingToEmbed();
  };

  return async (asked: Asked): Promise<Reply | undefined> => {
    const { address } = asked;
    if (!isServedHere({ services, root: address, base: `${address}/${site.served.first}` })) return undefined;
    const { url, isXml, maxWidth, maxHeight } = readWanted(asked);
    const { title, address: src, height: most, language } = await find(url, asked);
    const [width, height] = [Math.min(WIDTH, maxWidth), Math.min(most, maxHeight)];
    const answer = {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: site.name[language],
      provider_url: `${address}/`,
      cache_age: FRESH_SECONDS,
      html: iframeMarkup({ address: src, title: `${title} – ${site.name[language]}`, width, height }),
      width,
      height,
    };
    if (!isXml) return reply(answer, { language });
    const members = Object.entries(answer).map(([name, value]) => `<${name}>${markupOf(xml`${value}`)}</${name}>\n`);
    // As JSON has it from the service itself.
    const headers = { 'X-Robots-Tag': 'noindex' };
    return reply(`${XML_DECLARATION}<oembed>\n${members.join('')}</oembed>\n`, { type: 'text/xml; charset=utf-8', language, headers });
  };
};
