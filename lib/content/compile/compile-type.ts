import { nothingCounted, type Posts, type Stored } from '../../database';
import { compileArgs } from '../../registry';
import type { TypeBuilder } from '../fields';
import { termFilters } from '../list';
import { relevanceOrder, wordsFilter } from '../search';
import { createPresenter, createTermPresenter } from '../show';
import { languagesFilter } from '../translations';
import type { CompiledTypes, PostLike, PostRecord, Services, TermLike, TypeField } from '../types';
import { postArgs, termArgs } from './args';
import type { PostBuilder, TermBuilder } from './builders';
import { fieldIndexes, IMAGE_PATH, linksByName, sharedPaths } from './stored-types';

/** Groups the compiled fields of a type: all, those of plugins (`added`), and those that clients can send (`accepted`). */
export const compileFields = <R extends Stored, C>({ compiled }: Pick<TypeBuilder<R, C>, 'compiled'>) => {
  const fields = compiled.map(({ field }) => field);
  return {
    fields,
    added: fields.filter(({ plugin }) => plugin !== undefined),
    accepted: new Map(fields.flatMap((field) => (field.arg ? [[field.name, field] as const] : []))),
  };
};

const uncreatable = ({ kind }: TypeBuilder) => `could-not-create-${kind}` as const;

/** Returns the initial counts and the error codes of a type that result from links between types. */
function linkConsequences(type: TypeBuilder, all: readonly TypeBuilder[]): Pick<PostLike, 'initial' | 'refusals'> {
  const counted = all.flatMap(({ compiled }) => compiled.flatMap(({ extension }) => extension.counted ?? []));
  /** Returns the types whose records an inline link of a type can create. */
  const madeBy = ({ compiled }: TypeBuilder) =>
    all.filter(({ plural }) => compiled.some(({ field, link }) => field.makes && link === plural));
  const others = madeBy(type).map(uncreatable);
  return {
    initial: nothingCounted(counted.filter(({ collection }) => collection === type.plural)),
    refusals: { creating: [...(all.some((one) => madeBy(one).includes(type)) ? [uncreatable(type)] : []), ...others], updating: others },
  };
}

/** Returns the facets of a type and its fields; undefined without any. A field's filter replaces the type's facet with the same arg. */
const facetsOf = (own: PostLike['facets'], fields: readonly TypeField[]): PostLike['facets'] => {
  const facets = [
    ...Object.entries(own ?? {}).filter(([, { arg }]) => !fields.some(({ name, filter }) => filter && name === arg)),
    ...fields.flatMap(({ name, facet }) => (facet ? [[name, facet] as const] : [])),
  ];
  return facets.length > 0 ? Object.fromEntries(facets) : undefined;
};

/** Compiles a post-like type. `all` contains all post-like types. */
export function compilePostLike(
  services: Services,
  posts: Posts<PostRecord>,
  builder: PostBuilder,
  all: readonly PostBuilder[],
): Omit<PostLike, 'answers' | 'title'> {
  const { declaration, listed, compared, protectable } = builder;
  const { plural, names, segment = declaration.kind } = declaration;
  const compiled = compileFields(builder);
  const words = wordsFilter(services, { plural, names, linked: linksByName(builder), sort: relevanceOrder(declaration) });
  const type = {
    ...declaration,
    ...{ listed, compared, protectable, segment, posts },
    ...linkConsequences(builder, all),
    namespace: services.namespace,
    served: services.site.served,
    filters: [...declaration.filters, languagesFilter, words],
    ...compiled,
    ...sharedPaths(builder, [IMAGE_PATH]),
    facets: facetsOf(declaration.facets, compiled.fields),
  };
  const args = postArgs(type, services);
  return {
    ...type,
    args,
    checks: { create: compileArgs(args.create), update: compileArgs(args.update, { editable: true }) },
    present: createPresenter(services, type),
  };
}

/** Compiles a term-like type. Needs all post-like types compiled. */
export function compileTermLike(
  services: Services,
  { kinds, postLikes }: Omit<CompiledTypes, 'termLikes'>,
  builder: TermBuilder,
  { title }: Pick<TermLike, 'title'>,
): TermLike {
  const { declaration } = builder;
  const compiled = compileFields(builder);
  const links = kinds.linksTo(declaration.plural);
  const posts = links.map(({ collection }) => postLikes.get(collection)).find((one) => one?.narrowsTerms);
  const type = {
    ...declaration,
    title,
    namespace: services.namespace,
    ...compiled,
    filters: [...termFilters(services, { ...declaration, fields: compiled.fields }, links, posts), languagesFilter],
    indexes: fieldIndexes(builder),
    ...sharedPaths(builder),
  };
  const args = termArgs(type, services);
  const addedArgs = Object.fromEntries(Object.entries(args.create).filter(([name]) => type.added.some((field) => field.name === name)));
  return {
    ...type,
    args,
    checks: { added: compileArgs(addedArgs), update: compileArgs(args.update, { editable: true }) },
    present: createTermPresenter(services, type),
  };
}
