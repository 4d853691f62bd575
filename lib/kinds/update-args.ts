import type { Args, Schema } from '../registry/args';
import { sentForms } from '../registry/sent-forms';
import { either } from '../values/schemas';

const NULL: Schema = { type: 'null' };

/** What of an arg is accepted where nothing else is said. */
const acceptedOf = ({ accepts, validate, sanitize, announced, default: _, required, description, ...schema }: Args[string]): Schema =>
  accepts ?? (validate === undefined ? sentForms(schema) : schema);

/** The args of an update: nothing is required, and null is accepted for what can be empty or is left alone. */
export const updateArgs = (args: Args, nullable: readonly string[], extra: Readonly<Record<string, Schema>> = {}): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, { required: _, ...arg }]) => {
      const forms = [acceptedOf(arg), ...(extra[name] ? [extra[name]] : []), ...(nullable.includes(name) ? [NULL] : [])];
      return [name, { ...arg, accepts: forms.length === 1 ? acceptedOf(arg) : either(...forms) }];
    }),
  );
