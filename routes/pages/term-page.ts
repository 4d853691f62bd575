import { paragraphs } from '../../lib/calendar/text';
import { postUrl, restUrl, siteUrl } from '../../lib/kinds/addresses';
import type { TermLike } from '../../lib/kinds/term-like/term-kind';
import { presentTerm } from '../../lib/kinds/term-like/term-presenting';
import { termsInLinks } from '../../lib/kinds/term-like/terms-filter';
import { html, type Part } from '../../lib/pages/html';
import { passage } from '../../lib/pages/passage';
import type { Term } from '../../lib/records/record';
import type { Reply } from '../../lib/registry/reply';
import { calendarAddress } from './calendars';
import { eventSection, sectionAddress } from './event-section';
import { folderAddress, framed, pluralName } from './frame';
import { postSection } from './post-section';
import { alternatesOf } from './record';
import { summaryOf } from './shown';
import type { Visit } from './visit';
import { WORDS } from './words';

/** The page of a term: what it says, the terms below it, and what it is assigned to. */
export const termPage = async (visit: Visit, kind: TermLike, term: Term): Promise<Reply<string>> => {
  const { base, services, language } = visit;
  const { plural, segment } = kind;
  const shown = presentTerm(kind, term, base, services.site, undefined);
  const folder = folderAddress(visit, segment);
  const terms = services.kinds.terms(plural);
  const link = (one: Term) => ({
    href: postUrl({ id: one._id, language, slug: one.slug }, segment, siteUrl(base, services.site)),
    text: one.name,
  });
  const [above, below] = kind.hierarchical
    ? await Promise.all([
        terms.lineage(term.parent),
        terms.page({ filter: { parent: term._id, language }, sort: BY_NAME, hint: 'children', skip: 0, limit: MOST }),
      ])
    : [[], { records: [] }];
  const lineage = await terms.many(above);
  const trail = [...above].reverse().flatMap((id) => lineage.get(id) ?? []);
  const assigned = services.kinds
    .linksTo(plural)
    .map(({ collection, field }) => ({ plural: collection, name: field.replace('fields.', '') }));
  const filter = assigned.find((to) => to.plural === 'events');
  const filters = filter === undefined ? {} : { [filter.name]: [term._id] };
  const calendar = filter && calendarAddress(visit, { [filter.name]: await termsInLinks(terms, [term._id], language) });
  const others: Part[] = [];
  for (const to of assigned.filter((one) => one !== filter)) others.push(await postSection(visit, to.plural, { [to.name]: [term._id] }));
  return framed(visit, {
    title: term.name,
    section: folder,
    trail: [{ href: folder, text: pluralName(visit, kind) }, ...trail.map(link)],
    canonical: sectionAddress(visit, shown.url),
    alternates: alternatesOf(shown, shown.url),
    summary: summaryOf(shown),
    data: restUrl(base, kind, term._id),
    calendar,
    media: true,
    main: html`${term.description !== '' && html`<div>${passage(paragraphs(term.description))}</div>\n`}${
      below.records.length > 0 &&
      html`<h2>${WORDS.narrower[language]}</h2>
<ul class="names">${below.records.map(link).map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>\n`)}</ul>
`
    }${calendar !== undefined && (await eventSection(visit, filters, shown.url, calendar))}${others}`,
  });
};

const BY_NAME = { 'keys.name': 1, _id: 1 } as const;
/** How many of the terms below one are shown. */
const MOST = 200;
