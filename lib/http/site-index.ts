import { describeRoot, type RootDescription } from '../registry/describe';
import type { Reader } from '../registry/describe-route';
import type { Caller, CallOptions } from './options';
import { zoneOffset } from './zone-offset';

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
    description: siteDescription?.[language] ?? '',
    ...(siteUrl === undefined ? {} : { home: siteUrl }),
    gmtOffset: zoneOffset(timezone, Date.now()),
    timezone,
    ...(passwordPage !== undefined && {
      authentication: { 'application-passwords': { endpoints: { authorization: `${baseUrl}${passwordPage}` } } },
    }),
  });
};
