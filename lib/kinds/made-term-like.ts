import { compileArgs } from '../registry/validator';
import { languagesFilter } from './listing/languages';
import { fieldIndexes, madeFields } from './made-fields';
import type { MadeKinds, Services } from './services';
import { sharedPaths } from './stored-kinds';
import type { TermInMaking } from './term-in-making';
import type { TermDeclaration, TermLike } from './term-like';
import { termArgs } from './terms/term-args';
import { termFilters } from './terms/term-filters';
import { createTermPresenter } from './terms/term-presenting';

/** Makes a term-like kind, once all post-like ones are made. */
export function madeTermLike(
  services: Services,
  { kinds, postLikes }: Omit<MadeKinds, 'termLikes'>,
  declaration: TermDeclaration,
  draft: TermInMaking,
  { title }: Pick<TermLike, 'title'>,
): TermLike {
  const made = madeFields(draft);
  const links = kinds.linksTo(declaration.plural);
  const narrowing = links.map(({ collection }) => postLikes.get(collection)).find((one) => one?.narrowsTerms);
  const filters = [...termFilters(services, { ...declaration, fields: made.fields }, links, narrowing), languagesFilter];
  const kind = {
    ...declaration,
    title,
    namespace: services.namespace,
    ...made,
    filters,
    indexes: fieldIndexes(draft),
    shared: sharedPaths(draft, true),
    inherited: sharedPaths(draft, false),
  };
  const args = termArgs(services, kind);
  const addedArgs = Object.fromEntries(Object.entries(args.create).filter(([name]) => kind.added.some((field) => field.name === name)));
  return {
    ...kind,
    args,
    checks: { added: compileArgs(addedArgs), update: compileArgs(args.update, { editable: true }) },
    present: createTermPresenter(services, kind),
  };
}
