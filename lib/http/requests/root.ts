import { LANGUAGE_NAMES, type Served, serviceRoot } from '../../language';
import { describeRoot, indexTag, type Reader, type RootDescription } from '../../registry';
import { freshnessHeaders, rootLink } from '../answers/headers';
import type { Caller, CallOptions, ServedFile } from '../options';
import type { Answer } from './request-context';

/** How far a zone (an IANA name) is ahead of UTC at an instant (ms since 1970), in hours. */
const gmtOffset = (zone: string, instant: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
};

/** What of the options the index of a language root tells. */
export type SiteOptions<U extends Caller> = Pick<
  CallOptions<U>,
  'registry' | 'siteName' | 'siteDescription' | 'siteTimezone' | 'siteUrl' | 'passwordPage'
>;

/** The index of a language root, by which clients of the CMS discover the site, its namespaces and how to sign in. */
export const siteIndex = <U extends Caller>(options: SiteOptions<U>, { language, baseUrl }: Reader): RootDescription => {
  const { registry, siteName, siteDescription, siteTimezone: timezone, siteUrl, passwordPage } = options;
  return describeRoot(registry, {
    language,
    baseUrl,
    name: siteName[language],
    description: siteDescription?.()[language] ?? '',
    ...(siteUrl === undefined ? {} : { home: siteUrl }),
    gmtOffset: gmtOffset(timezone, Date.now()),
    timezone,
    ...(passwordPage !== undefined && {
      authentication: { 'application-passwords': { endpoints: { authorization: `${baseUrl}${passwordPage}` } } },
    }),
  });
};

/** A page with how long it may be kept: by everybody, or by none but who sent credentials. */
export const keepable = <A extends Pick<Answer, 'status' | 'headers'>>(page: A, isForAll: boolean): A => ({
  ...page,
  headers: { ...freshnessHeaders(page.status, isForAll), ...page.headers },
});

/** `/` as a page for people. The header links the root of the API, an address without a slash at its end. */
export const frontAnswer = (page: Answer, root: string): Answer => ({
  ...page,
  headers: { ...page.headers, Vary: 'Accept', Link: rootLink(root) },
});

/** Leads on for good, from an address that a former site had. */
export const movedAnswer = (location: string): Answer => ({
  status: 301,
  headers: { Location: location, 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'public, max-age=3600' },
  body: `${location}\n`,
});

/**
 * What `/` answers clients that know only the address of the site: the index of the root in the language that they like best, with the roots of
 * all languages and the one where nobody has named any. `baseUrl` is the address of that root, without a slash at its end. Other answers stay as
 * they are.
 */
export const withRoots = (answer: Answer, baseUrl: string, served: Served): Answer => {
  if (!('namespaces' in Object(answer.body))) return answer;
  const index = answer.body as RootDescription;
  const address = serviceRoot(baseUrl);
  const languages = Object.fromEntries(served.languages.map((each) => [each, { name: LANGUAGE_NAMES[each], href: `${address}/${each}/` }]));
  // What is of the moment makes no other index, here as little as at the root itself; other languages, or another default, do.
  const tag = indexTag(index)?.replace(/"$/, `-${[served.first, ...served.languages].join('.')}"`);
  return {
    ...answer,
    headers: { ...answer.headers, ...(tag && { ETag: tag }) },
    body: { ...index, languages, default_language: served.first },
  };
};

/** A file that pages need, for a year: their addresses of it change with it. */
export const fileAnswer = ({ type, content }: ServedFile): Answer => ({
  status: 200,
  headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  body: content,
});

/** The icon of the pages, a picture in SVG, for a day. */
export const iconAnswer = (icon: string): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'image/svg+xml; charset=UTF-8', 'Cache-Control': 'public, max-age=86400' },
  body: icon,
});
