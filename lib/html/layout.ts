import { LANGUAGE_NAMES, LANGUAGES, type Language, type Text } from '../language';
import { type Reply, reply } from '../registry';
import type { Branding, PageLink, SiteFile } from './branding';
import { type Html, html, markupOf, type Part, trusted } from './html';
import { accentStyle, contentSecurityPolicy, type PageResources, palette, STYLE, type Theme } from './style';

const WORDS = {
  language: { en: 'Language', fr: 'Langue' },
  skip: { en: 'Skip to the content', fr: 'Aller au contenu' },
  sections: { en: 'Sections', fr: 'Rubriques' },
  trail: { en: 'You are here', fr: 'Vous êtes ici' },
} satisfies Record<string, Text>;

/** A page as given to `layout`: its content, title, language and links, without the surrounding HTML. */
export interface Page extends Omit<PageResources, 'style' | 'brings' | 'framedBy'> {
  readonly language: Language;
  readonly title: string;
  /** The look of the site, with the names of its languages. */
  readonly branding: Branding;
  /** Returns the address of this page in a language, or of the nearest page that exists there. */
  readonly addressIn: (language: Language) => string;
  /** The addresses of this page by language, with `x-default`, for `hreflang`. By default the page exists in all served languages. */
  readonly alternates?: Readonly<Record<string, string>>;
  /** The content of the page after the headline. */
  readonly main: Html;
  /** The address of the start page. */
  readonly home?: string;
  /** The sections of the site in the navigation. `section` is the address of the section that the page belongs to. */
  readonly sections?: readonly PageLink[];
  readonly section?: string | undefined;
  /** The breadcrumbs: the pages above this page, from the start page down. */
  readonly trail?: readonly PageLink[];
  /** Additional elements of the HTML head. */
  readonly head?: Html;
  readonly footer?: Html;
  /** An additional style sheet for pages of this type. */
  readonly style?: string;
  /** True if the page belongs to another application, which has its own icon. */
  readonly isGuest?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders a page in the layout of the site: head, style sheet, sections, languages and one landmark for the content. */
export const layout = (page: Page): Reply<string> => {
  const { language, title, branding, addressIn, main, home, sections = [], section, trail = [], head, footer, status = 200 } = page;
  const others = branding.served.languages.filter((other) => other !== language);
  const alternates = page.alternates ?? Object.fromEntries(others.map((other) => [other, addressIn(other)]));
  const name = branding.name[language];
  const style = `${STYLE}${branding.accent === undefined ? '' : accentStyle(branding.accent)}${page.style ?? ''}`;
  const root = commonRoot(addressIn);
  const links = branding.links?.[language];
  const logo = logoOrName(root, branding, name);
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name || title.startsWith(`${name} – `) ? title : `${title} – ${name}`}</title>
${Object.entries(alternates).map(([other, href]) => html`<link rel="alternate" hreflang="${other}" href="${href}">\n`)}${page.isGuest !== true && html`<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">\n`}${head}<style>${trusted(style)}</style>
${branding.style !== undefined && html`<link rel="stylesheet" href="${fileAddress(root, branding.style)}">\n`}</head>
<body>
<a class="skip" href="#the-content">${WORDS.skip[language]}</a>
<header>
<p class="site">${home === undefined ? logo : html`<a href="${home}">${logo}</a>`}</p>
${sections.length > 0 && html`<nav aria-label="${WORDS.sections[language]}"><ul>${sections.map((link) => sectionLink(link, section))}${links?.header.map((link) => sectionLink(link))}</ul></nav>\n`}${
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
${(footer !== undefined || (links !== undefined && links.footer.length > 0)) && html`<footer>\n${links !== undefined && links.footer.length > 0 && html`<ul class="links">${links.footer.map((link) => sectionLink(link))}</ul>\n`}${footer}\n</footer>\n`}</body>
</html>
`;
  const headers = {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': contentSecurityPolicy({ ...page, style, brings: branding.style !== undefined }),
    ...page.headers,
  };
  return reply(markupOf(markup), { status, headers, language });
};

/** Returns the address of a branding file, with its version as query. `root` is the address of the service, with a slash at the end. */
export const fileAddress = (root: string, { name, version }: SiteFile): string => `${root}${name}?${version}`;

/** Returns the site's logo, 40 pixels high, with the name as its text alternative. Without a logo: the name as text. */
const logoOrName = (root: string, { logo }: Branding, name: string): Part =>
  logo === undefined
    ? name
    : html`<img src="${fileAddress(root, logo)}" alt="${name}" width="${Math.round((logo.width / logo.height) * 40)}" height="40">`;

const sectionLink = ({ href, text }: PageLink, section?: string): Html =>
  href === section ? html`<li><a href="${href}" aria-current="true">${text}</a></li>` : html`<li><a href="${href}">${text}</a></li>`;

/** Returns the address of the service, with a trailing slash: the common beginning of a page's addresses in all languages. */
const commonRoot = (addressIn: (language: Language) => string): string => {
  const [first = '', ...others] = LANGUAGES.map(addressIn);
  const end = [...first].findIndex((character, index) => others.some((other) => other[index] !== character));
  return first.slice(0, first.lastIndexOf('/', end) + 1);
};

/** Returns the links in a page's head that lead programs to the API. `root` and `base`, the language root, have no trailing slash. */
export const cmsHead = (root: string, base: string, { cmsNamespace: namespace }: Pick<Branding, 'cmsNamespace'>): Html =>
  namespace === undefined
    ? html`<link rel="https://api.w.org/" href="${base}/">\n`
    : html`<link rel="https://api.w.org/" href="${root}/wp-json/">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${root}">
<link rel="alternate" href="${root}/wp-json/${namespace}/">
`;

const SLIM_STYLE = `*, ::before, ::after { box-sizing: border-box; }
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

/** The input for a page that other sites show in a frame. */
export interface SlimPage {
  readonly language: Language;
  readonly title: string;
  readonly branding: Branding;
  /** The address of the service, without a trailing slash. */
  readonly root: string;
  readonly main: Html;
  /** The origins whose pages may show this page, `*` for any. */
  readonly framedBy: readonly string[];
  /** The colours, of day or night. Undefined: the reader's system decides. */
  readonly theme?: Theme | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Renders an embedded page: content without navigation, framed only by the given origins, and excluded from search engines. */
export const slimLayout = ({ language, title, branding, root, main, framedBy, theme, status = 200, headers }: SlimPage): Reply<string> => {
  const style = `${palette(theme)}${branding.accent === undefined ? '' : accentStyle(branding.accent, theme)}${SLIM_STYLE}`;
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(style)}</style>
${branding.style !== undefined && html`<link rel="stylesheet" href="${fileAddress(`${root}/`, branding.style)}">\n`}</head>
<body>
<main>
${main}</main>
</body>
</html>
`;
  return reply(markupOf(markup), {
    status,
    language,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': contentSecurityPolicy({ style, brings: branding.style !== undefined, framedBy }),
      ...headers,
    },
  });
};

/** The page in a frame on another site: address, title, and size in pixels. By default the frame has the full width. */
interface FrameContent {
  readonly address: string;
  readonly title: string;
  readonly width?: number;
  readonly height: number;
}

/** Returns the HTML of the iframe element that the author of another site copies. */
export const iframeMarkup = ({ address, title, width, height }: FrameContent): string =>
  markupOf(
    html`<iframe src="${address}" title="${title}" width="${width ?? '100%'}" height="${height}" loading="lazy" style="border:0"></iframe>`,
  );
