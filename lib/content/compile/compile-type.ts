import { nothingCounted, type Posts } from '../../database';
import { compileArgs } from '../../registry';
import type { TypeBuilder } from '../fields';
import { termFilters } from '../list';
import { relevanceOrder, wordsFilter } from '../search';
import { createPresenter, createTermPresenter } from '../show';
import { languagesFilter, type TranslatedType, translationArg } from '../translations';
import type { CompiledTypes, PostLike, PostLikeDeclaration, PostRecord, Services, TermDeclaration, TermLike, TypeField } from '../types';
import { paging } from '../values';
import { argsOf, fieldArgs, nullableFields, updateArgs } from './args';
import { filtersOf, type TermBuilder } from './builders';
import { compileFields, fieldIndexes } from './compile-fields';
import { IMAGE_PATH, inheritedPaths, linksByName, sharedPaths } from './stored-types';

type Linking = Pick<TypeBuilder, 'kind' | 'plural' | 'compiled'>;

const uncreatable = ({ kind }: Linking) => `could-not-create-${kind}` as const;

/** Returns the initial counts and the refusals of a type that follow from links between types. */
export function linkConsequences(type: Linking, all: readonly Linking[]): Pick<PostLike, 'initial' | 'refusals'> {
  const counted = all.flatMap(({ compiled }) => compiled.flatMap(({ extension }) => extension.counted ?? []));
  /** Returns the types whose records a type can create through inline links. */
  const madeBy = ({ compiled }: Linking) => all.filter(({ plural }) => compiled.some(({ field, link }) => field.makes && link === plural));
  const others = madeBy(type).map(uncreatable);
  return {
    initial: nothingCounted(counted.filter(({ collection }) => collection === type.plural)),
    refusals: { creating: [...(all.some((one) => madeBy(one).includes(type)) ? [uncreatable(type)] : []), ...others], updating: others },
  };
}

/** Returns own facets and those of fields; undefined if there are none. A field's filter replaces the own facet of that arg. */
const facetsOf = (own: PostLike['facets'], fields: readonly TypeField[]): PostLike['facets'] => {
  const isOwn = (arg: string | undefined) => !fields.some(({ name, filter }) => filter && name === arg);
  const facets = [
    ...Object.entries(own ?? {}).filter(([, { arg }]) => isOwn(arg)),
    ...fields.flatMap(({ name, facet }) => (facet ? [[name, facet] as const] : [])),
  ];
  return facets.length > 0 ? Object.fromEntries(facets) : undefined;
};

/** Compiles a post-like type, one of `all`. */
export function compilePostLike(
  services: Services,
  posts: Posts<PostRecord>,
  declaration: PostLikeDeclaration,
  draft: TypeBuilder,
  all: readonly TypeBuilder[],
): Omit<PostLike, 'answers' | 'title'> {
  const { plural, segment = declaration.kind } = declaration;
  const { listed, compared, protectable } = draft;
  const compiled = compileFields(draft);
  const type = {
    ...declaration,
    ...{ listed, compared, protectable },
    ...linkConsequences(draft, all),
    namespace: services.namespace,
    served: services.site.served,
    segment,
    posts,
    filters: [
      ...filtersOf(declaration),
      wordsFilter(services, {
        plural,
        names: declaration.names,
        linked: linksByName(draft),
        sort: relevanceOrder(declaration),
      }),
    ],
    ...compiled,
    shared: [IMAGE_PATH, ...sharedPaths(draft)],
    inherited: [IMAGE_PATH, ...inheritedPaths(draft)],
    facets: facetsOf(declaration.facets, compiled.fields),
  };
  const args = argsOf(type, services);
  return {
    ...type,
    args,
    checks: { create: compileArgs(args.create), update: compileArgs(args.update, { editable: true }) },
    present: createPresenter(services, type),
  };
}

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
