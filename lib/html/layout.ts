import { createHash } from 'node:crypto';
import { LANGUAGE_NAMES, type Language, type Text } from '../language';
import { type Reply, reply } from '../registry';
import { accentStyle, type Branding, type PageLink, palette, type SiteFile, SLIM_STYLE, STYLE, type Theme } from './branding';
import { type Html, html, markupOf, type Part, trusted } from './html';
import { memoize } from './locales';

const WORDS = {
  language: { en: 'Language', fr: 'Langue' },
  skip: { en: 'Skip to the content', fr: 'Aller au contenu' },
  sections: { en: 'Sections', fr: 'Rubriques' },
  trail: { en: 'You are here', fr: 'Vous êtes ici' },
} satisfies Record<string, Text>;

/** The resources of a page that its content security policy must allow, in addition to those of all pages. */
interface PageResources {
  /** The sources of inline scripts at the end of the page. They are few and constant, so their hashes are cached. */
  readonly scripts?: readonly string[];
  /** True if the page shows images and sounds from other servers. */
  readonly media?: boolean;
  /** True if the page has forms, which the browser sends to this server. */
  readonly forms?: boolean;
  /** True if scripts may send requests to this server. */
  readonly connects?: boolean;
  /** The origins whose pages may show this page in a frame, `*` for any; by default none. */
  readonly framedBy?: readonly string[];
}

/** A page as given to `layout`: its content, title, language and links, without the surrounding HTML. */
export interface Page extends Omit<PageResources, 'framedBy'> {
  readonly language: Language;
  readonly title: string;
  /** The look of the site, with the names of its languages. */
  readonly branding: Branding;
  /** The address of the service, without a trailing slash. */
  readonly root: string;
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
  readonly head?: Html;
  readonly footer?: Html;
  /** An additional style sheet for pages of this type. */
  readonly style?: string;
  /** True if the page belongs to another application, which has its own icon. */
  readonly isGuest?: boolean;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Renders a page in the layout of the site: head, style sheet, sections, languages and one landmark for the content. */
export const layout = (page: Page): Reply<string> => {
  const { language, title, branding, addressIn, main, scripts = [], home, sections = [], section, trail = [], footer } = page;
  const others = branding.served.languages.filter((other) => other !== language);
  const alternates = page.alternates ?? Object.fromEntries(others.map((other) => [other, addressIn(other)]));
  const name = branding.name[language];
  const root = `${page.root}/`;
  const links = branding.links?.[language];
  const logo = logoOrName(root, branding, name);
  const head = html`<title>${title === name || title.startsWith(`${name} – `) ? title : `${title} – ${name}`}</title>
${Object.entries(alternates).map(([other, href]) => html`<link rel="alternate" hreflang="${other}" href="${href}">\n`)}${page.isGuest !== true && html`<link rel="icon" href="${root}favicon.svg" type="image/svg+xml">\n`}${page.head}`;
  const body = html`<a class="skip" href="#the-content">${WORDS.skip[language]}</a>
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
${main}${scripts.map((source) => html`<script>${trusted(source)}</script>\n`)}
</main>
${(footer !== undefined || (links !== undefined && links.footer.length > 0)) && html`<footer>\n${links !== undefined && links.footer.length > 0 && html`<ul class="links">${links.footer.map((link) => sectionLink(link))}</ul>\n`}${footer}\n</footer>\n`}`;
  return wholeDocument({ ...page, style: `${STYLE}${accentStyle(branding.accent)}${page.style ?? ''}`, root, head, body });
};

interface WholeDocument extends PageResources, Pick<Page, 'language' | 'branding' | 'status' | 'headers'> {
  readonly style: string;
  /** The address of the service, with a slash at the end. */
  readonly root: string;
  readonly head: Html;
  readonly body: Html;
}

const wholeDocument = ({ language, branding, status = 200, headers, style, root, head, body, ...resources }: WholeDocument) => {
  const markup = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<style>${trusted(style)}</style>
${branding.style !== undefined && html`<link rel="stylesheet" href="${fileAddress(root, branding.style)}">\n`}</head>
<body>
${body}</body>
</html>
`;
  const styleSources = [hashOf(style), ...(branding.style === undefined ? [] : ["'self'"])];
  return reply(markupOf(markup), {
    status,
    language,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': contentSecurityPolicy(styleSources, resources),
      ...headers,
    },
  });
};

const hashOf = memoize((text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** Returns the content security policy of a page. It allows inline styles and scripts by their hashes, and forbids the rest. */
const contentSecurityPolicy = (
  styleSources: readonly string[],
  { scripts = [], media, forms, connects, framedBy = [] }: PageResources,
): string =>
  [
    "default-src 'none'",
    `style-src ${styleSources.join(' ')}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.map(hashOf).join(' ')}`] : []),
    ...(connects ? ["connect-src 'self'"] : []),
    `img-src 'self'${media ? ' http: https:' : ''}`,
    ...(media ? ['media-src http: https:'] : []),
    "base-uri 'none'",
    `form-action ${forms ? "'self'" : "'none'"}`,
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
  ].join('; ');

/** Returns the address of a branding file, with its version as query. `root` is the address of the service, with a slash at the end. */
const fileAddress = (root: string, { name, version }: SiteFile): string => `${root}${name}?${version}`;

/** Returns the site's logo, 40 pixels high, with the name as its text alternative. Without a logo: the name as text. */
const logoOrName = (root: string, { logo }: Branding, name: string): Part =>
  logo === undefined
    ? name
    : html`<img src="${fileAddress(root, logo)}" alt="${name}" width="${Math.round((logo.width / logo.height) * 40)}" height="40">`;

const sectionLink = ({ href, text }: PageLink, section?: string): Html =>
  href === section ? html`<li><a href="${href}" aria-current="true">${text}</a></li>` : html`<li><a href="${href}">${text}</a></li>`;

/** Returns the links in a page's head that lead programs to the API. `root` and `base`, the language root, have no trailing slash. */
export const cmsHead = (root: string, base: string, { cmsNamespace: namespace }: Pick<Branding, 'cmsNamespace'>): Html =>
  namespace === undefined
    ? html`<link rel="https://api.w.org/" href="${base}/">\n`
    : html`<link rel="https://api.w.org/" href="${root}/wp-json/">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${root}">
<link rel="alternate" href="${root}/wp-json/${namespace}/">
`;

/** The input for a page that other sites show in a frame. */
export interface SlimPage extends Pick<Page, 'language' | 'title' | 'branding' | 'root' | 'main' | 'status' | 'headers'> {
  /** The origins whose pages may show this page, `*` for any. */
  readonly framedBy: readonly string[];
  /** The colours, of day or night. Undefined: the reader's system decides. */
  readonly theme?: Theme | undefined;
}

/** Renders an embedded page: content without navigation, framed only by the given origins, and excluded from search engines. */
export const slimLayout = ({ title, main, root, theme, ...page }: SlimPage): Reply<string> =>
  wholeDocument({
    ...page,
    style: `${palette(theme)}${accentStyle(page.branding.accent, theme)}${SLIM_STYLE}`,
    root: `${root}/`,
    head: html`<meta name="robots" content="noindex">\n<title>${title}</title>\n`,
    body: html`<main>\n${main}</main>\n`,
  });

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
