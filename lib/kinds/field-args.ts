import type { Arg, Args, Schema } from '../registry/args';
import { valueSchema } from '../registry/schema-parts';
import { sentForms } from '../registry/sent-forms';
import { ID } from '../values/ids';
import { either } from '../values/schemas';
import type { KindField } from './field';
import { TRANSLATION_OF } from './translations/translation-of';

const NULL: Schema = { type: 'null' };

/** What of an arg is accepted where nothing else is said. */
const acceptedOf = (arg: Arg): Schema => {
  const { description, ...schema } = valueSchema(arg);
  return arg.accepts ?? (arg.validate === undefined ? sentForms(schema) : schema);
};

/** What a translation need not be given: it begins with what its original has. */
const lifted = ({ shared }: Pick<KindField, 'shared'>): Pick<Arg, 'suppliedBy'> =>
  shared === undefined ? {} : { suppliedBy: { arg: TRANSLATION_OF, accepts: ID } };

/** What of a field its args are made of. */
type ArgField = Pick<KindField, 'name' | 'arg' | 'shared' | 'cleared' | 'nulled' | 'updates'>;

/** The args of creation that the fields of a kind have. */
export const fieldArgs = (fields: Iterable<ArgField>): Args =>
  Object.fromEntries([...fields].flatMap((field) => (field.arg ? [[field.name, { ...field.arg, ...lifted(field) }] as const] : [])));

/** What the fields of a kind take on updates beside what creation takes: which can be null, and what else some may be. */
export const fieldUpdates = (
  fields: Iterable<ArgField>,
): { readonly nullable: readonly string[]; readonly more: Readonly<Record<string, Schema>> } => {
  const all = [...fields];
  const isNullable = ({ arg, cleared, nulled }: ArgField) => (cleared !== undefined && arg?.required !== true) || nulled === 'kept';
  return {
    nullable: all.filter(isNullable).map(({ name }) => name),
    more: Object.fromEntries(all.flatMap(({ name, updates }) => (updates ? [[name, updates] as const] : []))),
  };
};

/** The args of an update: nothing is required, and null is accepted for what can be empty or is left alone. */
export const updateArgs = (args: Args, nullable: readonly string[], extra: Readonly<Record<string, Schema>> = {}): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _, suppliedBy: __, ...arg }]) => {
      const forms = [acceptedOf(arg), ...(extra[name] ? [extra[name]] : []), ...(nullable.includes(name) ? [NULL] : [])];
      return [name, { ...arg, accepts: forms.length === 1 ? acceptedOf(arg) : either(...forms) }];
    }),
  );
