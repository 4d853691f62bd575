import { LANGUAGE_NAMES, LANGUAGES, type Language, type Text } from '../../language';
import { type Reply, reply } from '../../registry';
import { type Html, html, markupOf, type Part, trusted } from '../text/html';
import type { Branding, SiteFile } from './branding';
import { ICON_NAME } from './icon';
import { type Allowed, accentStyle, contentSecurityPolicy, STYLE } from './style';

const WORDS = {
  language: { en: 'Language', fr: 'Langue' },
  skip: { en: 'Skip to the content', fr: 'Aller au contenu' },
  sections: { en: 'Sections', fr: 'Rubriques' },
  trail: { en: 'You are here', fr: 'Vous êtes ici' },
} satisfies Record<string, Text>;

/** A link of a page to another one. */
export interface PageLink {
  readonly href: string;
  readonly text: string;
}

/** A page before it stands in the shell that all pages share. */
export interface Page extends Omit<Allowed, 'brings' | 'framedBy'> {
  readonly language: Language;
  /** The one headline, which is the title too. */
  readonly title: string;
  /** What the site looks like; the page can be had in the languages that it serves. */
  readonly branding: Branding;
  /** The address of this page in a language, or where people find what is most like it. */
  readonly addressIn: (language: Language) => string;
  /** The addresses of this very page in all languages that it exists in, `x-default` among them; unless given, it exists in all of them. */
  readonly alternates?: Readonly<Record<string, string>>;
  /** What follows the headline. */
  readonly main: Html;
  /** The address of the start page. */
  readonly home?: string;
  /** The sections of the site; the one that the page belongs to has the address `section`. */
  readonly sections?: readonly PageLink[];
  readonly section?: string | undefined;
  /** The pages above this one, the uppermost first. */
  readonly trail?: readonly PageLink[];
  /** What of the head belongs to this page alone. */
  readonly head?: Html;
  readonly footer?: Html;
  /** A style sheet that this sort of page has beside the one of all. */
  readonly style?: string;
  /** Whether the page stands in another application, which has an icon of its own. */
  readonly isGuest?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Puts a page into the shell: head, style sheet, the ways to the sections and to the other languages, one landmark for the content. */
export const layout = (page: Page): Reply<string> => {
  const { language, title, branding, addressIn, main, home, sections = [], section, trail = [], head, footer, status = 200 } = page;
  const others = branding.served.languages.filter((other) => other !== language);
  const alternates = page.alternates ?? Object.fromEntries(others.map((other) => [other, addressIn(other)]));
  const name = branding.name[language];
  const style = `${STYLE}${branding.accent === undefined ? '' : accentStyle(branding.accent)}${page.style ?? ''}`;
  const root = serviceRoot(addressIn);
  const links = branding.links?.[language];
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name || title.startsWith(`${name} – `) ? title : `${title} – ${name}`}</title>
${Object.entries(alternates).map(([other, href]) => html`<link rel="alternate" hreflang="${other}" href="${href}">\n`)}${page.isGuest !== true && html`<link rel="icon" href="${root}${ICON_NAME}" type="image/svg+xml">\n`}${head}<style>${trusted(style)}</style>
${branding.style !== undefined && html`<link rel="stylesheet" href="${fileAddress(root, branding.style)}">\n`}</head>
<body>
<a class="skip" href="#the-content">${WORDS.skip[language]}</a>
<header>
<p class="site">${home === undefined ? siteSign(root, branding, name) : html`<a href="${home}">${siteSign(root, branding, name)}</a>`}</p>
${sections.length > 0 && html`<nav aria-label="${WORDS.sections[language]}"><ul>${sections.map((link) => sectionLink(link, section))}${links?.header.map((link) => sectionLink(link, undefined))}</ul></nav>\n`}${
  others.length > 0 &&
  html`<nav class="languages" aria-label="${WORDS.language[language]}">
${others.map((other) => html`<p><a href="${addressIn(other)}" hreflang="${other}" lang="${other}">${LANGUAGE_NAMES[other]}</a></p>`)}
</nav>
`
}</header>
${trail.length > 0 && html`<nav class="trail" aria-label="${WORDS.trail[language]}"><ol>${trail.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}</ol></nav>\n`}<main id="the-content" tabindex="-1">
<h1>${title}</h1>
${main}
</main>
${(footer !== undefined || (links !== undefined && links.footer.length > 0)) && html`<footer>\n${links !== undefined && links.footer.length > 0 && html`<ul class="links">${links.footer.map((link) => sectionLink(link, undefined))}</ul>\n`}${footer}\n</footer>\n`}</body>
</html>
`;
  const headers = {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': contentSecurityPolicy({ ...page, style, brings: branding.style !== undefined }),
    ...page.headers,
  };
  return reply(markupOf(markup), { status, headers, language });
};

/** The address of a file of the site's own. */
export const fileAddress = (root: string, { name, version }: SiteFile): string => `${root}${name}?${version}`;

/** The height of logos, in pixels. */
const LOGO_HEIGHT = 40;

/** What the site is known by: its logo, with its name for who does not see it, or its name. */
const siteSign = (root: string, { logo }: Branding, name: string): Part =>
  logo === undefined
    ? name
    : html`<img src="${fileAddress(root, logo)}" alt="${name}" width="${Math.round((logo.width / logo.height) * LOGO_HEIGHT)}" height="${LOGO_HEIGHT}">`;

const sectionLink = ({ href, text }: PageLink, section: string | undefined): Html =>
  href === section ? html`<li><a href="${href}" aria-current="true">${text}</a></li>` : html`<li><a href="${href}">${text}</a></li>`;

/** The address of the service, with a slash at its end: as far as a page has the same address in every language, be that served or not. */
const serviceRoot = (addressIn: (language: Language) => string): string => {
  const [first = '', ...others] = LANGUAGES.map(addressIn);
  const end = [...first].findIndex((character, place) => others.some((other) => other[place] !== character));
  return first.slice(0, first.lastIndexOf('/', end) + 1);
};
