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
  /** The name of the API's namespace below `/wp-json/`, such as `tribe/events/v1`. Undefined: there is none. */
  readonly cmsNamespace?: string | undefined;
  /** Additional links in the header and the footer, by language. */
  readonly links?: { readonly [L in Language]: { readonly header: readonly SiteLink[]; readonly footer: readonly SiteLink[] } } | undefined;
}

/** The file name of the icon at the address of the service. */
export const ICON_NAME = 'favicon.svg';

/** The icon of every page as SVG, in the accent colour: a leaf of a calendar. */
export const iconIn = (colour = '#a8323e'): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="4" width="28" height="26" rx="5" fill="#fff" stroke="${colour}" stroke-width="2"/>
<path d="M2 12V9a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v3z" fill="${colour}"/>
<path d="M10 2v5M22 2v5" stroke="#1d1c24" stroke-width="2.5" stroke-linecap="round"/>
<path d="M9 20.5l4.5 4.5L23 16" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
