import { readUrl } from '../calendar';
import type { Services } from '../content';
import { refusalOf } from '../database';
import { type ApiError, errors } from '../errors';
import { iframeMarkup, markupOf, XML_DECLARATION, xml } from '../html';
import type { EmbedRequest } from '../http';
import { isServed, type Language, type Text } from '../language';
import { type Reply, reply } from '../registry';
import { findFolder, findPost, foldersOf } from './requests/find-record';
import { type Embeddable, isServedHere, type Pages, pageRequestOf } from './requests/page-request';

const NO_URL: Text = {
  en: 'Send an address that begins with http:// or https://.',
  fr: 'Envoyez une adresse qui commence par http:// ou https://.',
};
const NO_SIZE: Text = { en: 'Send a number of pixels, 1 or more.', fr: 'Envoyez un nombre de pixels, 1 ou plus.' };

type EmbeddablePage = Embeddable & { readonly language: Language };

/** Reads the oEmbed parameters. Throws an error that names all invalid ones. */
const readParams = ({ query }: EmbedRequest) => {
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

/** Returns the path of a URL below the service's address, without a leading slash. Undefined for URLs elsewhere. */
const pathBelow = (url: URL, address: string): string | undefined => {
  const here = new URL(`${address}/`);
  const path = `${url.pathname}/` === here.pathname ? here.pathname : url.pathname;
  const isOurs = url.origin === here.origin && url.username === '' && url.password === '' && path.startsWith(here.pathname);
  return isOurs ? path.slice(here.pathname.length) : undefined;
};

/**
 * Makes the oEmbed endpoint (https://oembed.com, version 1.0). It describes how other sites may embed an address of this site, which it
 * never fetches. Undefined if another site serves the pages. The endpoint throws errors for invalid parameters, and `oembed_invalid_url`
 * for pages that are not public.
 */
export const createOEmbed = (services: Services, pages: Pages) => {
  const { site } = services;
  const folders = foldersOf(services);

  const pageAt = async (url: URL, embedding: EmbedRequest, { isRedirected = false } = {}): Promise<EmbeddablePage | undefined> => {
    const below = pathBelow(url, embedding.address);
    if (below === undefined) return undefined;
    const [, segment = '', path = '/'] = /^([^/]+)(\/.*)?$/.exec(below) ?? [];
    const code = segment.toLowerCase();
    const language = segment === '' ? site.served.first : isServed(code, site.served) ? code : undefined;
    if (language === undefined) return undefined;
    const query = embedding.queryOf(url.search.slice(1));
    const request = pageRequestOf({ pages, services, query, language, user: undefined, root: embedding.address });
    if (path === '/') return { ...(await pages.embeddable(request)), language };
    const { type, name = '' } = findFolder(folders, path) ?? {};
    if (type === undefined || !('posts' in type) || type.plural !== pages.main || (name === '' && query['p'] === undefined))
      return undefined;
    const destination = await findPost(request, type, name);
    if (destination.redirectTo === undefined) {
      const shown = pages.embeddableRecord(request, destination.record);
      return shown && { ...shown, language };
    }
    const target = isRedirected ? undefined : readUrl(destination.redirectTo);
    return target && pageAt(target, embedding, { isRedirected: true });
  };

  const find = async (url: URL, embedding: EmbedRequest): Promise<EmbeddablePage> => {
    try {
      const shown = await pageAt(url, embedding);
      if (shown !== undefined) return shown;
    } catch (error) {
      const refusal = refusalOf(error);
      // An address whose page fails with a client error is not embeddable. A server error is thrown.
      if (refusal === undefined || refusal.status >= 500) throw error;
    }
    throw errors.nothingToEmbed();
  };

  return async (embedding: EmbedRequest): Promise<Reply | undefined> => {
    const { address } = embedding;
    if (!isServedHere({ services, root: address })) return undefined;
    const { url, isXml, maxWidth, maxHeight } = readParams(embedding);
    const { title, address: src, height: most, language } = await find(url, embedding);
    const [width, height] = [Math.min(600, maxWidth), Math.min(most, maxHeight)];
    const answer = {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: site.name[language],
      provider_url: `${address}/`,
      // One hour, in seconds.
      cache_age: 3600,
      html: iframeMarkup({ address: src, title: `${title} – ${site.name[language]}`, width, height }),
      width,
      height,
    };
    if (!isXml) return reply(answer, { language });
    const members = Object.entries(answer).map(([name, value]) => `<${name}>${markupOf(xml`${value}`)}</${name}>\n`);
    // The service sets this header for JSON responses.
    const headers = { 'X-Robots-Tag': 'noindex' };
    return reply(`${XML_DECLARATION}<oembed>\n${members.join('')}</oembed>\n`, { type: 'text/xml; charset=utf-8', language, headers });
  };
};
