import type { Text } from '../../language';
import { type Arg, type Args, acceptedJson, type Schema } from '../../registry';
import { facetsArg, fieldListArgs } from '../list';
import { TRANSLATION_OF, type TranslatedType, translationArg } from '../translations';
import type { CompiledField, PostLike, Services, TermLike, TypeBasics } from '../types';
import { either, ID, paging } from '../values';
import { imageArg, passwordArg, publicationArgs, statusFilter, unlockingArg } from '../visibility';

const NULL: Schema = { type: 'null' };

type ArgField = Pick<CompiledField, 'name' | 'arg' | 'shared' | 'plugin' | 'empty'>;

/** Makes null valid for the arg of a plugin's field. Answers show null for a missing value, so clients may send null back. */
const withNull = (arg: Arg): Arg => ({
  default: null,
  ...arg,
  ...(arg.type !== undefined && { type: [...new Set([arg.type, 'null' as const].flat())] }),
  ...(arg.enum && { enum: [...new Set([...arg.enum, null])] }),
  ...(arg.anyOf && { anyOf: [...arg.anyOf, NULL] }),
  ...(arg.oneOf && { oneOf: [...arg.oneOf, NULL] }),
  ...(arg.accepts && { accepts: either(arg.accepts, NULL) }),
});

const fieldArgs = (fields: readonly ArgField[]): Args =>
  Object.fromEntries(
    fields.flatMap(({ name, arg, plugin, empty, shared }) => {
      if (arg === undefined) return [];
      // Args of links accept null already.
      const showsNull = plugin !== undefined && empty === null && arg.required !== true && !(arg.validate && arg.sanitize);
      // A translation may leave out a shared field, since its original supplies the value.
      const suppliedBy = shared && { suppliedBy: { arg: TRANSLATION_OF, accepts: ID } };
      return [[name, { ...(showsNull ? withNull(arg) : arg), ...suppliedBy }] as const];
    }),
  );

/** Makes update args, all optional, from creation args. Args that can be empty or that ignore null accept null. */
const updateArgs = (create: Args, onNull: PostLike['onNull']): Args =>
  Object.fromEntries(
    Object.entries(create).map(([name, { required, suppliedBy: _, ...arg }]) => {
      const takesNull = onNull.get(name) === 'keep' || (onNull.has(name) && required !== true);
      return [name, { ...arg, accepts: takesNull ? either(acceptedJson(arg), NULL) : acceptedJson(arg) }];
    }),
  );

type ArgSources = Pick<TypeBasics, 'kind' | 'names' | 'plural' | 'protectable' | 'sparse'> &
  Pick<PostLike, 'facets' | 'fields' | 'filters' | 'formats' | 'name' | 'nullable' | 'listIndex' | 'onNull' | 'orders' | 'sortFields'>;

export function postArgs({ nullable = [], ...type }: ArgSources, services: Services): PostLike['args'] {
  const { plural, protectable, fields, onNull, facets, formats } = type;
  const isSparse = type.sparse === true;
  const args: Args = {
    ...publicationArgs(services, plural),
    ...fieldArgs(fields),
    ...imageArg(services, { optional: isSparse }),
    ...(protectable && { password: passwordArg(type) }),
    ...translationArg(services, type),
  };
  const optional = new Set([...nullable, ...(isSparse ? ['image'] : [])]);
  const create = Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [name, optional.has(name) ? { ...arg, default: null } : arg]),
  );
  return {
    create,
    update: updateArgs(create, onNull),
    list: {
      ...paging(services.site.maxPerPage, type.names, facets && 'facets'),
      ...filterArgs(type),
      status: statusFilter(plural),
      ...(protectable && { password: { ...unlockingArg(type), description: LIST_PASSWORD } }),
      ...(facets && { facets: facetsArg(facets) }),
      ...(formats && { format: formatArg(Object.keys(formats)) }),
    },
  };
}

const LIST_PASSWORD: Text = {
  en: 'The password of the records that include names. It has no effect without include. Users who may edit a record need none',
  fr: 'Le mot de passe des éléments que nomme include. Il est sans effet sans include. Ceux qui peuvent modifier un élément n’en ont pas besoin',
};

const formatArg = (formats: readonly string[]): Arg => ({
  type: 'string',
  enum: ['json', ...formats],
  default: 'json',
  description: {
    en: `The format of the list: json or, for other programs, ${formats.join(', ')}`,
    fr: `Le format de la liste : json ou, pour d’autres programmes, ${formats.join(', ')}`,
  },
});

export const filterArgs = (type: ArgSources): Args => Object.assign({}, ...type.filters.map(({ args }) => args), fieldListArgs(type));

export function termArgs(
  { fields, onNull, filters, ...type }: TranslatedType & Pick<TermLike, 'fields' | 'onNull' | 'filters'>,
  services: Services,
): TermLike['args'] {
  const create = { ...fieldArgs(fields), ...translationArg(services, type) };
  return {
    create,
    update: updateArgs(create, onNull),
    list: { ...paging(services.site.maxPerPage, type.names), ...Object.assign({}, ...filters.map(({ args }) => args)) },
  };
}
