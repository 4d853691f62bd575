import type { Text } from '../../language';
import { type Arg, type Args, type Schema, sentForms, valueSchema } from '../../registry';
import { facetsArg, fieldListArgs } from '../list';
import { languagesFilter, TRANSLATION_OF, translationArg } from '../translations';
import type { PostLike, PostLikeDeclaration, Services, TypeDraft, TypeField } from '../types';
import { either, ID, paging } from '../values';
import { imageArg, passwordArg, publicationArgs, statusFilter, unlockingArg } from '../visibility';

const NULL: Schema = { type: 'null' };

/** Returns the schema of values that an arg accepts. */
const acceptedOf = (arg: Arg): Schema => {
  const { description, ...schema } = valueSchema(arg);
  return arg.accepts ?? (arg.validate === undefined ? sentForms(schema) : schema);
};

/** Lets a translation leave out a shared field, since its original supplies the value. */
const lifted = ({ shared }: Pick<TypeField, 'shared'>): Pick<Arg, 'suppliedBy'> =>
  shared === undefined ? {} : { suppliedBy: { arg: TRANSLATION_OF, accepts: ID } };

/** The properties of a field that its args are made from. */
type ArgField = Pick<TypeField, 'name' | 'arg' | 'shared' | 'cleared' | 'nulled' | 'plugin' | 'empty'>;

/** Adds null to the arg of a plugin's field. Answers show null for a missing value, which clients can then send back. */
const withNull = (arg: Arg): Arg => ({
  default: null,
  ...arg,
  ...(arg.type !== undefined && { type: [...new Set([arg.type, 'null' as const].flat())] }),
  ...(arg.enum && { enum: [...new Set([...arg.enum, null])] }),
  ...(arg.anyOf && { anyOf: [...arg.anyOf, NULL] }),
  ...(arg.oneOf && { oneOf: [...arg.oneOf, NULL] }),
  ...(arg.accepts && { accepts: either(arg.accepts, NULL) }),
});

/** True for a plugin's field that can show null. Links accept null by themselves. */
const showsNull = ({ plugin, arg, empty }: ArgField): boolean =>
  plugin !== undefined && empty === null && arg?.required !== true && !(arg?.validate && arg.sanitize);

/** Returns the creation args of fields. */
export const fieldArgs = (fields: Iterable<ArgField>): Args =>
  Object.fromEntries(
    [...fields].flatMap((field) => {
      if (field.arg === undefined) return [];
      return [[field.name, { ...(showsNull(field) ? withNull(field.arg) : field.arg), ...lifted(field) }] as const];
    }),
  );

/** Returns the names of fields that accept null in updates. */
export const nullableFields = (fields: Iterable<ArgField>): readonly string[] =>
  [...fields]
    .filter(({ arg, cleared, nulled }) => (cleared !== undefined && arg?.required !== true) || nulled === 'kept')
    .map(({ name }) => name);

/** Turns creation args into update args. Nothing is required, and nullable args accept null. */
export const updateArgs = (args: Args, nullable: readonly string[]): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _, suppliedBy: __, ...arg }]) => [
      name,
      { ...arg, accepts: nullable.includes(name) ? either(acceptedOf(arg), NULL) : acceptedOf(arg) },
    ]),
  );

/** The properties of a content type that its args are made from. */
type ArgSources = Pick<
  PostLikeDeclaration,
  'kind' | 'name' | 'names' | 'nullable' | 'filters' | 'orders' | 'sorts' | 'order' | 'formats' | 'facets'
> &
  Pick<TypeDraft, 'plural' | 'protectable' | 'sparse'> &
  Pick<PostLike, 'fields' | 'accepted'>;

/** The creation args that every post-like type has. */
export const COMMON_ARGS: readonly string[] = ['author', 'date', 'date_utc', 'status', 'image', 'password', TRANSLATION_OF];

/** Returns names in a type's list that no field can replace: args that are not filters, and orders. */
export const reservedNames = ({
  filters,
  facets,
  formats,
}: Pick<PostLikeDeclaration, 'filters' | 'facets' | 'formats'>): ReadonlySet<string> =>
  new Set([
    ...['sort', 'q', 'relevance', ...Object.keys(languagesFilter.args)],
    ...(facets ? ['facets'] : []),
    ...(formats ? ['format'] : []),
    ...filters.flatMap(({ ranks = {} }) => Object.keys(ranks)),
  ]);

/** Returns the args of creation, updates and the list. */
export function argsOf(type: ArgSources, services: Services): PostLike['args'] {
  const create = creationArgs(type, services);
  return { create, update: changeArgs(type, create), list: listingArgs(type, services) };
}

/** Makes the creation args: publication, fields, image, and the password of protectable types. */
function creationArgs({ nullable = [], sparse, ...type }: ArgSources, services: Services): Args {
  const args: Args = {
    ...publicationArgs(services, type.plural),
    ...fieldArgs(type.accepted.values()),
    ...imageArg(services, { optional: sparse === true }),
    ...(type.protectable && { password: passwordArg(type) }),
    ...translationArg(services, type),
  };
  const unsaid = new Set([...nullable, ...(sparse ? ['image'] : [])]);
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, unsaid.has(name) ? { ...arg, default: null } : arg]));
}

/** Makes the update args. Null is accepted by fields that can be empty, and by those that keep their value. */
function changeArgs({ accepted, protectable }: ArgSources, create: Args): Args {
  return updateArgs(create, [...nullableFields(accepted.values()), 'image', ...(protectable ? ['password'] : [])]);
}

function listingArgs(type: ArgSources, services: Services): Args {
  return {
    ...paging(services.site.maxPerPage, type.names, type.facets && 'facets'),
    ...filterArgs(type),
    status: statusFilter(type.plural),
    ...(type.protectable && { password: { ...unlockingArg(type), description: LIST_PASSWORD } }),
    ...(type.facets && { facets: facetsArg(type.facets) }),
    ...(type.formats && { format: formatArg(Object.keys(type.formats)) }),
  };
}

const LIST_PASSWORD: Text = {
  en: 'The password of what include names; without include nothing is opened. Who may edit a record needs none',
  fr: 'Le mot de passe de ce que nomme include ; sans include rien n’est ouvert. Qui peut modifier un élément n’en a pas besoin',
};

const formatArg = (formats: readonly string[]): Arg => ({
  type: 'string',
  enum: ['json', ...formats],
  default: 'json',
  description: {
    en: `How the list is written: as json, or for other programs as ${formats.join(', ')}`,
    fr: `Comment la liste est écrite : en json, ou pour d’autres programmes en ${formats.join(', ')}`,
  },
});

/** Returns the args of a type's filters and fields in lists. */
export const filterArgs = (type: ArgSources): Args => Object.assign({}, ...type.filters.map(({ args }) => args), fieldListArgs(type));
