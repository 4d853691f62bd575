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

/** An accent colour by day and by night. */
interface Accent {
  readonly day: string;
  readonly night: string;
}

/** The colours of text on any accent colour. Contrast is symmetric: white is readable on a colour that is readable on white. */
export const ON_ACCENT: Accent = { day: '#ffffff', night: '#15151a' };

/** The minimum contrast of text with its background (WCAG 2, success criterion 1.4.3). */
const CONTRAST = 4.5;
/** The background of pages on which text has the least contrast, by day and by night. */
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
  return { day, night };
};

const DAY =
  '--text: #1d1c24; --quiet: #5b5966; --ground: #faf9f7; --raised: #fff; --line: #dcd9d3; --link: #0a5299; --accent: #a8323e; --on-accent: #fff;';
const NIGHT =
  '--text: #ecebf1; --quiet: #aeacb8; --ground: #15151a; --raised: #1f1f26; --line: #3c3b45; --link: #93c4ff; --accent: #f0909a; --on-accent: #2a0a0e;';

export type Theme = 'light' | 'dark';

/** Returns the CSS for colours by day and by night. Without a theme, the reader's system decides between them. */
const coloured = (theme: Theme | undefined, day: string, night: string): string => {
  if (theme !== undefined) return `:root { ${theme === 'light' ? day : night} }\n`;
  return `:root { ${day} }\n@media (prefers-color-scheme: dark) { :root { ${night} } }\n`;
};

/** Returns the CSS for the colours of every page. */
export const palette = (theme?: Theme): string => `
:root { color-scheme: ${theme ?? 'light dark'}; }
${coloured(theme, DAY, NIGHT)}`;

