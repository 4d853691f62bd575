import { type Arg, type Args, type Schema, sentForms, valueSchema } from '../../registry';
import { TRANSLATION_OF } from '../translations';
import type { TypeField } from '../types';
import { either, ID } from '../values';

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
