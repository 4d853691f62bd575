import { cmsHead, type Html, html, layout, openGraphLocale, type Page, type PageLink } from '../../html';
import { capitalized } from '../../language';
import type { Reply } from '../../registry';
import { isEmbeddable, isServedHere, type PageRequest, type Subscription } from './page-request';
import type { ShownImage } from './shown-record';
import { PAGE_WORDS } from './words';

/** A page of the site before it stands in the site's frame. */
export interface Framed
  extends Pick<
    Page,
    'title' | 'main' | 'section' | 'trail' | 'alternates' | 'scripts' | 'media' | 'forms' | 'connects' | 'style' | 'status' | 'headers'
  > {
  /** The address of the page; undefined for one that search engines should leave out. */
  readonly canonical?: string | undefined;
  /** The text of a line or two that stands for the page elsewhere. */
  readonly summary?: string;
  readonly image?: ShownImage | undefined;
  /** The same as data. */
  readonly data?: string | undefined;
  readonly subscriptions?: readonly Subscription[] | undefined;
  /** The address by which other sites ask what they may show of it. */
  readonly embeds?: string | undefined;
  readonly head?: Html;
}

/** The address of a kind's folder. */
export const folderAddress = ({ base }: PageRequest, segment: string): string => `${base}/${encodeURI(segment)}/`;

/** A kind's plural at the beginning of a line. */
export const pluralName = (visit: PageRequest, { names }: { readonly names: Readonly<Record<PageRequest['language'], string>> }): string =>
  capitalized(names[visit.language]);

const sectionsOf = (visit: PageRequest): PageLink[] => {
  const { postLikes, termLikes } = visit.services;
  const kinds = visit.pages.sections.flatMap((plural) => postLikes.get(plural) ?? termLikes.get(plural) ?? []);
  return [
    { href: `${visit.base}/`, text: visit.pages.home.title[visit.language] },
    ...kinds.map((kind) => ({ href: folderAddress(visit, kind.segment), text: pluralName(visit, kind) })),
  ];
};

/** Puts a page into the frame of the site: sections, footer, and what others read of its head. */
export const framed = (visit: PageRequest, page: Framed): Reply<string> => {
  const { services, language, locale, root, base } = visit;
  const { canonical, summary = '', image, data, subscriptions = [], embeds, head, ...rest } = page;
  const others = [...(data === undefined ? [] : [{ type: 'application/json', href: data }]), ...subscriptions];
  const { name } = services.site;
  const translations = page.alternates ?? {};
  // What search engines are told of this page's translations is true of its first page alone.
  const isOneOfThem = canonical !== undefined && canonical === translations[language];
  const meta = [
    ['og:title', page.title],
    ['og:site_name', name[language]],
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
    home: `${base}/`,
    sections: isServedHere(visit) ? sectionsOf(visit) : [],
    addressIn: (other) => translations[other] ?? `${root}/${other}/`,
    alternates: isOneOfThem ? translations : {},
    head: html`${
      canonical === undefined ? html`<meta name="robots" content="noindex">\n` : html`<link rel="canonical" href="${canonical}">\n`
    }${summary !== '' && html`<meta name="description" content="${summary}">\n`}${canonical !== undefined && html`${meta.map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}">\n`}${cmsHead(root, base, services.site)}${others.map(({ type, href }) => html`<link rel="alternate" type="${type}" href="${href}">\n`)}${embeds !== undefined && isEmbeddable(visit) && ['json', 'xml'].map((format) => html`<link rel="alternate" type="${format === 'json' ? 'application/json' : 'text/xml'}+oembed" href="${root}/oembed?url=${encodeURIComponent(embeds)}&amp;format=${format}" title="${page.title}">\n`)}${head}`,
    footer: footerOf(visit, data),
  });
};

const footerOf = ({ base, language, services }: PageRequest, data: string | undefined): Html => {
  const links = [
    { href: `${base}/${services.namespace}/doc`, text: PAGE_WORDS.documentation },
    { href: `${base}/${services.namespace}`, text: PAGE_WORDS.index },
    { href: `${base}/errors`, text: PAGE_WORDS.errors },
    ...(data === undefined ? [] : [{ href: data, text: PAGE_WORDS.asData }]),
  ];
  return html`<nav aria-label="${PAGE_WORDS.programs[language]}"><ul>${links.map(
    ({ href, text }) => html`<li><a href="${href}">${text[language]}</a></li>`,
  )}</ul></nav>`;
};

/** For how long (seconds) it is known that a record has another name now: it may get the old one back. */
const RENAMED_SECONDS = 60;

/** Sends the visitor on to another page; for the time being, for a record may get there what it does not have yet, unless it is renamed. */
export const redirected = (visit: PageRequest, address: string, isRenamed = false): Reply<string> =>
  framed(visit, {
    title: PAGE_WORDS.moved[visit.language],
    main: html`<p><a href="${address}">${PAGE_WORDS.toIt[visit.language]}</a></p>`,
    status: isRenamed ? 301 : 302,
    headers: { Location: address, ...(isRenamed && visit.user === undefined && { 'Cache-Control': `public, max-age=${RENAMED_SECONDS}` }) },
  });
