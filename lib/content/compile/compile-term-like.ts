import { compileArgs } from '../../registry';
import { termFilters } from '../list';
import { createTermPresenter } from '../show';
import { languagesFilter, type TranslatedType, translationArg } from '../translations';
import type { CompiledTypes, Services, TermDeclaration, TermLike } from '../types';
import { paging } from '../values';
import { compileFields, fieldIndexes } from './compile-fields';
import { fieldArgs, nullableFields, updateArgs } from './field-args';
import { inheritedPaths, sharedPaths } from './stored-types';
import type { TermBuilder } from './term-builder';

/** Compiles a term-like type, after all post-like ones. */
export function compileTermLike(
  services: Services,
  { kinds, postLikes }: Omit<CompiledTypes, 'termLikes'>,
  declaration: TermDeclaration,
  draft: TermBuilder,
  { title }: Pick<TermLike, 'title'>,
): TermLike {
  const compiled = compileFields(draft);
  const links = kinds.linksTo(declaration.plural);
  const narrowed = links.map(({ collection }) => postLikes.get(collection)).find((one) => one?.narrowsTerms);
  const filters = [...termFilters(services, { ...declaration, fields: compiled.fields }, links, narrowed), languagesFilter];
  const type = {
    ...declaration,
    title,
    namespace: services.namespace,
    ...compiled,
    filters,
    indexes: fieldIndexes(draft),
    shared: sharedPaths(draft),
    inherited: inheritedPaths(draft),
  };
  const args = termArgs(services, type);
  const addedArgs = Object.fromEntries(Object.entries(args.create).filter(([name]) => type.added.some((field) => field.name === name)));
  return {
    ...type,
    args,
    checks: { added: compileArgs(addedArgs), update: compileArgs(args.update, { editable: true }) },
    present: createTermPresenter(services, type),
  };
}

/** Returns the args of creation, updates and the list of a term-like type. */
export function termArgs(services: Services, type: TranslatedType & Pick<TermLike, 'accepted' | 'filters'>): TermLike['args'] {
  const { names, accepted, filters } = type;
  const create = { ...fieldArgs(accepted.values()), ...translationArg(services, type) };
  return {
    create,
    update: updateArgs(create, nullableFields(accepted.values())),
    list: { ...paging(services.site.maxPerPage, names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
