import { NEWEST, POST_INDEXES } from '../../database';
import { declaredField, type TypeBuilder } from '../fields';
import { sortIndexes } from '../list';
import { languagesFilter } from '../translations';
import type { ListFilter, OwnField, PostLikeDeclaration } from '../types';
import { COMMON_ARGS, reservedNames } from './post-args';

/** Returns the filters of a type's list: its own, and that by languages. */
export const filtersOf = ({ filters }: PostLikeDeclaration): readonly ListFilter[] => [...filters, languagesFilter];

const isOwn = (field: object): field is OwnField => !('make' in field);

/** Starts the compilation of a post-like type with its own fields. */
export function createPostBuilder(declaration: PostLikeDeclaration): TypeBuilder {
  const { kind, plural, name, names, sparse, indexes = [] } = declaration;
  const draft = {
    ...{ kind, plural, name, names },
    ...(sparse && { sparse }),
    listed: declaration.listed ?? declaration.order?.key ?? NEWEST.key,
    compared: ['status', 'author', 'password'],
    protectable: declaration.protectable === true,
  };
  const compiled = Object.entries(declaration.fields).map(([wire, field]) =>
    isOwn(field) ? declaredField(draft, wire, field) : field.make(draft, wire),
  );
  // A plugin may add a field by which clients send what is only stored so far.
  const own = compiled.flatMap(({ field }) => (field.arg || field.filter || field.path === undefined ? [field.name] : []));
  const filters = filtersOf(declaration).flatMap((filter) => Object.keys(filter.args));
  return {
    ...draft,
    compiled,
    usedNames: new Set([...COMMON_ARGS, ...own, ...filters]),
    irreplaceable: reservedNames(declaration),
    facets: new Set(Object.keys(declaration.facets ?? {})),
    indexes: POST_INDEXES.length + indexes.length + (declaration.order ? 1 : 0) + sortIndexes(declaration, draft).length + 1,
  };
}
