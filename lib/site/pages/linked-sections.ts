import { listingOf, type PostLike, type PostRecord, type Sent } from '../../content';
import { html, type Part } from '../../html';
import { pluralName } from '../parts/frame';
import { recordLink } from '../parts/links';
import { type PageRequest, viewOf } from '../requests/page-request';
import { objectsIn, type ShownRecord } from '../values/shown-record';

/** The maximum number of records of another type on a page. */
const MOST = 20;

/** The first records of a plugin's type that match a filter of its list. Nothing if there are none. */
export const postSection = async (visit: PageRequest, plural: string, filters: Sent): Promise<Part> => {
  const kind = visit.services.postLikes.get(plural);
  if (kind === undefined) return undefined;
  const view = viewOf(visit);
  const query = await listingOf(kind, { filters, view, status: ['publish'] });
  const { records } = await kind.posts.page({ ...query, skip: 0, limit: MOST });
  return sectionOf(visit, pluralName(visit, kind), (await kind.present(records, view)) as ShownRecord[]);
};

/** The records that plugins' fields link to, as far as the answer shows them, by ID or as objects. */
export const linkedSections = async (
  visit: PageRequest,
  { added }: Pick<PostLike<PostRecord>, 'added'>,
  shown: ShownRecord,
): Promise<Part[]> => {
  const sections: Part[] = [];
  const links = added.filter(({ arg, shows }) => arg !== undefined && shows !== undefined);
  for (const { name, shows = '', arg } of added.values()) {
    const kind = visit.services.postLikes.get(shows);
    if (kind === undefined) continue;
    const ids = [shown[name]].flat().filter((id) => typeof id === 'number');
    const found = await kind.posts.many(ids);
    const records = ids.flatMap((id) => found.get(id) ?? []);
    const named = (records.length === 0 ? [] : await kind.present(records, viewOf(visit))) as ShownRecord[];
    // If several fields link to one type, each has its own heading.
    const isOneOfSeveral = links.filter((other) => other.shows === shows).length > 1;
    const heading = (isOneOfSeveral && arg?.description?.[visit.language]) || pluralName(visit, kind);
    sections.push(sectionOf(visit, heading, [...named, ...objectsIn(shown, name)]));
  }
  return sections;
};

const sectionOf = (visit: PageRequest, heading: string, records: readonly ShownRecord[]): Part =>
  records.length > 0 &&
  html`<h2>${heading}</h2>
<ul class="names">${records.map((one) => html`<li>${recordLink(visit, one)}</li>\n`)}</ul>
`;
