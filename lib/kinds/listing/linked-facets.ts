import type { Term } from '../../records/record';
import type { Terms } from '../../records/terms';
import type { View } from '../context';
import { type FacetCount, type LinkedFacet, MOST_VALUES } from '../facet';
import type { PostRecord } from '../post-record';
import { readableTo, wholeTo } from '../posts/sight';
import type { Services } from '../services';
import { EVERY_MEMBER, shownMembers } from '../shown-members';
import type { ListCount } from './list-tally';

/** A record that is shown for what is named, with its name. */
interface ShownTarget {
  readonly id: number;
  readonly name: string;
}

/** How many records name each linked record that the reader is shown, or one below it: what lists find that are narrowed to it. */
export async function linkedValues(
  services: Services,
  { link, whole }: LinkedFacet,
  lists: readonly ListCount[],
  view: View,
): Promise<readonly FacetCount[]> {
  const ids = [...new Set(lists.flatMap(({ ids: some }) => some))];
  const targets = services.termLikes.has(link) ? await termsOf(services, link, ids, view) : await postsOf(services, link, ids, view, whole);
  const counts = new Map<number, { readonly name: string; count: number }>();
  for (const { ids: some, count } of lists) {
    // A record counts once for each, be it named twice.
    const counted = new Set<number>();
    for (const one of some)
      for (const { id, name } of targets.get(one) ?? []) {
        if (counted.has(id)) continue;
        counted.add(id);
        const known = counts.get(id);
        if (known === undefined) counts.set(id, { name, count });
        else known.count += count;
      }
  }
  const { compare } = new Intl.Collator(view.language);
  return [...counts]
    .map(([value, { name, count }]) => ({ value, name, count }))
    .sort((one, other) => other.count - one.count || compare(one.name, other.name) || one.value - other.value)
    .slice(0, MOST_VALUES);
}

/** What each post is shown as to the reader, in the language of the list. */
async function postsOf(
  services: Services,
  link: string,
  ids: readonly number[],
  view: View,
  whole = false,
): Promise<ReadonlyMap<number, readonly ShownTarget[]>> {
  const titled = services.postLikes.get(link)?.titled ?? 'title';
  const namings = ids.map((id) => ({ ids: [id], language: view.language }));
  const shown = await shownMembers(
    services.kinds.posts<PostRecord>(link),
    namings,
    (whole ? wholeTo : readableTo)(view.user, link),
    services.site.served,
  );
  return new Map(
    ids.map((id, place) => [
      id,
      (shown[place] ?? []).map((record) => ({ id: record._id, name: String((record as unknown as Record<string, unknown>)[titled]) })),
    ]),
  );
}

/** What each term is shown as, and all above it where there is such. */
async function termsOf(
  services: Services,
  link: string,
  ids: readonly number[],
  view: View,
): Promise<ReadonlyMap<number, readonly ShownTarget[]>> {
  const terms = services.kinds.terms(link);
  const isTree = services.termLikes.get(link)?.hierarchical === true;
  const known = isTree ? await withAncestors(terms, ids) : await terms.many(ids);
  const all = [...known.keys()];
  const namings = all.map((id) => ({ ids: [id], language: view.language }));
  const shown = await shownMembers(terms, namings, EVERY_MEMBER, services.site.served);
  const shownOf = new Map(all.map((id, place) => [id, (shown[place] ?? []).map(({ _id, name }) => ({ id: _id, name }))]));
  return new Map(ids.map((id) => [id, isTree ? [...above(id, known)].flatMap((one) => shownOf.get(one) ?? []) : (shownOf.get(id) ?? [])]));
}

/** Terms, and all that stand above them. */
async function withAncestors(terms: Terms, ids: readonly number[]): Promise<ReadonlyMap<number, Term>> {
  const known = new Map<number, Term>();
  for (let level = [...ids]; level.length > 0; ) {
    for (const [id, term] of await terms.many(level)) known.set(id, term);
    level = [...new Set(level.map((id) => known.get(id)?.parent ?? 0))].filter((id) => id > 0 && !known.has(id));
  }
  return known;
}

/** A term and what stands above it, itself first. */
function above(id: number, known: ReadonlyMap<number, Pick<Term, 'parent'>>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let one = id; known.has(one) && !found.has(one); one = known.get(one)?.parent ?? 0) found.add(one);
  return found;
}
