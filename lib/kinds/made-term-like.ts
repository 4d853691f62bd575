import { declaredField } from './fields/declared-field';
import { languagesFilter } from './listing/languages';
import type { MadeKinds, Services } from './services';
import type { TermDeclaration, TermLike } from './term-like';
import { termArgs } from './terms/term-args';
import { termFilters } from './terms/term-filters';

/** Makes a term-like kind of its declaration, all but its title. */
export function madeTermLike(
  services: Services,
  declaration: TermDeclaration,
  { kinds, postLikes }: Omit<MadeKinds, 'termLikes'>,
): Omit<TermLike, 'title'> {
  const draft = { ...declaration, listed: {}, protectable: false };
  const taken = new Map(Object.entries(declaration.fields).map(([name, field]) => [name, declaredField(draft, name, field).field]));
  const links = kinds.linksTo(declaration.plural);
  const narrowing = links.map(({ collection }) => postLikes.get(collection)).find((one) => one?.narrowsTerms);
  const filters = [...termFilters(services, declaration, links, narrowing), languagesFilter];
  return { ...declaration, namespace: services.namespace, filters, taken, args: termArgs(services, { ...declaration, taken, filters }) };
}
