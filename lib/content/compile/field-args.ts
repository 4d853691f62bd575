import { type Arg, type Args, type Schema, sentForms, valueSchema } from '../../registry';
import { TRANSLATION_OF } from '../translations';
import type { TypeField } from '../types';
import { either, ID } from '../values';

const NULL: Schema = { type: 'null' };

/** What of an arg is accepted where nothing else is said. */
const acceptedOf = (arg: Arg): Schema => {
  const { description, ...schema } = valueSchema(arg);
  return arg.accepts ?? (arg.validate === undefined ? sentForms(schema) : schema);
};

/** What a translation need not be given: it begins with what its original has. */
const lifted = ({ shared }: Pick<TypeField, 'shared'>): Pick<Arg, 'suppliedBy'> =>
  shared === undefined ? {} : { suppliedBy: { arg: TRANSLATION_OF, accepts: ID } };

/** What of a field its args are made of. */
type ArgField = Pick<TypeField, 'name' | 'arg' | 'shared' | 'cleared' | 'nulled' | 'plugin' | 'empty'>;

/** The arg of a plugin's field that shows null where it was never given: such a null can be sent back on creation, and means “not given”. */
const withNull = (arg: Arg): Arg => ({
  default: null,
  ...arg,
  ...(arg.type !== undefined && { type: [...new Set([arg.type, 'null' as const].flat())] }),
  ...(arg.enum && { enum: [...new Set([...arg.enum, null])] }),
  ...(arg.anyOf && { anyOf: [...arg.anyOf, NULL] }),
  ...(arg.oneOf && { oneOf: [...arg.oneOf, NULL] }),
  ...(arg.accepts && { accepts: either(arg.accepts, NULL) }),
});

/** True for a field that can show null though it is no link: links take null by themselves. */
const showsNull = ({ plugin, arg, empty }: ArgField): boolean =>
  plugin !== undefined && empty === null && arg?.required !== true && !(arg?.validate && arg.sanitize);

/** The args of creation that the fields of a kind have. */
export const fieldArgs = (fields: Iterable<ArgField>): Args =>
  Object.fromEntries(
    [...fields].flatMap((field) => {
      if (field.arg === undefined) return [];
      return [[field.name, { ...(showsNull(field) ? withNull(field.arg) : field.arg), ...lifted(field) }] as const];
    }),
  );

/** The names of the fields that can be null on updates. */
export const nullableFields = (fields: Iterable<ArgField>): readonly string[] =>
  [...fields]
    .filter(({ arg, cleared, nulled }) => (cleared !== undefined && arg?.required !== true) || nulled === 'kept')
    .map(({ name }) => name);

/** The args of an update: nothing is required, and null is accepted for what can be empty or is left alone. */
export const updateArgs = (args: Args, nullable: readonly string[]): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _, suppliedBy: __, ...arg }]) => [
      name,
      { ...arg, accepts: nullable.includes(name) ? either(acceptedOf(arg), NULL) : acceptedOf(arg) },
    ]),
  );