/** The style sheet of every page. The style sheet suits narrow screens, dark mode and print, and needs no scripts, pictures or fonts. */
export const STYLE = `${palette()}*, ::before, ::after { box-sizing: border-box; }
body { max-width: 62rem; margin: 0 auto; padding: 0 1rem 2rem; font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; padding: 0.5rem 1rem; background: var(--raised); }
.skip:focus { left: 0.5rem; top: 0.5rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
header p, header ul { margin: 0; }
header a { text-decoration: none; }
header a:hover { text-decoration: underline; }
.site { font-weight: 700; }
.site a { color: inherit; }
.site img { display: block; border-radius: 0; max-height: 2.5rem; width: auto; }
nav ul, nav ol { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0; list-style: none; }
nav [aria-current] { color: inherit; font-weight: 600; text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }
.languages { margin-left: auto; }
.trail { margin-top: 1rem; font-size: 0.9375rem; }
.trail ol { gap: 0 0.5rem; }
.trail li:not(:last-child)::after { content: '›'; margin-left: 0.5rem; color: var(--quiet); }
h1 { margin: 1.5rem 0 0.75rem; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); line-height: 1.2; text-wrap: balance; }
h1, h3, .told, .told p, .list p, .names li { unicode-bidi: plaintext; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1.1rem; line-height: 1.35; }
dt { margin-top: 1rem; font-size: 1rem; font-weight: 600; }
dd { margin: 0; }
code { font-size: 0.95em; }
img, video, audio { max-width: 100%; height: auto; border-radius: 0.5rem; }
.picture img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: contain; object-position: left; }
pre { overflow-x: auto; white-space: pre-wrap; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
time { white-space: normal; }
.quiet { color: var(--quiet); }
.mark { display: inline-block; padding: 0.05rem 0.55rem; border: 1px solid var(--accent); border-radius: 1rem; font-size: 0.8125rem; font-weight: 400; color: var(--accent); }
.record { display: grid; gap: 0 2.5rem; }
.record > * { min-width: 0; }
.facts { margin: 0; padding: 0.25rem 1.25rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: 0.75rem; }
.facts p, .facts ul { margin: 0.15rem 0; }
.facts dl { margin: 0.75rem 0 0; }
.facts dt:first-child { margin-top: 0; }
.facts .actions { margin: 1.25rem 0 0; }
.list h3 a { text-decoration: none; }
.list h3 a:hover { text-decoration: underline; }
@media (min-width: 50rem) {
  .record { grid-template-columns: minmax(0, 1fr) 20rem; align-items: start; }
  .record > .facts { grid-column: 2; grid-row: 1; }
  .record > .told { grid-column: 1; grid-row: 1; }
}
.told > :first-child, .told > :first-child > :first-child { margin-top: 0; }
.told h3 { margin: 1.5rem 0 0.5rem; }
@media (max-width: 49.99rem) { .told { margin-top: 1.5rem; } }
.list { margin: 1rem 0; padding: 0; list-style: none; }
.list > li { display: flex; gap: 1rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.list > li > div:not(.tile) { flex: 1; min-width: 0; }
.list p { margin: 0.1rem 0; }
.tile { flex: none; display: flex; flex-direction: column; align-items: center; justify-content: center; width: 4rem; height: 4rem; border-radius: 0.6rem; background: var(--raised); border: 1px solid var(--line); border-top: 4px solid var(--accent); line-height: 1.15; }
.tile b { font-size: 1.35rem; }
.tile span { font-size: 0.8125rem; color: var(--quiet); }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem; padding: 0; list-style: none; }
.choices li { padding: 1rem 1.25rem; background: var(--raised); border: 1px solid var(--line); border-top: 4px solid var(--accent); border-radius: 0.75rem; }
.choices a { font-size: 1.3rem; font-weight: 700; text-decoration: none; }
.choices a:hover { text-decoration: underline; }
.names { columns: 16rem; column-gap: 2rem; padding: 0; list-style: none; }
.names li { break-inside: avoid; padding: 0.25rem 0; }
.pager, .actions { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 1rem; margin: 1.5rem 0; padding: 0; list-style: none; }
.actions { justify-content: flex-start; }
.button { display: inline-block; padding: 0.4rem 1rem; border: 1px solid var(--accent); border-radius: 2rem; background: var(--accent); color: var(--on-accent); text-decoration: none; font-weight: 600; }
button.button { font: inherit; font-weight: 600; cursor: pointer; }
.button.plain { background: none; color: var(--accent); }
.notice { padding: 0.75rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 0.4rem; background: var(--raised); }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; margin: 0 0 0.5rem; list-style: none; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.9375rem; color: var(--quiet); }
[hidden] { display: none; }
@media print {
  :root { color-scheme: light; --text: #000; --quiet: #333; --ground: #fff; --raised: #fff; --line: #999; --link: #000; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  header nav, .trail, .skip, .actions, .pager, footer { display: none; }
  .list > li, .facts { break-inside: avoid; }
}
`;

/** The style sheet of pages that other sites show in a frame. The colours precede it. */
export const SLIM_STYLE = `*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; padding: 0.75rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
h2 { margin: 0; font-size: 1.05rem; line-height: 1.35; }
h1, h2, p { unicode-bidi: plaintext; }
p { margin: 0.1rem 0; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 0.6rem 0; border-top: 1px solid var(--line); }
.end { margin-top: 0.6rem; }
.quiet { color: var(--quiet); }
.mark { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--accent); border-radius: 1rem; font-size: 0.8125rem; font-weight: 400; color: var(--accent); }
`;

/** Returns the style sheet for the site's accent colours, which must follow the standard style sheet. Empty without such colours. */
export const accentStyle = (accent: Accent | undefined, theme?: Theme): string => {
  if (accent === undefined) return '';
  const { day, night } = accent;
  const colours = coloured(
    theme,
    `--accent: ${day}; --on-accent: ${ON_ACCENT.day};`,
    `--accent: ${night}; --on-accent: ${ON_ACCENT.night};`,
  );
  return `${colours}@media print { :root { --accent: #000; } }\n`;
};
