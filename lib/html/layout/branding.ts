import type { Language, Served, Text } from '../../language';
import type { Accent } from './accent';

/** A file of the site, which pages load from the address of the service. */
export interface SiteFile {
  /** The name of the file at that address. */
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** The version in the query of its address. It changes with the content, so browsers may cache the file for ever. */
  readonly version: string;
}

/** A picture with its size in pixels. A vector picture may only tell its proportions. */
export interface SitePicture extends SiteFile {
  readonly width: number;
  readonly height: number;
}

/** A link of every page to another site. */
export interface SiteLink {
  readonly text: string;
  readonly href: string;
}

/** The look of a site. */
export interface Branding {
  /** The name of the calendar. */
  readonly name: Text;
  /** The served languages and the default one. */
  readonly served: Served;
  /** The accent colours, if not the standard ones. */
  readonly accent?: Accent | undefined;
  readonly logo?: SitePicture | undefined;
  /** A style sheet that follows the standard one. */
  readonly style?: SiteFile | undefined;
  /** Additional links in the header and the footer, by language. */
  readonly links?: { readonly [L in Language]: { readonly header: readonly SiteLink[]; readonly footer: readonly SiteLink[] } } | undefined;
}
