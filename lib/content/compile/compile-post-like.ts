import type { Posts } from '../../database';
import { compileArgs } from '../../registry';
import type { TypeBuilder } from '../fields';
import { relevanceOrder, wordsFilter } from '../search';
import { createPresenter } from '../show';
import type { PostLike, PostLikeDeclaration, PostRecord, Services, TypeField } from '../types';
import { compileFields } from './compile-fields';
import { linkConsequences } from './link-consequences';
import { argsOf } from './post-args';
import { filtersOf } from './post-builder';
import { IMAGE_PATH, inheritedPaths, linksByName, sharedPaths } from './stored-types';

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
