import { listingOf, type PostLike, type PostRecord, type Sent } from '../../content';
import { html, type Part } from '../../html';
import { pluralName } from '../parts/frame';
import { recordLink } from '../parts/links';
import { type PageRequest, viewOf } from '../requests/page-request';
import { objectsIn, type ShownRecord } from '../values/shown-record';

/** The maximum number of records of another type on a page. */
const MOST = 20;

/** The first records of a plugin's type that match a filter of its list. Nothing if there are none. */
export const postSection = async (request: PageRequest, plural: string, filters: Sent): Promise<Part> => {
  const type = request.services.postLikes.get(plural);
  if (type === undefined) return undefined;
  const view = viewOf(request);
  const query = await listingOf(type, { filters, view, status: ['publish'] });
  const { records } = await type.posts.page({ ...query, skip: 0, limit: MOST });
  return sectionOf(request, pluralName(request, type), (await type.present(records, view)) as ShownRecord[]);
};

/** A section for each link field of a plugin, with the records that the answer shows, by ID or as objects. */
export const linkedSections = async (
  request: PageRequest,
  { added }: Pick<PostLike<PostRecord>, 'added'>,
  shown: ShownRecord,
): Promise<Part[]> => {
  const sections: Part[] = [];
  const links = added.filter(({ arg, shows }) => arg !== undefined && shows !== undefined);
  for (const { name, shows = '', arg } of added.values()) {
    const type = request.services.postLikes.get(shows);
    if (type === undefined) continue;
    const ids = [shown[name]].flat().filter((id) => typeof id === 'number');
    const found = await type.posts.many(ids);
    const records = ids.flatMap((id) => found.get(id) ?? []);
    const named = (records.length === 0 ? [] : await type.present(records, viewOf(request))) as ShownRecord[];
    // If several fields link to one type, each has its own heading.
    const isOneOfSeveral = links.filter((other) => other.shows === shows).length > 1;
    const heading = (isOneOfSeveral && arg?.description?.[request.language]) || pluralName(request, type);
    sections.push(sectionOf(request, heading, [...named, ...objectsIn(shown, name)]));
  }
  return sections;
};

const sectionOf = (request: PageRequest, heading: string, records: readonly ShownRecord[]): Part =>
  records.length > 0 &&
  html`<h2>${heading}</h2>
<ul class="names">${records.map((one) => html`<li>${recordLink(request, one)}</li>\n`)}</ul>
`;
