import { cmsHead, type Html, html, layout, openGraphLocale, type Page, type SlimPage, slimLayout } from '../../html';
import { capitalized, type Text } from '../../language';
import type { Reply } from '../../registry';
import { isEmbeddable, isServedHere, type PageRequest, type Subscription } from '../requests/page-request';
import type { ShownImage } from '../values/shown-record';
import { PAGE_WORDS } from './words';

/** The input for a page of the site: its content and metadata, without navigation and footer. */
interface SitePage
  extends Pick<
    Page,
    'title' | 'main' | 'section' | 'trail' | 'alternates' | 'scripts' | 'media' | 'forms' | 'connects' | 'style' | 'status' | 'headers'
  > {
  /** The canonical address of the page. Undefined for a page that search engines should leave out. */
  readonly canonical?: string | undefined;
  /** A summary of one or two lines, for search engines and previews. */
  readonly summary?: string;
  readonly image?: ShownImage | undefined;
  /** The API address of the same content as JSON. */
  readonly data?: string | undefined;
  readonly subscriptions?: readonly Subscription[] | undefined;
  /** The page's address for oEmbed clients, if the page is embeddable. */
  readonly embeds?: string | undefined;
  readonly head?: Html;
}

export const folderAddress = ({ base }: PageRequest, segment: string): string => `${base}/${encodeURI(segment)}/`;

export const pluralName = ({ language }: PageRequest, { names }: { readonly names: Text }): string => capitalized(names[language]);

/** Returns the types whose lists the navigation of every page links. */
export const sectionTypes = ({ services: { postLikes, termLikes }, pages }: Pick<PageRequest, 'services' | 'pages'>) =>
  pages.sections.flatMap((plural) => postLikes.get(plural) ?? termLikes.get(plural) ?? []);

/** Renders a page in the layout of the site: sections, footer and metadata in the head. */
export const sitePage = (request: PageRequest, page: SitePage): Reply<string> => {
  const { services, language, locale, root, base } = request;
  const { canonical, summary = '', image, data, subscriptions = [], embeds, head, ...rest } = page;
  const others = [...(data === undefined ? [] : [{ type: 'application/json', href: data }]), ...subscriptions];
  const translations = page.alternates ?? {};
  // Only the first page of a list has translations.
  const isOneOfThem = canonical !== undefined && canonical === translations[language];
  const sections = [
    { href: `${base}/`, text: request.pages.home.title[language] },
    ...sectionTypes(request).map((type) => ({ href: folderAddress(request, type.segment), text: pluralName(request, type) })),
  ];
  const meta = [
    ['og:title', page.title],
    ['og:site_name', services.site.name[language]],
    ['og:type', 'website'],
    ['og:locale', openGraphLocale(locale)],
    ['og:description', summary],
    ['og:url', canonical ?? ''],
    ['og:image', image?.address ?? ''],
    ['og:image:alt', image?.alt ?? ''],
  ].filter(([, content]) => content !== '');
  return layout({
    ...rest,
    language,
    branding: services.site,
    root,
    home: `${base}/`,
    sections: isServedHere(request) ? sections : [],
    addressIn: (other) => translations[other] ?? `${root}/${other}/`,
    alternates: isOneOfThem ? translations : {},
    head: html`${
      canonical === undefined ? html`<meta name="robots" content="noindex">\n` : html`<link rel="canonical" href="${canonical}">\n`
    }${summary !== '' && html`<meta name="description" content="${summary}">\n`}${canonical !== undefined && html`${meta.map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}">\n`}${cmsHead(root, base, services.site)}${others.map(({ type, href }) => html`<link rel="alternate" type="${type}" href="${href}">\n`)}${embeds !== undefined && isEmbeddable(request) && ['json', 'xml'].map((format) => html`<link rel="alternate" type="${format === 'json' ? 'application/json' : 'text/xml'}+oembed" href="${root}/oembed?url=${encodeURIComponent(embeds)}&amp;format=${format}" title="${page.title}">\n`)}${head}`,
    footer: footerOf(request, data),
  });
};

const footerOf = ({ base, language, services }: PageRequest, data: string | undefined): Html => {
  const link = (href: string, text: Text) => html`<li><a href="${href}">${text[language]}</a></li>`;
  const api = `${base}/${services.namespace}`;
  return html`<nav aria-label="${PAGE_WORDS.programs[language]}"><ul>${link(`${api}/doc`, PAGE_WORDS.documentation)}${link(api, PAGE_WORDS.index)}${link(`${base}/errors`, PAGE_WORDS.errors)}${data !== undefined && link(data, PAGE_WORDS.asData)}</ul></nav>`;
};

/** Redirects the visitor to another page, temporarily unless `isRenamed`. */
export const redirected = (request: PageRequest, address: string, { isRenamed = false } = {}): Reply<string> =>
  sitePage(request, {
    title: PAGE_WORDS.moved[request.language],
    main: html`<p><a href="${address}">${PAGE_WORDS.toIt[request.language]}</a></p>`,
    status: isRenamed ? 301 : 302,
    headers: {
      Location: address,
      // Cached only for a minute, since the record may get its old slug back.
      ...(isRenamed && request.user === undefined && { 'Cache-Control': 'public, max-age=60' }),
    },
  });

/** Renders an embedded page, which the sites of `EMBED_ORIGINS` may show in a frame. */
export const embeddedPage = (
  { services: { site }, language, root }: PageRequest,
  page: Pick<SlimPage, 'title' | 'main' | 'theme' | 'status' | 'headers'>,
): Reply<string> =>
  slimLayout({ ...page, title: `${page.title} – ${site.name[language]}`, language, branding: site, root, framedBy: site.embedders });

/** Renders a link that opens outside of the frame. */
export const outwardLink = (href: string, text: string, attributes: Html | false = false): Html =>
  html`<a href="${href}" target="_blank" rel="noopener"${attributes}>${text}</a>`;
