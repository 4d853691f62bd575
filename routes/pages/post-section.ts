import { html, type Part } from '../../lib/pages/html';
import type { Sent } from '../post-like/context';
import { listingOf } from '../post-like/listing';
import { PER_PAGE } from './event-section';
import { recordLink } from './facts';
import { pluralName } from './frame';
import type { Shown } from './shown';
import { type Visit, viewOf } from './visit';

/** The first records of a plugin's kind that a filter of its list finds; nothing where there are none. */
export const postSection = async (visit: Visit, plural: string, filters: Sent): Promise<Part> => {
  const kind = visit.services.postLikes.get(plural);
  if (kind === undefined) return undefined;
  const view = viewOf(visit, false);
  const query = await listingOf(kind, { filters, view, status: ['publish'] });
  const { records } = await kind.posts.page({ ...query, skip: 0, limit: PER_PAGE });
  if (records.length === 0) return undefined;
  const shown = (await kind.present(records, view)) as Shown[];
  return html`<h2>${pluralName(visit, kind)}</h2>
<ul class="names">${shown.map((one) => html`<li>${recordLink(one)}</li>\n`)}</ul>
`;
};
