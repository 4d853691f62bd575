import { LANGUAGE_NAMES, type Served, serviceRoot } from '../../language';
import { describeRoot, indexTag, type Reader, type RootDescription } from '../../registry';
import { freshnessHeaders } from '../answers/headers';
import type { Caller, CallOptions, ServedFile } from '../options';
import type { Answer } from './request-context';

/** The offset of an IANA zone from UTC at an instant (ms since 1970), in hours. */
const gmtOffset = (zone: string, instant: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
};

/** The options that the index of a language root shows. */
export type SiteOptions<U extends Caller> = Pick<
  CallOptions<U>,
  'registry' | 'siteName' | 'siteDescription' | 'siteTimezone' | 'siteUrl' | 'passwordPage'
>;

/** The index of a language root. Clients of the CMS find the site, its namespaces and the ways to sign in there. */
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

/** Adds cache headers to a page: public ones, or none for an answer to credentials. */
export const keepable = <A extends Pick<Answer, 'status' | 'headers'>>(page: A, { isPublic }: { readonly isPublic: boolean }): A => ({
  ...page,
  headers: { ...(isPublic ? freshnessHeaders(page.status) : {}), ...page.headers },
});

/** `/` as a page for people. */
export const frontAnswer = (page: Answer): Answer => ({ ...page, headers: { ...page.headers, Vary: 'Accept' } });

/**
 * Adds the roots of all languages and the default language to the index at `/`. Some clients only know this address.
 * `baseUrl` is the address of the index's root without a final slash. Other answers stay as they are.
 */
export const withRoots = (answer: Answer, baseUrl: string, served: Served): Answer => {
  if (!('namespaces' in Object(answer.body))) return answer;
  const index = answer.body as RootDescription;
  const address = serviceRoot(baseUrl);
  const languages = Object.fromEntries(served.languages.map((each) => [each, { name: LANGUAGE_NAMES[each], href: `${address}/${each}/` }]));
  // The moment of the answer does not change the tag, but other languages or another default do.
  const tag = indexTag(index)?.replace(/"$/, `-${[served.first, ...served.languages].join('.')}"`);
  return {
    ...answer,
    headers: { ...answer.headers, ...(tag && { ETag: tag }) },
    body: { ...index, languages, default_language: served.first },
  };
};

/** A file that pages need, cacheable for a year since its address changes with it. */
export const fileAnswer = ({ type, content }: ServedFile): Answer => ({
  status: 200,
  headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  body: content,
});

/** The icon of the pages as SVG, cacheable for a day. */
export const iconAnswer = (icon: string): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'image/svg+xml; charset=UTF-8', 'Cache-Control': 'public, max-age=86400' },
  body: icon,
});
