import { paragraphs } from '../../calendar';
import { ALL_VISIBLE, groupOf, postUrl, presentTerm, restUrl, shownMembers, siteUrl, type TermLike, termsInLinks } from '../../content';
import type { Term } from '../../database';
import { html, type Part } from '../../html';
import type { Reply } from '../../registry';
import { descriptionHtml } from '../parts/description-html';
import { folderAddress, pluralName, sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { alternatesOf } from '../requests/find-record';
import type { PageRequest } from '../requests/page-request';
import { shownSummary } from '../values/shown-record';
import { postSection } from './linked-sections';

/** The page of a term: description, narrower terms and assigned records. */
export const termPage = async (request: PageRequest, type: TermLike, term: Term): Promise<Reply<string>> => {
  const { base, services, language, pages } = request;
  const { plural, segment } = type;
  const shown = presentTerm(type, term, { baseUrl: base, language }, services.site);
  const description = paragraphs(term.description);
  const folder = folderAddress(request, segment);
  const terms = services.kinds.terms(plural);
  const link = (one: Term) => ({
    href: postUrl({ id: one._id, language: one.language, slug: one.slug }, segment, siteUrl(base, services.site)),
    text: one.name,
  });
  const [above, below] = type.hierarchical
    ? await Promise.all([
        terms.lineage(term.parent),
        terms.page({ filter: { parent: { $in: groupOf(term) }, language }, sort: BY_NAME, hint: 'children', skip: 0, limit: MOST }),
      ])
    : [[], { records: [] }];
  const [trail = []] = await shownMembers(
    terms,
    [{ ids: [...above].reverse(), language: term.language }],
    ALL_VISIBLE,
    services.site.served,
  );
  const assigned = services.kinds
    .linksTo(plural)
    .map(({ collection, field }) => ({ plural: collection, name: field.replace('fields.', '') }));
  const filter = assigned.find((to) => to.plural === pages.main);
  const filters = filter === undefined ? {} : { [filter.name]: [term._id] };
  const repeated = filter === undefined ? {} : { [filter.name]: await termsInLinks(terms, [term._id], language) };
  const list = pages.linkedList(request, filters, repeated, shown.url);
  const others: Part[] = [];
  for (const to of assigned.filter((one) => one !== filter)) others.push(await postSection(request, to.plural, { [to.name]: [term._id] }));
  return sitePage(request, {
    title: term.name,
    section: folder,
    trail: [{ href: folder, text: pluralName(request, type) }, ...trail.map(link)],
    canonical: list.canonical,
    alternates: alternatesOf(shown, shown.url),
    summary: shownSummary({ description }),
    data: restUrl(base, type, term._id),
    subscriptions: filter && list.subscriptions,
    media: true,
    main: html`${description !== '' && html`<div>${descriptionHtml(description)}</div>\n`}${
      below.records.length > 0 &&
      html`<h2>${PAGE_WORDS.narrower[language]}</h2>
<ul class="names">${below.records.map(link).map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`)}</ul>
`
    }${filter !== undefined && (await list.part())}${others}`,
  });
};

const BY_NAME = { 'keys.name': 1, _id: 1 } as const;
/** The maximum number of narrower terms on the page. */
const MOST = 200;
