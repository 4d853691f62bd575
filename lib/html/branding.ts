import type { Language, Served, Text } from '../language';

/** A file that pages load from the service, such as a logo: its name, media type, content and version. */
export interface SiteFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** The version, which the file's address has as its query. It changes with the content, so browsers may cache the file for ever. */
  readonly version: string;
}

/** A picture with its size in pixels. A vector picture may have only its proportions. */
export interface SitePicture extends SiteFile {
  readonly width: number;
  readonly height: number;
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
}

export interface Branding {
  /** The name of the calendar in all languages. */
  readonly name: Text;
  readonly served: Served;
  /** The accent colours. Undefined: the standard ones. */
  readonly accent?: Accent | undefined;
  readonly logo?: SitePicture | undefined;
  /** The site's own style sheet, which follows the standard one. */
  readonly style?: SiteFile | undefined;
  /** The name of the API's namespace below `/wp-json/`, such as `tribe/events/v1`. Undefined: there is none. */
  readonly cmsNamespace?: string | undefined;
  /** Additional links in the header and the footer of every page, by language. */
  readonly links?: { readonly [L in Language]: { readonly header: readonly PageLink[]; readonly footer: readonly PageLink[] } } | undefined;
}

/** Returns the icon of every page as SVG: a leaf of a calendar in the accent colour. */
export const iconIn = (colour = '#a8323e'): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="2" y="4" width="28" height="26" rx="5" fill="#fff" stroke="${colour}" stroke-width="2"/>
<path d="M2 12V9a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v3z" fill="${colour}"/>
<path d="M10 2v5M22 2v5" stroke="#1d1c24" stroke-width="2.5" stroke-linecap="round"/>
<path d="M9 20.5l4.5 4.5L23 16" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;

/** An accent colour by day and by night, each with the colour of text on it. */
export interface Accent {
  readonly day: string;
  readonly onDay: string;
  readonly night: string;
  readonly onNight: string;
}

/** The minimum contrast of text with its background (WCAG 2, success criterion 1.4.3). */
const CONTRAST = 4.5;
/** The backgrounds of pages by day and by night. Of several backgrounds, the one on which text has the least contrast. */
const GROUND_BY_DAY = '#faf9f7';
const GROUND_BY_NIGHT = '#1f1f26';

const rgbOf = (colour: string): readonly number[] => [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16));

/** Returns a colour mixed with a share of white. */
const lighter = (colour: string, share: number): string => {
  const parts = rgbOf(colour).map((part) => Math.round(part + (255 - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

/** Returns the relative luminance of a colour by WCAG 2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast of two colours `#rrggbb`, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

/** Derives the accent from a colour `#rrggbb`, lightened by night until readable. Undefined if text in it is unreadable by day. */
export const accentOf = (colour: string): Accent | undefined => {
  const day = colour.toLowerCase();
  if (contrast(day, GROUND_BY_DAY) < CONTRAST) return undefined;
  const shares = Array.from({ length: 21 }, (_, index) => index / 20);
  const night = shares.map((share) => lighter(day, share)).find((one) => contrast(one, GROUND_BY_NIGHT) >= CONTRAST) ?? '#ffffff';
  // Contrast is symmetric: white is readable on a colour that is readable on white.
  return { day, onDay: '#ffffff', night, onNight: '#15151a' };
};
