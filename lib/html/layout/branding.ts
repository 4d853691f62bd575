import type { Language, Served, Text } from '../../language';
import type { Accent } from './accent';

/** A file of the site's own that pages need, at the address of the service. */
export interface SiteFile {
  /** Its name at that address. */
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** What its address ends with, so that it may be kept for good: it changes with the content. */
  readonly version: string;
}

/** A picture with its size, in pixels or as far as it tells its shape. */
export interface SitePicture extends SiteFile {
  readonly width: number;
  readonly height: number;
}

/** A link of every page to somewhere else. */
export interface SiteLink {
  readonly text: string;
  readonly href: string;
}

/** What a site looks like: how its pages differ from those of another one. */
export interface Branding {
  /** What the calendar is called. */
  readonly name: Text;
  /** The languages that are served, and the one where nobody has named any. */
  readonly served: Served;
  /** The colours of what stands out; ours unless given. */
  readonly accent?: Accent | undefined;
  readonly logo?: SitePicture | undefined;
  /** A style sheet behind ours. */
  readonly style?: SiteFile | undefined;
  /** The name of the API's namespace below `/wp-json/`, such as `tribe/events/v1`; undefined: there is none. */
  readonly cmsNamespace?: string | undefined;
  /** What the header and the footer link besides, in each language. */
  readonly links?: { readonly [L in Language]: { readonly header: readonly SiteLink[]; readonly footer: readonly SiteLink[] } } | undefined;
}
